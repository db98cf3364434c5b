package orchestrator

import (
	"slices"
	"strings"

	"rooda/adapters"
	"rooda/orchestrator/loop"
)

// nearby is how many lines around a tag are compared with a text: enough for its letters in the
// narrowest window.
const nearby = 40

// successSign and failureSign stand for the tags among letters.
const successSign, failureSign = '\x01', '\x02'

// quotes reports whether the tag that line i consists of stands there as one of the texts has it: what
// is next to it, ahead or behind, are the same letters as in the text, or all that the text
// has on both sides. White space, wraps, frames and marks are no letters, so the width of a
// window changes nothing; one side is enough, for the other may be cut off, folded or beside a clock.
// What stands far to the right may be the text's own, or beside it, so it is read in both ways.
func quotes(lines []string, i int, typed []string) bool {
	tag := signs(entire, alone(lines[i]))[0]
	for _, seen := range []func(string) string{entire, column} {
		ahead := reversed(signs(seen, lines[max(0, i-nearby):i]...))
		behind := signs(seen, lines[i+1:min(len(lines), i+1+nearby)]...)
		for n, text := range typed {
			sole := n+1 < len(typed) || slices.Contains(signs(seen, lines[:i]...), tag)
			rows := strings.Split(text, "\n")
			if holds(signs(entire, rows...), tag, ahead, behind, sole) || holds(signs(column, rows...), tag, ahead, behind, sole) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a text has a tag between what is ahead of it, the nearest first, and behind it. Sole says
// whether one that is nothing else counts: its echo is the first of its tags.
func holds(text []rune, tag rune, ahead, behind []rune, sole bool) bool {
	for at, r := range text {
		if r != tag || len(text) == 1 && sole {
			continue
		}
		before, isBefore := alike(ahead, reversed(text[:at]))
		after, isAfter := alike(behind, text[at+1:])
		if before || after || isBefore && isAfter {
			return true
		}
	}
	return false
}

// alike compares what a screen and a text go on with: enough reports that as many letters are the
// same as make it the text's, whole that all of it is there.
func alike(shown, text []rune) (enough, whole bool) {
	letters := 0
	for i, r := range text {
		if i == len(shown) || shown[i] != r {
			return false, false
		}
		if r != successSign && r != failureSign {
			letters++
		}
		if letters == somewhere {
			return true, true
		}
	}
	return false, true
}

// signs are the letters and the tags of what is seen of lines, those in the middle of a tag joined, without clocks.
func signs(seen func(line string) string, lines ...string) []rune {
	var b strings.Builder
	for _, line := range lines {
		for _, r := range adapters.Untimed(seen(line)) {
			if r > ' ' && (r < 0x2500 || r > 0x259f) {
				b.WriteRune(r)
			}
		}
	}
	text := strings.NewReplacer(loop.SuccessTag, string(successSign), loop.FailureTag, string(failureSign)).Replace(b.String())
	var list []rune
	for _, r := range text {
		if r == successSign || r == failureSign || adapters.Letters(string(r)) != "" {
			list = append(list, r)
		}
	}
	return list
}

func entire(line string) string { return line }

// column is a line without what stands beside its words, far to their right: a time, or a name.
func column(line string) string {
	const gap = "    "
	for at := 0; ; at += len(gap) {
		n := strings.Index(line[at:], gap)
		if n < 0 {
			return line
		}
		if at += n; adapters.Letters(line[:at]) != "" {
			return line[:at]
		}
	}
}

func reversed(list []rune) []rune {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

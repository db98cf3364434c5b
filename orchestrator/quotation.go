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
func quotes(lines []string, i int, typed []string) bool {
	tag := signs(lines[i])
	ahead := signs(lines[max(0, i-nearby):i]...)
	behind := signs(lines[i+1 : min(len(lines), i+1+nearby)]...)
	for n, text := range typed {
		all := signs(text)
		for at, r := range all {
			if string(r) != string(tag) {
				continue
			}
			if len(all) == 1 && (n+1 < len(typed) || slices.ContainsFunc(lines[:i], func(line string) bool { return alone(line) == alone(lines[i]) })) {
				continue // a text that is nothing else: its echo is the first of them
			}
			before, isBefore := alike(reversed(ahead), reversed(all[:at]))
			after, isAfter := alike(behind, all[at+1:])
			if before || after || isBefore && isAfter {
				return true
			}
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

// signs are the letters and the tags of lines, those in the middle of a tag joined, without what
// stands beside them.
func signs(lines ...string) []rune {
	var b strings.Builder
	for _, line := range lines {
		for _, r := range adapters.Untimed(column(line)) {
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

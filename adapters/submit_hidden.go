package adapters

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// hiddenPatience is how long a composer must have been away before what else is
// on the screen proves anything: a question that no rule knows, or the end of a
// program, shows itself by then.
const hiddenPatience = 5 * time.Second

// hid reports whether the composer has gone from the screen with the Enter, as
// that of an agent does which hides it while it works: what stood above it is
// still there, or the later part of the text has taken its place, and below that
// the text or, after a while, something else that was not there before; or a sign
// of work stands there. due is when to look again. Questions, pages and what a
// program leaves behind when it breaks down are no such thing.
func (s *Submission) hid(v View, now time.Time) (proved bool, due time.Time) {
	if !v.Blind || v.Covered || !s.held.Composing || s.opaque || v.Resized.After(s.entered) || !s.moved(v) || s.left(v) {
		return false, due
	}
	fresh := s.fresh(v)
	switch {
	case spoiled(fresh):
		return false, due
	case s.conversed(v), fresh == "" && s.scrolled(v):
		due = earlier(v.Changed.Add(growth), s.due(s.entered, 4*growth))
	case !v.Turning.Before(s.entered) && !speaksOf(Auth, fresh):
		due = later(s.due(s.entered, hiddenPatience), v.Turning.Add(hiddenPatience))
	case fresh != "" && !speaksOf(Auth, fresh) && (s.kept(v) && v.Bracketed || s.scrolled(v)):
		due = later(s.due(s.entered, hiddenPatience), earlier(v.Changed.Add(growth), s.due(s.entered, 2*hiddenPatience)))
	default:
		return false, due
	}
	if now.Before(due) {
		return false, due
	}
	return true, time.Time{}
}

// left reports whether the composer is where it was painted, with what stood in
// it at the Enter: then it is only not used any more.
func (s *Submission) left(v View) bool {
	held := strings.Split(strings.TrimPrefix(s.held.Text, s.held.Above), "\n")
	block := compacted(held)
	for i, line := range held {
		if s.held.Foot != "" && strings.TrimSpace(line) == s.held.Foot {
			block = compacted(held[:i+1])
		}
	}
	return block != "" && strings.Contains(compacted(strings.Split(v.Text, "\n")), block)
}

// compacted is lines without the blanks around them.
func compacted(lines []string) string {
	var kept []string
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// worded are the lines of a screen that say something.
func worded(screen string) []string {
	return slices.DeleteFunc(strings.Split(screen, "\n"), wordless.MatchString)
}

// steadily is a line as far as it says the same after a while.
func steadily(line string) string { return solid(Unticked(line)) }

// near is how many lines above the composer tell where the conversation ends.
const near = 6

// conversation is the last of what stood above the composer at the Enter.
func (s *Submission) conversation() []string {
	lines := worded(s.held.Above)
	lines = lines[max(0, len(lines)-near):]
	for i := range lines {
		lines[i] = steadily(lines[i])
	}
	return lines
}

// kept reports whether some of it is left.
func (s *Submission) kept(v View) bool {
	was := s.conversation()
	return slices.ContainsFunc(worded(v.Text), func(line string) bool { return slices.Contains(was, steadily(line)) })
}

// conversed reports whether the text has come to stand right below what stood
// above the composer, where a line may name who said it, or begins the screen.
func (s *Submission) conversed(v View) bool {
	const names, wrapped = 12, 4
	if s.count(v.Text) <= s.count(s.held.Text)-s.count(s.held.Composer) {
		return false
	}
	was, is := s.conversation(), worded(v.Text)
	follows := func(i int) bool { return i > 0 && slices.Contains(was, steadily(is[i-1])) }
	for i := range is {
		room := names
		switch {
		case i == 0:
			room = 1
		case !follows(i) && !follows(i-1):
			continue
		}
		block := solid(strings.Join(is[i:min(len(is), i+wrapped)], ""))
		for _, mark := range s.marks {
			if at := strings.Index(block, mark); at >= 0 && utf8.RuneCountInString(block[:at]) <= room {
				return true
			}
		}
	}
	return false
}

// scrolled reports whether the screen begins with the later part of the text, down to its end: what
// stood above it is out of sight. A composer that is as high as the screen ends with its edge.
func (s *Submission) scrolled(v View) bool {
	const least = 3
	lines, text := worded(v.Text), solid(s.text)
	if s.held.Foot != "" && slices.ContainsFunc(strings.Split(v.Text, "\n"), func(line string) bool { return strings.TrimSpace(line) == s.held.Foot }) {
		return false
	}
	block := ""
	for i, line := range lines {
		block += solid(line)
		if !strings.Contains(text, block) {
			return false
		}
		if i+1 >= least && strings.HasSuffix(text, block) {
			return true
		}
	}
	return false
}

// fresh is what the screen says that it did not say at the Enter, the text left out.
func (s *Submission) fresh(v View) string {
	was, text := steadily(s.held.Text), steadily(s.text)
	return strings.Join(slices.DeleteFunc(worded(v.Text), func(line string) bool {
		words := strings.TrimLeft(steadily(line), promptSigns)
		return wordless.MatchString(strings.TrimLeft(words, "0")) || strings.Contains(was, words) || strings.Contains(text, words)
	}), "\n")
}

var (
	// spot is a place in a source file, as a program names it that breaks down.
	spot = lazy(`[\w/\\]\.\w{1,5}"?(?::\d+|\(\d+|, line \d+)`)
	link = lazy(`(?i)\bhttps?://`)
)

// spoiled reports whether a text is no work that was begun: the trace of a
// program that broke down, or a page on which somebody signs in.
func spoiled(text string) bool {
	return len(spot.get().FindAllString(text, 2)) > 1 || speaksOf(Auth, text) && (link.MatchString(text) || code.MatchString(text))
}

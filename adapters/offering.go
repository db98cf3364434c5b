package adapters

import (
	"slices"
	"strings"
)

// offering finds what offers keys at the end of some lines, and what stands below that. Lines
// about it or about the agent may, and a sentence right below answers by letters or below a list
// with a cursor; below anything else, a sentence is what came of it.
func (b bottom) offering(sign string, marks patterns, moves map[int]bool, busy bool) (d *Dialog, below string) {
	const few, some = 2, 6
	said, joined := false, true
	for end, lines := len(b.lines), 0; end > 0 && lines <= some; end-- {
		line := b.lines[end-1]
		if fence.MatchString(line) || said && keyLine(line) {
			return nil, "" // it is quoted, or its keys ended it
		}
		joined = joined && (end == len(b.lines) || b.at[end] == b.at[end-1]+1)
		if wordless.MatchString(line) {
			continue
		}
		part, last, near := b.part(0, end).untimed(), lines == 0, !said && lines <= few
		asks := said || lines > few
		forms := []func() *Dialog{func() *Dialog { return part.posedList(sign, asks) }, func() *Dialog { return part.chooser(sign, asks) }}
		if near || joined {
			forms = append(forms, func() *Dialog { return part.spelt(last) })
		}
		if near {
			forms = append(forms, part.answers, part.buttons, func() *Dialog { return part.cue(marks, last) }, func() *Dialog { return part.instruction(last) })
		}
		if busy && b.settled(end-1) {
			forms = nil
		}
		for _, form := range forms {
			if d := form(); d != nil && d.Text != "" {
				return doubtful(d), strings.Join(b.lines[end:], "\n")
			}
		}
		if moves[b.at[end-1]] {
			continue // it is about the agent
		}
		if lines++; paragraph.MatchString(line) {
			return nil, ""
		}
		said = said || sentenced.MatchString(line)
	}
	return nil, ""
}

// untimed is some lines without the time in the last of them that an answer is waited for.
func (b bottom) untimed() bottom {
	last := len(b.lines) - 1
	if line := countdown.ReplaceAllString(b.lines[last], "$1"); line != b.lines[last] && !wordless.MatchString(line) {
		b.lines = append(slices.Clone(b.lines[:last]), line)
	}
	return b
}

// spelt is lettered in the last line alone. Only where nothing else stands below it may
// something have been typed there that is no answer yet.
func (b bottom) spelt(last bool) *Dialog {
	line := b.lines[len(b.lines)-1]
	m := spelled.FindStringSubmatch(line)
	if m == nil || cited(line) || b.copied(len(b.lines)-1) || m[6] == "" && set(m[1]) || !last && !open.MatchString(line) {
		return nil
	}
	return b.with(b.lettered())
}

// with is a question in the last line and what stands right above that, which is what it is about.
func (b bottom) with(d *Dialog) *Dialog {
	const about = 3
	last := len(b.lines) - 1
	if d == nil || last == 0 {
		return d
	}
	first := max(b.paragraph(b.heading(last), last), last-about)
	lines := entryless(b.unwrapped(first, last), -1)
	if n := len(lines); n > 0 && !strings.HasPrefix(d.Text, lines[n-1]) {
		d.Text = strings.Join(append(lines, d.Text), "\n")
		d.seal()
	}
	return d
}

// doubtful is a question that nobody but a person answers.
func doubtful(d *Dialog) *Dialog {
	if d != nil {
		d.loose, d.letter = true, ""
	}
	return d
}

// answers finds answers behind their keys in the last line; without anything above, they
// have to be yes and no.
func (b bottom) answers() *Dialog {
	if len(b.lines) == 0 {
		return nil
	}
	line := b.lines[len(b.lines)-1]
	options := pairOptions(line)
	if options == nil {
		return nil
	}
	answer := func(o Option) bool { return replies.MatchString(o.Label) }
	if !slices.ContainsFunc(options, answer) && !b.asked(len(b.lines)-1, edge) {
		return nil
	}
	if d := b.paired(); d != nil && d.Text != "" || !offers(options, "y") || !offers(options, "n") {
		return d
	}
	d := &Dialog{Text: strings.TrimSpace(line), Options: options}
	d.Kind = kindOf(d, d.Text)
	d.seal()
	return d
}

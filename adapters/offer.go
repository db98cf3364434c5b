package adapters

import (
	"slices"
	"strings"
)

// offered finds answers that no rule knows near the end of the screen, nil for
// none. composed says that there is a composer: beside that only a list in a box is told here, see posed.
// texts are what was given to the agent.
func (b bottom) offered(composed bool, texts []given) *Dialog {
	forms := []func() *Dialog{b.menu}
	if !composed {
		forms = append(forms, b.paired, func() *Dialog { return b.unplaced(texts) })
	}
	for _, find := range forms {
		if d := find(); d != nil && d.Text != "" {
			return doubtful(d)
		}
	}
	return nil
}

// unplaced finds what offers keys as it may beside a composer, where there is none.
func (b bottom) unplaced(texts []given) *Dialog {
	d, _ := b.unechoed(texts, func(part bottom) (*Dialog, string) { return part.offering("", nil, nil, false) })
	if d != nil && d.Options == nil && keyLine(b.last()) {
		return nil // a page
	}
	return d
}

// menu finds a list with a cursor in a box.
func (b bottom) menu() *Dialog {
	for i := max(1, len(b.lines)-2*region); i < len(b.lines)-1; i++ {
		if unnumbered.MatchString(b.lines[i]) && frame.MatchString(b.rows[i].Text()) && frame.MatchString(b.rows[i+1].Text()) {
			if d, _ := b.pointing(i); d != nil {
				return d
			}
		}
	}
	return nil
}

// pointing reads the list that has its cursor in a line, and returns the line
// after it.
func (b bottom) pointing(at int) (d *Dialog, end int) {
	if end = b.listEnd(at); end == 0 {
		return nil, 0
	}
	return b.question(dialogRule{}, []int{at, end - 1}), end
}

// asked reports whether one of that many lines above a line ends a question.
func (b bottom) asked(at, lines int) bool {
	return slices.ContainsFunc(b.lines[max(b.heading(at), at-lines):at], queried.MatchString)
}

var (
	// pair is an answer behind its key.
	pair    = lazy(`[\[(<]([\p{L}\d])[\])>] *(\p{L}[^\[(<]*)`)
	inPairs = lazy(`^ *(?:[\[(<][\p{L}\d][\])>] *\p{L}[^\[(<]*){2,}$`)
)

// paired finds answers side by side, each behind its key: those that say yes and
// no, or others below a question.
func (b bottom) paired() *Dialog {
	for at := len(b.lines) - 1; at >= max(1, len(b.lines)-edge); at-- {
		d := &Dialog{across: true, Options: pairOptions(b.lines[at])}
		if d.Options == nil || !(offers(d.Options, "y") && offers(d.Options, "n")) && !b.asked(at, edge) {
			continue
		}
		first := b.heading(at)
		d.Text = strings.Join(entryless(b.unwrapped(first, at), -1), "\n")
		d.own, d.leads = b.own(first, at)
		d.Kind = kindOf(d, subject(b.unwrapped(first, at)))
		d.seal()
		return d
	}
	return nil
}

// pairOptions reads a line of answers behind their keys, nil for any other.
func pairOptions(line string) []Option {
	if !inPairs.MatchString(line) {
		return nil
	}
	var options []Option
	for _, m := range pair.get().FindAllStringSubmatch(line, -1) {
		key := strings.ToLower(m[1])
		if offers(options, key) {
			return nil
		}
		options = append(options, Option{Key: key, Label: strings.Trim(m[2], " ·•|/,")})
	}
	return options
}

func offers(options []Option, key string) bool {
	return slices.ContainsFunc(options, func(o Option) bool { return o.Key == key })
}

// instructed finds the line of keys of something that ends a little higher than
// a page, above lines about the agent.
func (b bottom) instructed() (excerpt string, kind Kind, ok bool) {
	for i := len(b.lines) - 1; i >= max(0, len(b.lines)-edge); i-- {
		if keyLine(b.lines[i]) {
			excerpt, kind = b.about(i)
			return excerpt, kind, true
		}
	}
	return "", "", false
}

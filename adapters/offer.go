package adapters

import (
	"slices"
	"strings"
)

// offered finds answers that no rule knows near the end of the screen, nil for
// none. composed says that there is a composer, above or below which texts look so,
// too.
func (b bottom) offered(composed bool) *Dialog {
	forms := []func() *Dialog{b.menu, b.choice, b.paired, b.listed, b.highlighted}
	if composed {
		forms = forms[:2]
	}
	for _, find := range forms {
		if d := find(); d != nil && d.Text != "" {
			d.loose = true
			return d
		}
	}
	return nil
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

// listed finds a list without numbers at the end of the screen, with one of the
// signs that begin texts of people and quotations, too. So it has to stand below
// a question, in the first column right below, or above the keys that answer.
func (b bottom) listed() *Dialog {
	for at := len(b.lines) - 1; at >= max(1, len(b.lines)-2*region); at-- {
		if !unnumbered.MatchString(b.lines[at]) {
			continue
		}
		d, end := b.pointing(at)
		if d == nil {
			continue
		}
		if slices.ContainsFunc(b.lines[end:min(len(b.lines), end+edge/2)], keyLine) {
			return d
		}
		first := at
		for first > 0 && numberOf(b.lines[first]) == "" && indent(b.lines[first-1]) > indent(b.lines[at]) {
			first--
		}
		near := indent(b.lines[at]) == 0
		if len(b.lines)-end <= edge && (!near && b.asked(first, edge) || near && b.asked(first, 1) && b.at[first] == b.at[first-1]+1) {
			return d
		}
	}
	return nil
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

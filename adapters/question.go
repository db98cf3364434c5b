package adapters

import (
	"strings"
	"unicode/utf8"
)

// dialog finds a question at the bottom, nil for none. composed is the end of
// the composer: what stands above it is the conversation, and what stands in
// it has been typed.
func (b bottom) dialog(list []dialogRule, composed int) *Dialog {
	for _, rule := range list {
		at := b.match(rule, b.lowest(rule))
		if at == nil || at[len(at)-1] < composed {
			continue
		}
		if d := b.question(rule, at); d != nil {
			return d
		}
	}
	return nil
}

// match finds a line for each feature, from the bottom up, the last one's not above
// line from; of an entry, one line may be that of several.
func (b bottom) match(rule dialogRule, from int) []int {
	features, shared := rule.features, rule.Form == "entry"
	at := make([]int, len(features))
	below := len(b.lines)
	for i := len(features) - 1; i >= 0; i-- {
		lowest := 0
		if i == len(features)-1 {
			lowest = from
		}
		line := below - 1
		if shared && i < len(features)-1 {
			line = below
		}
		for line >= max(lowest, 0) && !features[i].MatchString(b.lines[line]) {
			line--
		}
		if line < max(lowest, 0) {
			return nil
		}
		at[i], below = line, line
	}
	return at
}

// ruled reports whether a rule across the window stands between two lines.
func (b bottom) ruled(from, to int) bool {
	for i := from + 1; i < to; i++ {
		if row := b.rows[i].Text(); rule.MatchString(row) && utf8.RuneCountInString(row) > b.cols*3/4 {
			return true
		}
	}
	return false
}

// footer returns the first of the lines at the bottom in which keys may stand.
// Below a box, or a rule that ends it, there may be lines about the agent.
func (b bottom) footer() int {
	at, ended := len(b.lines), false
	for left := edge / 2; at > 0; at-- {
		if !ended && rule.MatchString(b.rows[at-1].Text()) {
			ended = true
			continue
		}
		if left--; left < 0 {
			break
		}
	}
	return at
}

func (b bottom) question(rule dialogRule, at []int) *Dialog {
	first, last := at[0], at[len(at)-1]
	d := &Dialog{Kind: rule.Kind, buried: !b.ends(last) && b.worded(last+1) > rule.Below}
	upto := first
	switch rule.Form {
	case "":
		cursor := unnumbered
		if len(rule.features) > 0 {
			cursor = signed // the rule says what it is
		}
		upto = b.list(d, first, last+1, cursor)
		if len(d.Options) < 2 || d.chosen() > 1 {
			return nil // a list has one cursor; a quotation has a sign on each line
		}
		if d.Options[0].Key == "" && b.ruled(first, last) {
			return nil // what was sent begins like a list, too, and stands above the rule
		}
		first = b.heading(upto)
	case "row":
		upto, d.across = last, true
		d.Options = rowOptions(b.lines[last], b.rows[last])
		if len(d.Options) == 0 && last > first+1 { // a narrow window: the keys stand below
			upto = last - 1
			d.Options = rowOptions(b.lines[upto], b.rows[upto])
		}
	case "entry":
		// What is typed below may be a secret.
		if upto = first + 1; len(at) > 2 {
			upto = max(upto, at[len(at)-2])
		}
	}
	var text []string
	typed := -1
	for i, line := range b.lines[first:upto] {
		if !wordless.MatchString(line) {
			if first+i == b.typed {
				typed = len(text)
			}
			text = append(text, strings.TrimSpace(line))
		}
	}
	d.Text = strings.Join(entryless(text, typed), "\n")
	if rule.Form == "" {
		d.own, d.leads = b.own(first, upto)
	}
	if d.Kind == "" {
		d.Kind = kindOf(d, subject(b.unwrapped(first, upto)))
		// The text may begin with something else that stands above the question.
		if own := kindOf(&Dialog{}, subject(strings.Split(d.own, "\n"))); d.Kind == Question && (own == Auth || own == Trust) {
			d.Kind = own
		}
	}
	for i := range d.Options {
		d.Options[i].Label = unfilled(d.Options[i].Label)
	}
	d.seal()
	return d
}

// lowest returns the first line in which the last feature of a rule may stand.
func (b bottom) lowest(rule dialogRule) int {
	at := b.footer()
	for at > 0 && b.worded(at) <= rule.Below {
		at--
	}
	return at
}

// worded counts the lines from one on that say something.
func (b bottom) worded(from int) int {
	n := 0
	for _, line := range b.lines[from:] {
		if !wordless.MatchString(line) {
			n++
		}
	}
	return n
}

// heading returns the first line of the text that ends before line upto.
func (b bottom) heading(upto int) int {
	for i := upto - 1; i >= 0; i-- {
		if boundary.MatchString(b.rows[i].Text()) || paragraph.MatchString(b.lines[i]) {
			return i + 1
		}
	}
	return 0
}

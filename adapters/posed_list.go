package adapters

import (
	"slices"
	"strings"
)

var (
	// pointer is the cursor of a list and nothing else; signs that begin items of prose,
	// or what people said, need numbers and a question, see posedList.
	pointer = lazy(`^ *(?:[❯›»▶►▸➤→]|[-=]>) *(?:\d{1,2}[.)] +)?\S`)
	// choosing orders to choose.
	choosing = lazy(`(?i)\b(?:choose|select|pick)\b`)
)

// posedList finds a list with a cursor that ends some lines, but for a line of keys. What
// begins with the sign of the composer, or with that of a quotation, may be what somebody
// has said, and is none unless it has its keys, or a question stands right above it, or, beside the sign
// of a composer, it has answers that allow and refuse, or a frame. said says that a question is needed in any case.
func (b bottom) posedList(sign string, said bool) *Dialog {
	end, keys := b.keyless()
	for at := end - 1; at >= max(1, end-region); at-- {
		line := b.lines[at]
		plain := !pointer.MatchString(line)
		if plain && !unnumbered.MatchString(line) {
			continue
		}
		var read Dialog
		top := b.list(&read, at, end, unnumbered)
		if len(read.Options) < 2 || !b.part(0, end).closes(&read) {
			continue
		}
		d := b.question(dialogRule{}, []int{at, end - 1})
		if d == nil || plain && numberOf(line) == "" && !keys && !slices.ContainsFunc(labels(d), replies.MatchString) {
			continue
		}
		first := at
		for first > 0 && indent(b.lines[first-1]) >= indent(b.lines[at]) && !wordless.MatchString(b.lines[first-1]) && !queried.MatchString(b.lines[first-1]) {
			first--
		}
		speech := plain || sign != "" && strings.HasPrefix(strings.TrimSpace(line), sign) || told.MatchString(line)
		proven := keys || sign != "" && (opposed(labels(d)) || frame.MatchString(b.rows[at].Text()))
		if (said || speech && !proven) && !b.asked(first, edge/2) {
			continue
		}
		if d.Text == "" && proven { // a message stands right above
			d.Text = strings.TrimSpace(b.part(0, top).last())
			d.seal()
		}
		return d
	}
	return nil
}

// keyless is where some lines end but for their keys, and whether there are any.
func (b bottom) keyless() (end int, keys bool) {
	for end = len(b.lines); end > 0 && (wordless.MatchString(b.lines[end-1]) || keyLine(b.lines[end-1])); end-- {
		keys = keys || keyLine(b.lines[end-1])
	}
	return end, keys
}

// buttons is choice where something is asked: colours have such signs, too.
func (b bottom) buttons() *Dialog {
	d := b.choice()
	if d == nil || !queried.MatchString(d.Text) && !choosing.MatchString(d.Text) && !slices.ContainsFunc(labels(d), replies.MatchString) && !slices.ContainsFunc(b.lines[max(0, len(b.lines)-edge/2):], keyLine) {
		return nil
	}
	return d
}

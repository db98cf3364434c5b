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
// has said, and is none unless a question stands right above it.
func (b bottom) posedList(sign string, said bool) *Dialog {
	end := len(b.lines)
	for end > 0 && (wordless.MatchString(b.lines[end-1]) || keyLine(b.lines[end-1])) {
		end--
	}
	for at := end - 1; at >= max(1, end-region); at-- {
		line := b.lines[at]
		quoting := numberOf(line) == "" && unnumbered.MatchString(line) && !pointer.MatchString(line)
		if !pointer.MatchString(line) && !quoting && !(told.MatchString(line) && numberOf(line) != "") {
			continue
		}
		var read Dialog
		if b.list(&read, at, end, unnumbered); len(read.Options) < 2 || !b.part(0, end).closes(&read) {
			continue
		}
		d := b.question(dialogRule{}, []int{at, end - 1})
		if d == nil || quoting && !slices.ContainsFunc(labels(d), replies.MatchString) {
			continue
		}
		first := at
		for first > 0 && indent(b.lines[first-1]) >= indent(b.lines[at]) && !wordless.MatchString(b.lines[first-1]) && !queried.MatchString(b.lines[first-1]) {
			first--
		}
		doubted := said || quoting || sign != "" && strings.HasPrefix(strings.TrimSpace(line), sign) || told.MatchString(line)
		if doubted && !b.asked(first, edge/2) {
			continue
		}
		return d
	}
	return nil
}

// buttons is choice where something is asked: colours have such signs, too.
func (b bottom) buttons() *Dialog {
	d := b.choice()
	if d == nil || !queried.MatchString(d.Text) && !choosing.MatchString(d.Text) && !slices.ContainsFunc(labels(d), replies.MatchString) && !slices.ContainsFunc(b.lines[max(0, len(b.lines)-edge/2):], keyLine) {
		return nil
	}
	return d
}

package adapters

import (
	"slices"
	"strings"

	"rooda/pty/vt"
)

// highlighted finds a list near the end of the screen whose cursor is nothing but the colours of a line
// turned round, below a question or above the keys that answer; nil for none. A heading or a line
// about the agent may look so, too.
func (b bottom) highlighted() *Dialog {
	for at := len(b.lines) - 1; at >= max(1, len(b.lines)-2*region); at-- {
		if !reversed(b.rows[at]) {
			continue
		}
		first, end := b.block(at)
		if end-first < 2 || first == 0 || slices.ContainsFunc(b.rows[first:at], reversed) || slices.ContainsFunc(b.rows[at+1:end], reversed) {
			continue
		}
		asked := b.asked(first, edge)
		if len(b.lines)-end > edge || !asked && !slices.ContainsFunc(b.lines[end:min(len(b.lines), end+edge/2)], keyLine) {
			continue
		}
		d := &Dialog{lit: asked}
		for i, line := range b.lines[first:end] {
			option := Option{Label: strings.TrimSpace(line), Selected: first+i == at}
			if m := numbered.FindStringSubmatch(line); m != nil {
				option.Key, option.Label = m[4], strings.TrimSpace(m[5])
			}
			d.Options = append(d.Options, option)
		}
		top := b.heading(first)
		text := b.unwrapped(top, first)
		d.Text = strings.Join(entryless(text, -1), "\n")
		d.own, d.leads = b.own(top, first)
		d.Kind = kindOf(d, subject(text))
		d.seal()
		return d
	}
	return nil
}

// block returns the lines around one that begin in its column, with no other and none blank between.
func (b bottom) block(at int) (first, end int) {
	joins := func(i int) bool {
		return b.at[i+1] == b.at[i]+1 && indent(b.lines[i]) == indent(b.lines[at]) && indent(b.lines[i+1]) == indent(b.lines[at]) && !keyLine(b.lines[i+1])
	}
	for first = at; first > 0 && joins(first-1); {
		first--
	}
	for end = at + 1; end < len(b.lines) && joins(end-1); {
		end++
	}
	return first, end
}

// reversed reports whether all the words of a row have their colours turned round: the cursor of
// an entry is a single cell.
func reversed(row vt.Line) bool {
	n := 0
	for x := range row.Len() {
		cell := row.Cell(x)
		if wordless.MatchString(cell.Text) {
			continue
		}
		if cell.Style.Attr&vt.Reverse == 0 {
			return false
		}
		n++
	}
	return n > 1
}

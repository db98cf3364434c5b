package adapters

import (
	"slices"
	"strings"
)

// What asks beside a composer that stays in sight, and what is only the end of what an
// agent says: a question in words (“Shall I go on?”) is prose, which the next input
// answers; one that offers its keys is not. Those are answers by letters or words
// (`[y/n]`, `(yes/no)`), answers behind their keys, a list with a cursor, a key to press
// or a word to type, the name of an entry and its colon, and an order with a question
// mark and nobody who asks (“Allow rm?”), on a line of its own.
var (
	// open is the end of a question with letters that has no answer yet.
	open = lazy(`[\])?:>] *$`)
	// fence ends a block that is quoted.
	fence = lazy("^ *(?:```|~~~) *$")
	// sentenced is the end of a sentence: what stands above one was no last word.
	sentenced = lazy(`[\p{L}\p{N}"'”’)\]*_` + "`" + `][.!:;,]["'”’)\]*_]*$`)
)

// posed is a question beside a composer that stays in sight, nil for none: the last
// words above its upper edge, or what stands below it. moves are rows that have moved while the words
// stood, texts what was given, busy says that a mark tells of work, and below what stands below the question.
func (b bottom) posed(p place, marks patterns, moves map[int]bool, texts []given, busy bool) (d *Dialog, below string) {
	if !p.found() {
		return nil, ""
	}
	sign := b.seat(p).sign
	offering := func(part bottom) (*Dialog, string) { return part.offering(sign, marks, moves, busy) }
	if d, below := b.part(0, p.first).unechoed(texts, offering); p.completed(d) {
		return nil, ""
	} else if d != nil {
		return d, below
	}
	part := b.part(p.end, len(b.lines))
	entry := func() *Dialog { return part.spoken(named) }
	list := func() *Dialog { return part.posedList("", false) }
	for _, form := range []func() *Dialog{part.lettered, part.answers, list, entry} {
		if d := form(); d != nil && d.Text != "" {
			return doubtful(d), ""
		}
	}
	return nil, ""
}

// completed reports whether a list is that of the commands with which a composer's text goes on, the one that
// stands in it chosen: an Enter is for that.
func (p place) completed(d *Dialog) bool {
	held := strings.Fields(p.held)
	return d != nil && len(held) > 0 && strings.HasPrefix(held[0], "/") && slices.ContainsFunc(d.Options, func(o Option) bool {
		return o.Selected && strings.Fields(o.Label + " ?")[0] == held[0]
	})
}

// part is some of the lines.
func (b bottom) part(from, to int) bottom {
	typed := b.typed - from
	if typed >= to-from {
		typed = -1
	}
	return bottom{b.lines[from:to], b.rows[from:to], b.at[from:to], max(-1, typed), b.cols}
}

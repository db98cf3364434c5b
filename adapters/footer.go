package adapters

import "strings"

// footer tells which counters below the composer go on whatever the agent does: those are
// clocks, and no work. A line is known by what does not tick in it.
type footer struct {
	lines map[string]string // as last seen there
	// clocks have moved while nothing was asked, and stood were there when the turn began.
	clocks, stood map[string]bool
	// rested is what lines was when the agent came to rest, nil while it works: what comes
	// later may be the head of its work.
	rested map[string]string
	// unasked says that nothing has been asked since the start.
	unasked bool
}

// counts is how many clocks are remembered.
const counts = 16

// Unasked notes, before any output, that the agent has been started without a text: until
// something is typed, what counts below its composer is no work.
func (w *Watcher) Unasked() { w.footer.unasked = true }

// turn begins with a text for an agent at rest.
func (f *footer) turn() {
	f.stood = make(map[string]bool, len(f.lines))
	for words := range f.lines {
		f.stood[words] = true
	}
}

// untick returns the text of a screen without the clocks below its composer. rests says that the
// agent was at rest until now, and alone that another sign of its work has gone in this turn.
func (f *footer) untick(text string, b bottom, p place, rests, alone bool) string {
	was := f.lines
	f.lines = map[string]string{}
	if rests && f.rested == nil {
		f.rested = was
	} else if !rests {
		f.rested = nil
	}
	if !p.found() {
		return text
	}
	var rows []string
	for i := p.end; i < len(b.lines); i++ {
		line := b.lines[i]
		words := Unticked(line)
		f.lines[words] = line
		_, rested := f.rested[words]
		if before, ok := was[words]; ok && before != line && (rested || f.unasked) {
			if f.clocks == nil || len(f.clocks) >= counts {
				f.clocks = map[string]bool{}
			}
			f.clocks[words] = true
		}
		if !f.clocks[words] && !(alone && f.stood[words]) {
			continue
		}
		if rows == nil {
			rows = strings.Split(text, "\n")
		}
		if y := b.at[i]; y < len(rows) {
			rows[y] = words
		}
	}
	if rows == nil {
		return text
	}
	return strings.Join(rows, "\n")
}

package orchestrator

import (
	"strings"
	"time"

	"rooda/orchestrator/loop"
	"rooda/pty/vt"
)

// turn is where a turn begins in what the terminal shows and has shown, and what was heard of it.
type turn struct {
	row    int64     // the first of the screen's then, by the numbers of vt.Screen.History
	before []vt.Mark // of the screen's rows
	// heard are promises that stood there when the window last got another size, for a terminal
	// cuts what no longer fits, and not every agent paints it again; or that have scrolled out
	// of the history since.
	heard loop.Signals
	read  int64 // the row up to which those were looked for
}

// stretch is how many rows may scroll off between two looks for promises: less than half of what is kept.
const stretch = 400

// begin notes that a turn is over: what comes is of the next.
func (e *eye) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, row := e.screen.History()
	e.turn = turn{row: row}
	lines, _ := e.screen.Since(row)
	for _, l := range lines {
		e.turn.before = append(e.turn.before, l.Mark())
	}
}

// transcript is the text of the screen and of what has scrolled off it in this turn, with lines
// that the terminal wrapped joined. In the rows at its head that nothing was written to since the
// turn before are no promises. Whole is false where some may be missing.
func (e *eye) transcript() (text string, whole bool) {
	from := e.turn.row
	if first, _ := e.screen.History(); from < first && first <= e.turn.read {
		from = first // what is kept no more was read before
	}
	lines, whole := e.screen.Since(from)
	old := 0
	for old < min(len(lines), len(e.turn.before)) && lines[old].Mark() == e.turn.before[old] {
		old++
	}
	text = vt.Unwrapped(lines[old:])
	if old > 0 {
		text = harmless(vt.Unwrapped(lines[:old])) + "\n" + text
	}
	return text, whole
}

// recount is transcript for the driver.
func (e *eye) recount() (text string, whole bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.transcript()
}

// show writes output to the screen, and keeps the promises that would leave its history.
func (e *eye) show(now time.Time, p []byte) {
	for len(p) > 0 {
		n := min(len(p), stretch) // hardly any byte makes more than one row
		e.watcher.Write(now, p[:n])
		p = p[n:]
		if _, end := e.screen.History(); end-max(e.turn.row, e.turn.read) >= stretch {
			e.overhear()
		}
	}
}

// overhear keeps the promises of the turn before what shows them may be cut.
func (e *eye) overhear() {
	_, e.turn.read = e.screen.History()
	text, _ := e.transcript()
	if found := lastWords(text, e.typed); promised(found) {
		e.turn.heard = found
	}
}

// overheard are the promises of the turn that stood there before.
func (e *eye) overheard() loop.Signals {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.turn.heard
}

func promised(s loop.Signals) bool { return s.Success || s.Failure }

// harmless is a text without promises.
func harmless(text string) string { return strings.ReplaceAll(text, "<promise>", "<promise/>") }

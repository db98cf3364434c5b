package orchestrator

import (
	"strings"

	"rooda/adapters"
	"rooda/orchestrator/loop"
	"rooda/pty/vt"
)

// turn is where a turn begins in what the terminal shows and has shown, and what was heard of it.
type turn struct {
	row    int64     // the first of the screen's then, by the numbers of vt.Screen.History
	head   int64     // the row that before begins with
	before []vt.Mark // of the rows of the turn before, and of those that are settled, see resized
	// inherited says that it is not known where it began: another host had the agent then.
	inherited bool
	asked     bool // the agent has its text
	echoed    bool // which was seen
	// heard are promises that stood below that when the window last got another size, for a
	// terminal cuts what no longer fits, and not every agent paints it again; or that have
	// scrolled off since.
	heard  loop.Signals
	tagged bool  // output since then may hold one
	looked int64 // the row up to which those were last looked for, and
	read   int64 // up to which they were found if there were any
}

// begin notes that a turn is over: what comes is of the next.
func (e *eye) begin() {
	e.mu.Lock()
	defer e.mu.Unlock()
	_, row := e.screen.History()
	lines, _ := e.screen.Since(row)
	e.turn = turn{row: row, head: row, before: marks(lines)}
}

func marks(lines []vt.Line) (list []vt.Mark) {
	for _, l := range lines {
		list = append(list, l.Mark())
	}
	return list
}

// transcript is the text of the screen and of what has scrolled off it in this turn, with lines
// that the terminal wrapped joined. In the rows at its head that nothing was written to since the
// turn before, and in those whose promises are heard, are none. Whole is false where some may be missing.
func (e *eye) transcript() (text string, whole bool) {
	from := e.turn.row
	first, end := e.screen.History()
	cut := from < first
	if cut && first <= e.turn.read {
		from = first
	}
	lines, whole := e.screen.Since(from)
	if e.turn.inherited && below(strings.Split(vt.Unwrapped(lines), "\n"), e.newest()) == 0 {
		lines, _ = e.screen.Since(end)
		whole, cut = false, false
	}
	old := e.settled(lines)
	if cut {
		old = max(old, e.quoted(lines, first))
	}
	text = vt.Unwrapped(lines[old:])
	if old > 0 {
		text = harmless(vt.Unwrapped(lines[:old])) + "\n" + text
	}
	return text, whole
}

// settled counts the rows at the head of those of the turn, as transcript reads them, that nothing was written to.
func (e *eye) settled(lines []vt.Line) (n int) {
	before := e.turn.before
	before = before[min(max(e.turn.from(e.screen)-e.turn.head, 0), int64(len(before))):]
	for n < min(len(lines), len(before)) && lines[n].Mark() == before[n] {
		n++
	}
	return n
}

// from is the first of the turn's rows that are kept, or of the screen's where that is above it.
func (t turn) from(s *vt.Screen) int64 {
	first, end := s.History()
	return min(max(t.row, first), end)
}

// resized changes the screen in a way that may cut what stands there, where an agent need not paint it
// again. Of an echo so little may be left that it is none any more, so what stands there is settled
// before: the promises of the turn are heard, and nothing else is one.
func (e *eye) resized(change func()) {
	from := e.turn.from(e.screen)
	was, _ := e.screen.Since(from)
	n := e.settled(was)
	if e.overhear(false) {
		n = len(was)
	}
	change()
	head := e.turn.from(e.screen)
	is, _ := e.screen.Since(head)
	old := 0
	for ; old < len(is); old++ {
		at := int(head-from) + old // below 0 for a row of before the turn, which has come back
		if at >= n || at >= 0 && !strings.HasPrefix(was[at].Text(), is[old].Text()) {
			break
		}
	}
	e.turn.head, e.turn.before = head, marks(is[:old])
}

// quoted counts the rows at the head of a history that begins in the middle of a turn in which no
// promise counts: those that are heard, and what may be the end of the text, which the mask does not know.
func (e *eye) quoted(lines []vt.Line, first int64) int {
	const known = 24
	n, letters := 0, 0
	for n < len(lines) && (letters < known || first+int64(n) < e.turn.read) {
		letters += len(adapters.Letters(harmless(lines[n].Text())))
		n++
	}
	return n
}

// newest is the text that the agent was given last.
func (e *eye) newest() string {
	if len(e.typed) == 0 {
		return ""
	}
	return e.typed[len(e.typed)-1]
}

// recount is transcript for the driver.
func (e *eye) recount() (text string, whole bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.transcript()
}

func promised(s loop.Signals) bool { return s.Success || s.Failure }

// harmless is a text without promises.
func harmless(text string) string { return strings.ReplaceAll(text, "<promise>", "<promise >") }

package orchestrator

import (
	"bytes"
	"strings"
	"time"

	"rooda/orchestrator/loop"
)

// stretch is how many rows may scroll off between two looks for promises: less than half of what is kept.
const stretch = 400

// show writes output to the screen, and keeps the promises that would leave its history.
func (e *eye) show(now time.Time, p []byte) {
	for len(p) > 0 {
		n := e.piece(p)
		e.turn.tagged = e.turn.tagged || bytes.IndexByte(p[:n], '<') >= 0
		e.watcher.Write(now, p[:n])
		p = p[n:]
		if _, end := e.screen.History(); end-max(e.turn.row, e.turn.looked) >= stretch {
			e.scrolled(end)
		}
	}
}

// piece is how many bytes of output make at most a stretch of rows, but for sequences that scroll.
func (e *eye) piece(p []byte) (n int) {
	cols := max(int(e.size.Cols), 1)
	for rows := 0; n < len(p) && rows < stretch; {
		line := bytes.IndexByte(p[n:], '\n') + 1
		if line == 0 {
			line = len(p) - n
		}
		line = min(line, (stretch-rows)*cols)
		n, rows = n+line, rows+1+line/cols
	}
	return n
}

// scrolled overhears where there may be anything new to hear, for that is dear: the text of the turn
// comes at its beginning, and a tag has a sign that may have come since, and is on what was written.
func (e *eye) scrolled(end int64) {
	from := max(e.turn.row, e.turn.looked)
	begins := !e.turn.echoed && end-e.turn.row < 3*stretch
	if begins || e.turn.tagged && e.screen.Holds(from, "<promise>") {
		e.overhear(true)
	} else if e.turn.looked = end; e.turn.echoed {
		e.turn.read = end
	}
	e.turn.tagged = false
}

// overhear keeps the promises of the turn before what shows them may be cut, or scrolls out of the
// history. Above the text of the turn they are of another. It reports whether they were looked for.
func (e *eye) overhear(scrolls bool) bool {
	_, e.turn.looked = e.screen.History()
	text, _ := e.transcript()
	echoed := below(strings.Split(text, "\n"), e.newest()) > 0
	e.turn.echoed = e.turn.echoed || e.turn.asked && echoed
	if !e.turn.echoed || !scrolls && !echoed {
		return false
	}
	e.turn.read = e.turn.looked
	if found := lastWords(text, e.typed); promised(found) {
		e.turn.heard = found
	}
	return true
}

// overheard are the promises of the turn that stood there before.
func (e *eye) overheard() loop.Signals {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.turn.heard
}

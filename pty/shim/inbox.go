package shim

import (
	"bytes"
	"sync"
	"time"

	"rooda/pty/vt"
)

// mostReports bounds what is kept of a terminal's reports, in bytes: what comes after is left out.
const mostReports = 4 << 10

// typed is a message of a viewer: keys, behind what its terminal has reported ahead of them.
type typed struct {
	reports, keys []byte
	reported      int64 // how much was sent of reports; some may be left out
	pasting       bool  // it begins inside of a paste of the viewer's
	came          time.Time
}

// inbox is what a viewer has sent and nobody has written yet. One goroutine sorts, another takes.
type inbox struct {
	typed    chan typed    // what a person typed; closed by who sorts
	reported chan struct{} // there are reports

	tail tail // of who sorts

	mu      sync.Mutex
	pasting bool
	reports []byte
	moved   int // where in reports the mouse's way begins that ends them; -1 where none does
	sent    int64
}

func newInbox() *inbox {
	return &inbox{typed: make(chan typed, typedAhead), reported: make(chan struct{}, 1), moved: -1}
}

// sort returns what is typed with the reports that came ahead of it. A message that is nothing but reports is
// put aside, pressed false; of where the mouse goes only the newest is kept.
func (in *inbox) sort(p []byte) (m typed, pressed bool) {
	joined := in.tail.join(p)
	in.mu.Lock()
	m = typed{keys: p, pasting: in.pasting, came: time.Now()}
	switch begin, end := bytes.LastIndex(joined, []byte(pasteBegin)), bytes.LastIndex(joined, []byte(pasteEnd)); {
	case begin > end:
		in.pasting = true
	case end > begin:
		in.pasting = false
	}
	in.mu.Unlock()
	if m.pasting || vt.Pressed(p) {
		m.reports, m.reported = in.take()
		return m, true
	}
	in.put(p)
	in.again()
	return m, false
}

// leavePaste has what comes taken for keys, although the end of the paste has not come.
func (in *inbox) leavePaste() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.pasting = false
}

func (in *inbox) put(p []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.sent += int64(len(p))
	moves := vt.Moved(p)
	if moves && in.moved >= 0 {
		in.reports = in.reports[:in.moved]
	}
	if len(in.reports)+len(p) > mostReports {
		return
	}
	switch {
	case !moves:
		in.moved = -1
	case in.moved < 0:
		in.moved = len(in.reports)
	}
	in.reports = append(in.reports, p...)
}

// take gives the reports away, and says how much was sent of them.
func (in *inbox) take() (reports []byte, sent int64) {
	in.mu.Lock()
	defer in.mu.Unlock()
	reports, sent = in.reports, in.sent
	in.reports, in.moved, in.sent = nil, -1, 0
	return reports, sent
}

// again says that there are reports, if so.
func (in *inbox) again() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.reports) == 0 {
		return
	}
	select {
	case in.reported <- struct{}{}:
	default:
	}
}

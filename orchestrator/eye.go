package orchestrator

import (
	"bytes"
	"io"
	"sync"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/vt"
)

// eye watches an interactive agent: the output path writes to it, people and
// the agent's own events are reported to it, and the driver looks through it.
// It is safe for concurrent use and never waits for the driver.
type eye struct {
	text io.Writer // sees the output, too
	wake chan struct{}

	mu      sync.Mutex
	screen  *vt.Screen
	watcher *adapters.Watcher
	hands   hands
	size    pty.Size // the screen's
	home    pty.Size // the terminal's own, while no window is there
	sized   bool     // the terminal tells its size
	attach  bool     // of one that does not: somebody came or went, so it may have changed
	taken   int64    // output
	torn    int      // how often it is still to be compared with the terminal's, see mend
	typed   []string // all that the agent was given, for the echo mask; only the driver changes it
	turn    turn
	left    string // the transcript when the alternate screen was last left
	message string
	spoken  bool // message is of this turn
	mute    bool // the turn ended without one, as the agent itself says
	agentID string
	last    time.Time // when output came last
}

func newEye(signs adapters.Signs, text io.Writer, now time.Time) (*eye, error) {
	detector, err := adapters.NewDetector(signs)
	if err != nil {
		return nil, err
	}
	screen := vt.New(vt.Options{Cols: pty.DefaultCols, Rows: pty.DefaultRows})
	return &eye{
		text: text, wake: make(chan struct{}, 1),
		size:   pty.Size{Cols: pty.DefaultCols, Rows: pty.DefaultRows},
		home:   pty.Size{Cols: pty.DefaultCols, Rows: pty.DefaultRows},
		screen: screen, watcher: adapters.NewWatcher(detector, screen, now),
	}, nil
}

// Write takes output as it comes.
func (e *eye) Write(p []byte) (int, error) {
	n, err := e.text.Write(p)
	e.mu.Lock()
	now := time.Now()
	e.last = now
	e.taken += int64(len(p))
	if bytes.Contains(p, leaveScreen) { // much faster than LastIndex
		at := bytes.LastIndex(p, leaveScreen)
		e.show(now, p[:at])
		e.left, _ = e.transcript()
		p = p[at:]
	}
	e.show(now, p)
	e.mu.Unlock()
	e.poke()
	return n, err
}

// heard is when output came last.
func (e *eye) heard() time.Time {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.last
}

// poke makes the driver look.
func (e *eye) poke() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// event takes what the agent says of itself.
func (e *eye) event(h adapters.Hook) {
	e.mu.Lock()
	e.watcher.Hook(time.Now(), h)
	if h.Message != "" {
		e.message, e.spoken = h.Message, true
	}
	e.mute = !e.spoken && (e.mute || h.Mute)
	if h.SessionID != "" {
		e.agentID = h.SessionID
	}
	e.mu.Unlock()
	e.poke()
}

// look returns what there is to see now, and when to look again although
// nothing happens.
func (e *eye) look(now time.Time) (s scene, next time.Time) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watcher.Advance(now)
	s = scene{e.watcher.View(), e.hands}
	s.size = e.size
	return s, e.watcher.Next()
}

// gone notes the end of the process.
func (e *eye) gone(now time.Time, how string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watcher.Exit(now, how)
}

// explain returns the last decisions from that number on.
func (e *eye) explain(from int) []adapters.Evaluation {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.watcher.Explain(from)
}

// given notes a text that the agent gets, or has got.
func (e *eye) given(text string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.watcher.Given(text)
	e.turn.asked = true
	if n := len(e.typed); n == 0 || e.typed[n-1] != text {
		e.typed = append(e.typed, text)
	}
}

package attach

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

const (
	beginFrame = "\x1b[?2026h"
	endFrame   = "\x1b[?2026l"
	// clipPause is the shortest time between two paintings of a screen that
	// does not fit.
	clipPause = 33 * time.Millisecond
)

// display shows the agent's screen on the person's terminal. Where both have
// the same size the output goes through as it comes, and scrolls into the
// terminal's own history; else the part that fits is painted.
type display struct {
	filter filter
	model  *vt.Screen // what the agent's screen shows
	screen pty.Size   // the agent's
	window pty.Size   // the person's
	// fresh says that the person's own lines are still on the terminal;
	// history is what goes above the screen when they are moved away.
	fresh   bool
	history string
	// budget is how many bytes of 80x24 the first painting may take with its history; 0 for any.
	budget int
	clip   *clip // nil while output goes through
	notice notice
	buf    []byte
}

func newDisplay(window pty.Size, budget int) *display {
	return &display{window: window, budget: budget, fresh: true, filter: filter{cols: int(window.Cols)}}
}

// snapshot starts again from a picture of the agent's screen and returns what
// paints it.
func (d *display) snapshot(p shim.Picture) []byte {
	d.screen = pty.Size{Cols: uint16(p.Cols), Rows: uint16(p.Rows)}
	d.model = vt.New(vt.Options{Cols: p.Cols, Rows: p.Rows, Scrollback: -1})
	d.model.Write([]byte(p.Styled))
	d.model.Write([]byte(p.Modes))
	d.history = p.History
	return append(d.filter.forget(), d.paint()...)
}

// clear moves the person's lines into the terminal's history, and the agent's
// latest lines after them: as many as fit with what is painted next.
func (d *display) clear(next int) []byte {
	b := append([]byte("\r"), d.fitting(next+1+int(d.window.Rows))...)
	d.history = ""
	// As many rows as the window has: blank ones below the cursor are not
	// scrolled out.
	return append(b, bytes.Repeat([]byte{'\n'}, int(d.window.Rows))...)
}

// fitting is the end of the history that fits into the budget with as much else.
func (d *display) fitting(other int) string {
	room := d.budget*int(d.window.Cols)*int(d.window.Rows)/(80*24) - other
	switch {
	case d.budget == 0 || len(d.history) <= room:
		return d.history
	case room <= 0:
		return ""
	}
	cut := len(d.history) - room
	row := strings.IndexByte(d.history[cut-1:], '\n') // only whole rows
	return d.history[cut+row:]
}

// output takes the agent's output and returns what the terminal gets of it. When
// later is true, paint is to be called within pause.
func (d *display) output(p []byte) (out []byte, later bool) {
	if d.model == nil {
		return nil, false
	}
	out = d.unveil()
	d.model.Write(p)
	d.model.Replies()
	d.model.Events()
	if d.clip != nil {
		return nil, true
	}
	d.buf = d.filter.appendTo(append(d.buf[:0], out...), p)
	return d.buf, d.notice.text != ""
}

// pause is how long what came may wait to be painted.
func (d *display) pause() time.Duration {
	if d.clip == nil { // it has gone through
		return noticePause
	}
	return clipPause
}

// windowed takes the person's new size and returns what paints it.
func (d *display) windowed(size pty.Size) []byte {
	d.window = size
	d.filter.cols = int(size.Cols)
	if d.model == nil {
		return nil
	}
	return d.paint()
}

// paint returns what makes the terminal show the model.
func (d *display) paint() []byte {
	sn := d.model.Snapshot()
	out := d.filter.interrupt()
	frame := d.frame(sn)
	if d.fresh {
		d.fresh = false
		out = append(out, d.clear(len(out)+len(frame))...)
	}
	return append(out, frame...)
}

// frame returns what makes a cleared terminal, or one that the agent has, show it.
func (d *display) frame(sn *vt.Snapshot) []byte {
	out := []byte(beginFrame)
	d.notice.shown = d.notice.text != ""
	if d.screen != d.window {
		if d.clip == nil {
			out = append(out, d.filter.ledger.undoModes(int(d.window.Cols))...)
			d.clip = &clip{}
		}
		out = append(out, d.clip.paint(&d.filter, sn, d.window, d.notice)...)
		return append(out, endFrame...)
	}
	d.clip = nil
	out = append(out, d.filter.ledger.undoModes(int(d.window.Cols))...)
	out = d.filter.aside(out, sn.Styled())
	out = append(out, d.notice.over(sn)...)
	out = d.filter.aside(out, sn.ModeBytes())
	return append(out, endFrame...)
}

// leave returns what gives the terminal back: nothing is left on, and the
// cursor stands on a line of its own below what is shown.
func (d *display) leave() []byte {
	out := d.notify("") // it is none of what the person goes on with
	undo := append(d.filter.interrupt(), d.filter.ledger.undoModes(int(d.window.Cols))...)
	if d.model != nil {
		last := d.bottom(undo)
		undo = fmt.Appendf(undo, "\x1b[%d;1H\r\n", last)
	}
	return append(append(out, undo...), d.filter.ledger.undoRest()...)
}

// bottom returns the last row, from 1, that has something on it when undo has
// been written.
func (d *display) bottom(undo []byte) int {
	if d.clip != nil && !d.clip.alternate() {
		return max(d.clip.bottom(), 1)
	}
	sn := d.model.Snapshot()
	model := vt.New(vt.Options{Cols: sn.Cols, Rows: sn.Rows, Scrollback: -1})
	for _, b := range [][]byte{sn.Styled(), sn.ModeBytes(), undo} { // which may switch to the main screen
		model.Write(b)
	}
	sn = model.Snapshot()
	for y := min(sn.Rows, int(d.window.Rows)); y > 1; y-- {
		if sn.Line(y-1).Len() > 0 {
			return y
		}
	}
	return 1
}

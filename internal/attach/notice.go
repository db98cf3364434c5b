package attach

import (
	"fmt"
	"strings"
	"time"

	"rooda/pty/vt"
)

const (
	// noticeTime is how long a notice stands that nothing takes back.
	noticeTime = 3 * time.Second
	// bellPause is the shortest time between two bells.
	bellPause = time.Second
	// noticePause is how long after output that goes through a notice is painted again.
	noticePause = 250 * time.Millisecond
)

// notice is a line over the agent's screen that is none of it.
type notice struct {
	text string // empty for none
	// shown says that the terminal shows one.
	shown bool
}

// row is where it stands in a window, from 0: at the bottom, unless the cursor is there; -1 for
// nowhere.
func (n notice) row(cursor, rows int) int {
	switch {
	case n.text == "" || rows < 2:
		return -1
	case cursor == rows-1:
		return 0
	}
	return rows - 1
}

// line is what paints it on a line that is so wide.
func (n notice) line(cols int) string {
	text := n.text
	if len(text) > cols-1 {
		text = text[:max(cols-1, 0)]
	}
	return "\x1b[0;7m" + text + strings.Repeat(" ", max(cols-1-len(text), 0)) + "\x1b[m"
}

// over returns what paints it over a screen that has been painted, before the cursor is put
// where it belongs.
func (n notice) over(sn *vt.Snapshot) []byte {
	y := n.row(sn.Cursor.Y, sn.Rows)
	if y < 0 {
		return nil
	}
	return fmt.Appendf(nil, "\x1b[%d;1H%s", y+1, n.line(sn.Cols))
}

// notify shows a notice, of ASCII, until another one comes; an empty one takes it away. It
// returns what paints that.
func (d *display) notify(text string) []byte {
	if d.notice.text == text {
		return nil
	}
	d.notice.text = text
	if d.model == nil {
		return nil
	}
	return d.paint()
}

// unveil returns what takes the notice off the terminal for output that goes through, which
// would move it.
func (d *display) unveil() []byte {
	if !d.notice.shown || d.clip != nil {
		return nil
	}
	text := d.notice.text
	d.notice.text = ""
	out := d.paint()
	d.notice.text = text
	return out
}

// bell returns what rings the terminal's, whatever it has a part of.
func (d *display) bell() []byte { return append(d.filter.interrupt(), '\a') }

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
	// greetTime is how long the name of the agent stands over its screen at first.
	greetTime = 2 * time.Second
	// bellPause is the shortest time between two bells.
	bellPause = time.Second
	// noticePause is how long after output that goes through a notice is painted again.
	noticePause = 250 * time.Millisecond
)

// notice is a text over the agent's screen that is none of it: a line, or more in a narrow window.
type notice struct {
	text string // empty for none
	// shown says that the terminal shows one.
	shown bool
}

// place is where it stands in a window, and its lines there: the row of the first, from 0. It
// stands at the bottom, unless the cursor is in its way there, and is cut where there is no room
// for all of it beside the cursor.
func (n notice) place(cursor, cols, rows int) (at int, lines []string) {
	if n.text == "" {
		return 0, nil
	}
	lines = folded(n.text, max(cols-1, 1))
	above, below := max(cursor, 0), min(rows-1-cursor, rows)
	if len(lines) <= below || below >= above {
		lines = lines[:max(min(len(lines), below), 0)]
		at = rows - len(lines)
	} else {
		lines = lines[:min(len(lines), above, rows)]
	}
	for i, line := range lines {
		lines[i] = "\x1b[0;7m" + line + strings.Repeat(" ", max(cols-1-len(line), 0)) + "\x1b[m"
	}
	return at, lines
}

// folded is a text of ASCII in lines that are no wider, broken at spaces where there are any.
func folded(text string, width int) (lines []string) {
	for len(text) > width {
		end := strings.LastIndexByte(text[:width+1], ' ')
		if end <= 0 {
			end = width
		}
		lines = append(lines, text[:end])
		text = strings.TrimPrefix(text[end:], " ")
	}
	return append(lines, text)
}

// over returns what paints it over a screen that has been painted, before the cursor is put
// where it belongs.
func (n notice) over(sn *vt.Snapshot) (b []byte) {
	at, lines := n.place(sn.Cursor.Y, sn.Cols, sn.Rows)
	for i, line := range lines {
		b = fmt.Appendf(b, "\x1b[%d;1H%s", at+i+1, line)
	}
	return b
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

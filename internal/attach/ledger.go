package attach

import (
	"bytes"
	"slices"
)

// usuallyOn are the private modes that terminals start with; all others are
// taken to be off.
var usuallyOn = []int{7, 8, 25, 1035, 1036}

// ledger keeps what a program has changed in a terminal and not changed back,
// so that it can be undone. It has to know only what outlives the screen's
// contents. The zero ledger is a terminal as the shell left it.
type ledger struct {
	private map[int]bool // modes after ?, where they are not as usual
	public  map[int]bool // modes without ?
	saved   map[int]bool // what XTSAVE remembered of private modes
	alt     int          // the mode that switched to the alternate screen, 0 for none
	kitty   [2]keyFlags  // of the main and the alternate screen
	xterm   map[int]bool // keyboard resources set by CSI > Pp ; Pv m
	format  map[int]bool // the same by f
	keypad  bool
	// A program that restores the cursor brings these back, so they stay noted.
	sets    [4]bool // G0 to G3 are not ASCII
	shifted bool    // another set than G0 is invoked
	origin  bool
	region  bool // a scroll region, or margins
	tabs    bool
	cursor  bool // a shape
	protect bool // DECSCA
	link    bool

	titles   int // how many titles wait to be popped, ours included
	colors   map[int]bool
	progress bool
	pointer  bool
	scroll   bool // alternate scroll was touched; what it was is kept by the terminal
}

// keyFlags is the kitty keyboard protocol's state of one screen.
type keyFlags struct {
	depth int
	base  bool // the flags under the stack were changed
}

func (l *ledger) screen() *keyFlags {
	if l.alt != 0 {
		return &l.kitty[1]
	}
	return &l.kitty[0]
}

func set(m *map[int]bool, n int, on bool) {
	if !on {
		delete(*m, n)
		return
	}
	if *m == nil {
		*m = map[int]bool{}
	}
	(*m)[n] = true
}

func (l *ledger) privateMode(n int, on bool) {
	switch n {
	case 47, 1047, 1049:
		if on && l.alt == 0 {
			l.alt = n
		} else if !on {
			l.alt = 0
		}
	case 1048: // only saves the cursor
	case 6:
		l.origin = l.origin || on
	default:
		set(&l.private, n, on != slices.Contains(usuallyOn, n))
	}
}

// escape notes ESC intermediates final.
func (l *ledger) escape(seq []byte) {
	final := seq[len(seq)-1]
	if len(seq) == 3 {
		if i := bytes.IndexByte([]byte("()*+"), seq[1]); i >= 0 {
			l.sets[i] = l.sets[i] || final != 'B'
		}
		return
	}
	switch final {
	case '=':
		l.keypad = true
	case '>':
		l.keypad = false
	case 'H':
		l.tabs = true
	case 'n', 'o':
		l.shifted = true
	}
}

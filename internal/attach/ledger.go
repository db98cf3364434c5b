package attach

import (
	"bytes"
	"slices"
	"strconv"
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

// control notes a control sequence.
func (l *ledger) control(c csi) {
	switch string(c.prefix) + string(c.inter) + string(c.final) {
	case "?h", "?l":
		for _, n := range c.params {
			l.privateMode(n, c.final == 'h')
		}
	case "?s":
		for _, n := range c.params {
			set(&l.saved, n, l.private[n] || l.alt == n)
		}
	case "?r":
		for _, n := range c.params {
			if n != 47 && n != 1047 && n != 1049 {
				set(&l.private, n, l.saved[n])
			}
		}
	case "h", "l":
		for _, n := range c.params {
			set(&l.public, n, (c.final == 'h') != (n == 12))
		}
	case ">u":
		l.screen().depth++
	case "<u":
		k := l.screen()
		k.depth = max(k.depth-max(c.param(0, 1), 1), 0)
	case "=u":
		if k := l.screen(); k.depth == 0 {
			k.base = true
		}
	case ">m":
		set(&l.xterm, c.param(0, -1), len(c.params) > 1 && c.params[1] != 0)
	case ">n":
		set(&l.xterm, c.param(0, 2), true)
	case ">f":
		set(&l.format, c.param(0, -1), len(c.params) > 1 && c.params[1] != 0)
	case "r":
		l.region = len(c.params) > 0
	case "s": // margins where DECLRMM is on, else it saves the cursor
		l.region = l.region || len(c.params) > 1
	case "g":
		l.tabs = true
	case "?W":
		l.tabs = l.tabs && c.param(0, 0) != 5
	case " q":
		l.cursor = c.param(0, 0) != 0
	case `"q`:
		l.protect = c.param(0, 0) == 1
	case "!p":
		l.softReset()
	case "t":
		l.title(c)
	}
}

// title notes that a program keeps a title, or takes it back.
func (l *ledger) title(c csi) {
	switch c.param(0, 0) {
	case 22:
		l.titles++
	case 23:
		l.titles = max(l.titles-1, 0)
	}
}

func (l *ledger) softReset() {
	delete(l.public, 4)
	delete(l.private, 1)
	for _, n := range usuallyOn {
		delete(l.private, n)
	}
	l.keypad, l.region, l.protect = false, false, false
}

// command notes an OSC: what stands between ESC ] and its end.
func (l *ledger) command(content []byte) {
	number, data, _ := bytes.Cut(content, []byte{';'})
	n, err := strconv.Atoi(string(number))
	if err != nil {
		return
	}
	switch {
	case n == 4 || n == 5 || n >= 10 && n <= 19:
		set(&l.colors, n, true)
	case n == 104 || n == 105 || n >= 110 && n <= 119:
		if len(data) == 0 {
			set(&l.colors, n-100, false)
		}
	case n == 8:
		l.link = true // the saved cursor may hold one
	case n == 9:
		if state, ok := bytes.CutPrefix(data, []byte("4;")); ok {
			l.progress = !bytes.HasPrefix(state, []byte("0"))
		}
	case n == 22:
		l.pointer = len(data) > 0
	}
}

package attach

import (
	"bytes"
	"strconv"
)

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
		k.depth = max(k.depth-max(c.first(1), 1), 0)
	case "=u":
		if k := l.screen(); k.depth == 0 {
			k.base = true
		}
	case ">m":
		set(&l.xterm, c.first(-1), len(c.params) > 1 && c.params[1] != 0)
	case ">n":
		set(&l.xterm, c.first(2), true)
	case ">f":
		set(&l.format, c.first(-1), len(c.params) > 1 && c.params[1] != 0)
	case "r":
		l.region = len(c.params) > 0
	case "s": // margins where DECLRMM is on, else it saves the cursor
		l.region = l.region || len(c.params) > 1
	case "g":
		l.tabs = true
	case "?W":
		l.tabs = l.tabs && c.first(0) != 5
	case " q":
		l.cursor = c.first(0) != 0
	case `"q`:
		l.protect = c.first(0) == 1
	case "!p":
		l.softReset()
	case "t":
		l.title(c)
	}
}

// title notes that a program keeps a title, or takes it back.
func (l *ledger) title(c csi) {
	switch c.first(0) {
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

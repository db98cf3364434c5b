package windowtest

import (
	"fmt"
	"regexp"
	"strings"
)

// Leftover says what a program has left on, empty for nothing. Two opinions
// are asked: the emulator's, and a count over the bytes.
func (w *Window) Leftover() string {
	w.t.Helper()
	var left []string
	add := func(wrong bool, format string, args ...any) {
		if wrong {
			left = append(left, fmt.Sprintf(format, args...))
		}
	}
	now := w.Termios()
	add(now != w.usual, "termios %+v, were %+v", now, w.usual)
	sn := w.Snapshot()
	modes := fmt.Sprint(sn.Modes.Names())
	add(modes != "[auto_wrap cursor_visible]", "modes %s", modes)
	for _, flags := range sn.Keyboard.Kitty {
		add(flags != 0, "kitty keys %v", sn.Keyboard.Kitty)
	}
	add(sn.Keyboard.OtherKeys != 0, "modifyOtherKeys %d", sn.Keyboard.OtherKeys)
	add(sn.Cursor.Shape != 0, "cursor shape %d", sn.Cursor.Shape)
	add(sn.Title != "", "title %q", sn.Title)
	// A region, tabs, character sets and a style show in what would restore them.
	add(strings.ContainsAny(string(sn.ModeBytes()), "rg()*m"), "state %q", sn.ModeBytes())
	w.mu.Lock()
	defer w.mu.Unlock()
	add(w.asked > 0, "%d queries reached the terminal", w.asked)
	return strings.Join(append(left, tally(w.raw)...), "; ")
}

var modeChange = regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>=])([0-9;]*)(u)`)

// tally counts in the bytes alone which modes were switched on and not off,
// and kitty levels that were pushed and not popped.
func tally(raw []byte) []string {
	on, order, pushed := map[string]bool{}, []string{}, 0
	for _, m := range modeChange.FindAllSubmatch(raw, -1) {
		if len(m[5]) > 0 {
			switch n := 1; string(m[3]) {
			case ">":
				pushed++
			case "<":
				fmt.Sscan(string(m[4]), &n)
				pushed -= n
			}
			continue
		}
		for mode := range strings.SplitSeq(string(m[1]), ";") {
			if _, known := on[mode]; !known {
				order = append(order, mode)
			}
			on[mode] = string(m[2]) == "h"
		}
	}
	var left []string
	for _, mode := range order {
		if usual := mode == "7" || mode == "25"; on[mode] != usual {
			left = append(left, "mode "+mode+" in the bytes")
		}
	}
	if pushed > 0 {
		left = append(left, fmt.Sprint(pushed, " kitty levels in the bytes"))
	}
	return left
}

package attach

import (
	"fmt"
	"maps"
	"slices"
)

// undoModes returns the bytes that bring the terminal back to how it shows
// things and takes keys at the start, and forgets what they undo. The cursor
// may end anywhere on the main screen. cols is the terminal's width.
func (l *ledger) undoModes(cols int) []byte {
	var b []byte
	add := func(when bool, format string, args ...any) {
		if when {
			b = fmt.Appendf(b, format, args...)
		}
	}
	add(l.private[2026], "\x1b[?2026l")
	// Before the screen is left: some terminals keep these for each screen.
	if l.alt != 0 {
		b = append(b, l.kitty[1].undo()...)
		add(l.region, "\x1b[r")
		add(true, "\x1b[?%dl", l.alt)
	} else if flags := l.kitty[1].undo(); len(flags) > 0 {
		// The alternate screen was left with its flags on.
		b = append(append(append(b, "\x1b[?47h"...), flags...), "\x1b[?47l"...)
	}
	b = append(b, l.kitty[0].undo()...)
	add(l.link, "\x1b]8;;\x1b\\")
	add(l.origin, "\x1b[?6l")
	add(l.private[69], "\x1b[?69l")
	add(l.region, "\x1b[r")
	for _, n := range sorted(l.private) {
		if n == 2026 || n == 69 {
			continue
		}
		final := 'l'
		if slices.Contains(usuallyOn, n) {
			final = 'h'
		}
		add(true, "\x1b[?%d%c", n, final)
	}
	for _, n := range sorted(l.public) {
		final := 'l'
		if n == 12 {
			final = 'h'
		}
		add(true, "\x1b[%d%c", n, final)
	}
	for _, n := range sorted(l.xterm) {
		add(n >= 0, "\x1b[>%dm", n)
		add(n < 0, "\x1b[>m")
	}
	for _, n := range sorted(l.format) {
		add(n >= 0, "\x1b[>%df", n)
		add(n < 0, "\x1b[>f")
	}
	add(l.keypad, "\x1b>")
	add(l.shifted, "\x0f")
	for i, changed := range l.sets {
		add(changed, "\x1b%cB", "()*+"[i])
	}
	add(l.protect, "\x1b[0\"q")
	add(l.cursor, "\x1b[0 q")
	if l.tabs {
		b = append(b, usualTabs(cols)...)
	}
	b = append(b, "\x1b[m"...)
	*l = ledger{
		titles: l.titles, colors: l.colors, progress: l.progress, pointer: l.pointer,
		saved: l.saved, scroll: l.scroll,
	}
	return b
}

// undoRest returns the bytes for what is not a mode: title, colours, progress.
func (l *ledger) undoRest() []byte {
	var b []byte
	for range min(l.titles, 10) {
		b = append(b, "\x1b[23;0t"...)
	}
	for _, n := range sorted(l.colors) {
		b = fmt.Appendf(b, "\x1b]%d\x1b\\", n+100)
	}
	if l.progress {
		b = append(b, "\x1b]9;4;0\x1b\\"...)
	}
	if l.pointer {
		b = append(b, "\x1b]22;\x1b\\"...)
	}
	if l.scroll {
		b = append(b, "\x1b[?1007r"...)
	}
	l.titles, l.colors, l.progress, l.pointer, l.scroll = 0, nil, false, false, false
	return b
}

func (k keyFlags) undo() []byte {
	var b []byte
	if k.depth > 0 {
		b = fmt.Appendf(b, "\x1b[<%du", k.depth)
	}
	if k.base {
		b = append(b, "\x1b[=0u"...)
	}
	return b
}

func usualTabs(cols int) []byte {
	b := []byte("\x1b[3g")
	for x := 8; x < cols; x += 8 {
		b = fmt.Appendf(b, "\x1b[%dG\x1bH", x+1)
	}
	return append(b, '\r')
}

func sorted(m map[int]bool) []int { return slices.Sorted(maps.Keys(m)) }

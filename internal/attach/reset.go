package attach

import "fmt"

// Reset returns the bytes that switch off whatever a program may have left on
// in a terminal, without touching what it shows: for one that was killed.
// cols is the terminal's width.
func Reset(cols int) []byte {
	// The alternate screen is left only where it is on: ?1049l restores the
	// cursor in any case, which would put it somewhere else on the main
	// screen. Saving it there first makes that harmless.
	b := []byte("\x18\x1b\\\x1b7")
	b = append(b, "\x1b[?2026l\x1b[<16u\x1b[=0u\x1b[?1049l\x1b[<16u\x1b[=0u"...)
	b = append(b, "\x1b7\x1b[?6l\x1b[?69l\x1b[r\x1b8"...)
	for _, mode := range []int{1, 5, 6, 9, 12, 66, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 2004, 2027, 2031, 2048} {
		if mode == 6 {
			continue // above, where the cursor is kept
		}
		b = fmt.Appendf(b, "\x1b[?%dl", mode)
	}
	for _, mode := range usuallyOn {
		b = fmt.Appendf(b, "\x1b[?%dh", mode)
	}
	b = append(b, "\x1b[4l\x1b[20l\x1b[2l\x1b[12h\x1b>\x1b[>4m\x1b[>4f\x1b[>1m\x1b[>2m"...)
	b = append(b, "\x0f\x1b(B\x1b)B\x1b*B\x1b+B\x1b]8;;\x1b\\\x1b[0\"q\x1b[m\x1b[0 q"...)
	for n := 104; n <= 119; n++ {
		if n <= 105 || n >= 110 {
			b = fmt.Appendf(b, "\x1b]%d\x1b\\", n)
		}
	}
	b = append(b, "\x1b]9;4;0\x1b\\"...)
	b = append(b, usualTabs(cols)...)
	return b
}

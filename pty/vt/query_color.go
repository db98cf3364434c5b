package vt

import (
	"bytes"
	"fmt"
	"strings"
)

func (s *Screen) replyColor(what string, color uint32) {
	r, g, b := color>>16&0xff, color>>8&0xff, color&0xff
	s.reply(fmt.Sprintf("\x1b]%s;rgb:%02x%02x/%02x%02x/%02x%02x\x1b\\", what, r, r, g, g, b, b))
}

// askDynamic is OSC 10 to 12: each further value is for the next number.
func (s *Screen) askDynamic(number int, data []byte) {
	for value := range bytes.SplitSeq(data, []byte{';'}) {
		if number > 12 {
			return
		}
		if string(value) == "?" {
			color := uint32(foreground)
			if number == 11 {
				color = backgroundC
			}
			s.replyColor(fmt.Sprint(number), color)
		}
		number++
	}
}

// askPalette is OSC 4: pairs of a colour's number and a question mark.
func (s *Screen) askPalette(data []byte) {
	values := strings.Split(string(data), ";")
	for i := 0; i+1 < len(values); i += 2 {
		n, ok := number(values[i])
		if ok && n < 256 && values[i+1] == "?" {
			s.replyColor("4;"+fmt.Sprint(n), paletteColor(uint8(n)))
		}
	}
}

// number reads a short decimal number.
func number(s string) (n int, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || i > 5 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, s != ""
}

// paletteColor is xterm's palette of 256.
func paletteColor(n uint8) uint32 {
	if n < 16 {
		return [16]uint32{
			0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
			0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
		}[n]
	}
	if n >= 232 {
		return (uint32(n-232)*10 + 8) * 0x010101
	}
	level := func(v uint8) uint32 {
		if v == 0 {
			return 0
		}
		return uint32(v)*40 + 55
	}
	n -= 16
	return level(n/36)<<16 | level(n/6%6)<<8 | level(n%6)
}

package vt

import (
	"bytes"
	"fmt"
	"strings"
)

// query answers a control sequence that asks something.
func (s *Screen) query(final byte) bool {
	ps := &s.parser
	first := ps.param(0, 0)
	switch {
	case final == 'c' && ps.inter == 0:
		s.attributes(first)
	case final == 'n' && ps.inter == 0 && ps.prefix != '>':
		s.report(first)
	case final == 'p' && ps.inter == '$':
		s.requestMode(first)
	case final == 'q' && ps.inter == 0 && ps.prefix == '>':
		s.reply("\x1bP>|" + s.options.Version + "\x1b\\")
	case final == 'u' && ps.inter == 0 && ps.prefix == '?':
		s.reply("\x1b[?0u")
	case final == 't' && ps.inter == 0 && ps.prefix == 0:
		return s.measure(first)
	default:
		return false
	}
	return true
}

// attributes is DA1, DA2 and DA3.
func (s *Screen) attributes(first int) {
	if first != 0 {
		return
	}
	switch s.parser.prefix {
	case 0:
		s.reply("\x1b[?62;22c")
	case '>':
		s.reply("\x1b[>1;10;0c")
	case '=':
		s.reply("")
	}
}

// report is DSR.
func (s *Screen) report(what int) {
	mark := ""
	if s.parser.prefix == '?' {
		mark = "?"
	}
	switch {
	case what == 5 && mark == "":
		s.reply("\x1b[0n")
	case what == 6:
		y := s.cursor.y
		if s.cursor.origin {
			y -= s.top
		}
		s.reply(fmt.Sprintf("\x1b[%s%d;%dR", mark, y+1, s.cursor.x+1))
	case what == 996 && mark == "?":
		s.reply("\x1b[?997;1n")
	}
}

// requestMode is DECRQM.
func (s *Screen) requestMode(number int) {
	private, mark := s.parser.prefix == '?', ""
	if private {
		mark = "?"
	} else if s.parser.prefix != 0 {
		return
	}
	value := 0
	if m, known := findMode(number, private); known && m != ResizeReports { // no report is ever sent
		value = 2
		if s.modes.Has(m) {
			value = 1
		}
	}
	s.reply(fmt.Sprintf("\x1b[%s%d;%d$y", mark, number, value))
}

// measure is the part of XTWINOPS that asks for sizes.
func (s *Screen) measure(what int) bool {
	o := &s.options
	switch what {
	case 14:
		s.reply(fmt.Sprintf("\x1b[4;%d;%dt", s.rows*o.CellHeight, s.cols*o.CellWidth))
	case 16:
		s.reply(fmt.Sprintf("\x1b[6;%d;%dt", o.CellHeight, o.CellWidth))
	case 18:
		s.reply(fmt.Sprintf("\x1b[8;%d;%dt", s.rows, s.cols))
	case 11, 13, 15, 19, 20, 21:
		s.reply("")
	default:
		return false
	}
	return true
}

// The theme that programs are told of: light grey on a dark background.
const (
	foreground  = 0xd0d0d0
	backgroundC = 0x1c1c1c
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

// dcs acts on a device control string.
func (s *Screen) dcs(text []byte) {
	switch {
	case bytes.HasPrefix(text, []byte("+q")): // XTGETTCAP: not found
		s.reply("\x1bP0+r\x1b\\")
	case bytes.HasPrefix(text, []byte("$q")): // DECRQSS
		s.reply("")
	}
}

// apc acts on an application program command: only the question whether there
// are graphics, which silence answers.
func (s *Screen) apc(text []byte) {
	keys, _, _ := bytes.Cut(text, []byte{';'})
	if bytes.HasPrefix(keys, []byte("G")) && bytes.Contains(keys, []byte("a=q")) {
		s.reply("")
	}
}

package vt

import (
	"bytes"
	"fmt"
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

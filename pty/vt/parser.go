package vt

import "unicode/utf8"

// state is where in a sequence the parser stands between two bytes.
type state uint8

const (
	ground state = iota
	inRune
	inEscape
	inCSI
	inString
	inStringEscape // after ESC inside a string
)

const (
	esc, del, can, sub, bel = 0x1b, 0x7f, 0x18, 0x1a, 0x07

	maxParams = 32
	// maxString bounds what is kept of a string sequence; a longer one is
	// read to its end and then ignored.
	maxString = 8 << 10
)

// parser is the state of the tokenizer.
type parser struct {
	state state
	start int64 // offset of the first byte of the unfinished sequence
	end   int64 // offset after the last byte of the sequence being acted on

	prefix, inter byte // of ESC and CSI; inter is 0xff when there are two
	params        [maxParams]uint16
	colons        uint32 // bit n: parameter n follows a colon
	n             int    // parameters begun; 0 means none given

	kind   byte // what opened the string: ] P X ^ _
	text   []byte
	long   bool // text does not hold all of it
	st     Terminator
	rune   [4]byte
	runeAt int // bytes in rune
}

// feed reads p. It is the only place that knows about chunks.
func (s *Screen) feed(p []byte) {
	ps := &s.parser
	for i := 0; i < len(p); {
		switch ps.state {
		case ground:
			i += s.feedText(p[i:], s.offset+int64(i))
		case inCSI:
			i += s.feedCSI(p[i:], s.offset+int64(i))
		default:
			ps.end = s.offset + int64(i) + 1
			if s.step(p[i]) {
				i++
			}
		}
	}
}

// feedText takes characters and controls outside of sequences. It returns how
// much of p it took, at least one byte. at is the offset of p.
func (s *Screen) feedText(p []byte, at int64) int {
	n := 0
	for n < len(p) && p[n]-0x20 < 0x5f {
		n++
	}
	if n > 0 {
		s.printASCII(p[:n])
		if n == len(p) {
			return n
		}
	}
	ps := &s.parser
	switch b := p[n]; {
	case b == esc:
		ps.start = at + int64(n)
		if n+1 < len(p) && p[n+1] == '[' {
			s.openCSI()
			return n + 2
		}
		s.openEscape()
	case b < 0x80:
		s.control(b)
	default:
		if r, size := utf8.DecodeRune(p[n:]); size > 1 {
			ps.start, ps.end = at+int64(n), at+int64(n+size)
			s.character(r)
			return n + size
		}
		ps.start, ps.end = at+int64(n), at+int64(n)+1
		switch {
		case !utf8.FullRune(p[n : n+1]):
			ps.state, ps.rune[0], ps.runeAt = inRune, b, 1
		case b < 0xa0: // see character
		default:
			s.print(utf8.RuneError)
		}
	}
	return n + 1
}

// character prints a code point that is not ASCII. A C1 control does nothing,
// in either form: in UTF-8 it is what is left of a broken character, and would
// take what follows along.
func (s *Screen) character(r rune) {
	if r >= 0xa0 {
		s.print(r)
	}
}

// step takes one byte inside a sequence. It returns false when the byte ended
// the sequence without being a part of it.
func (s *Screen) step(b byte) bool {
	switch s.parser.state {
	case inRune:
		return s.stepRune(b)
	case inString, inStringEscape:
		return s.stepString(b)
	}
	return s.stepEscape(b)
}

func (s *Screen) stepRune(b byte) bool {
	ps := &s.parser
	ps.rune[ps.runeAt] = b
	ps.runeAt++
	begun := ps.rune[:ps.runeAt]
	if !utf8.FullRune(begun) {
		return true
	}
	ps.state = ground
	r, size := utf8.DecodeRune(begun)
	if size == 1 { // b is the first byte of something else
		s.print(utf8.RuneError)
		return false
	}
	s.character(r)
	return true
}

func (s *Screen) openEscape() {
	s.parser.state, s.parser.prefix, s.parser.inter = inEscape, 0, 0
}

func (s *Screen) stepEscape(b byte) bool {
	ps := &s.parser
	switch {
	case b == esc:
		ps.start = ps.end - 1
		s.openEscape()
	case b == can || b == sub:
		ps.state = ground
	case b < 0x20:
		s.control(b) // as terminals do, in the middle of a sequence
	case b == del:
	case b >= 0x80:
		ps.state = ground
		return false
	case b < 0x30:
		ps.inter = also(ps.inter, b)
	default:
		ps.state = ground
		s.escape(b)
	}
	return true
}

// also adds an intermediate byte to those before it.
func also(inter, b byte) byte {
	if inter != 0 {
		return 0xff
	}
	return b
}

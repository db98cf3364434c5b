package attach

import (
	"bytes"
	"unicode/utf8"

	"rooda/pty/vt"
)

// kind says what a token is.
type kind uint8

const (
	text    kind = iota // printable characters and controls
	escape              // ESC, intermediates and a final byte
	control             // CSI
	str                 // OSC, DCS, APC, PM, SOS: whole, or the first part of an endless one
	more                // a further part of an endless string
	last                // the part that ends it
)

// maxString bounds what is kept of a string that does not end, maxControl of
// any other sequence.
const (
	maxString  = 64 << 10
	maxControl = 1 << 10
)

// place is where in a sequence the tokenizer stands.
type place uint8

const (
	ground place = iota
	inEscape
	inControl
	inString
	inStringEscape
)

// tokenizer cuts a program's output into text and whole sequences. What is
// not whole yet is kept for the next call. The controls of one character
// (U+009B and its like) come out in their usual form.
type tokenizer struct {
	place   place
	seq     []byte // of the sequence, or of a character
	opener  byte   // ] P X ^ or _ of a string
	endless bool   // a string that is being passed on in parts
	st      vt.Terminator
}

// feed calls take for each token in p. The bytes are valid during the call.
func (t *tokenizer) feed(p []byte, take func(kind, []byte)) {
	for len(p) > 0 {
		switch {
		case t.place != ground:
			if t.step(p[0], take) {
				p = p[1:]
			}
		case len(t.seq) > 0:
			p = t.character(p, take)
		default:
			p = t.ground(p, take)
		}
	}
}

// ground takes text up to the next sequence, and returns the rest.
func (t *tokenizer) ground(p []byte, take func(kind, []byte)) []byte {
	i := 0
	for i < len(p) {
		b := p[i]
		if b < utf8.RuneSelf && b != 0x1b {
			i++
			continue
		}
		// A C1 control or a broken character is left to character.
		r, size := utf8.DecodeRune(p[i:])
		if size < 2 || r < 0xa0 {
			break
		}
		i += size
	}
	flush(p[:i], take)
	p = p[i:]
	switch {
	case len(p) == 0:
		return nil
	case p[0] == 0x1b:
		t.open()
		return p[1:]
	case p[0] < 0xa0: // a control that is no character
		t.open()
		t.step(p[0]-0x40, take)
		return p[1:]
	}
	t.seq = append(t.seq[:0], p[0])
	return p[1:]
}

// character completes a character that began in an earlier call.
func (t *tokenizer) character(p []byte, take func(kind, []byte)) []byte {
	i := 0
	for i < len(p) && !utf8.FullRune(t.seq) {
		t.seq = append(t.seq, p[i])
		i++
	}
	if !utf8.FullRune(t.seq) {
		return nil
	}
	if c := t.seq[len(t.seq)-1]; t.seq[0] == 0xc2 && c >= 0x80 && c < 0xa0 {
		t.open()
		t.step(c-0x40, take)
		return p[i:]
	}
	// The last byte of a broken one is the first of what follows.
	seq := t.seq
	t.seq = nil
	if len(seq) > 1 && !utf8.Valid(seq) {
		flush(seq[:len(seq)-1], take)
		return p[i-1:]
	}
	flush(seq, take)
	return p[i:]
}

func flush(p []byte, take func(kind, []byte)) {
	if len(p) > 0 {
		take(text, p)
	}
}

func (t *tokenizer) open() {
	t.place, t.st, t.endless = inEscape, vt.Terminator{}, false
	t.seq = append(t.seq[:0], 0x1b)
}

// end hands out the sequence.
func (t *tokenizer) end(k kind, take func(kind, []byte)) {
	t.place = ground
	take(k, t.seq)
	t.seq = t.seq[:0]
}

// step takes one byte inside a sequence. It returns false when the byte ended
// the sequence without being a part of it.
func (t *tokenizer) step(b byte, take func(kind, []byte)) bool {
	if t.place >= inString {
		return t.stepString(b, take)
	}
	switch {
	case b == 0x1b: // the sequence begun is void
		t.open()
		return true
	case b == 0x18 || b == 0x1a: // cancelled
		t.place, t.seq = ground, t.seq[:0]
		return true
	case b >= utf8.RuneSelf:
		t.place, t.seq = ground, t.seq[:0]
		return false
	case b < 0x20 || b == 0x7f: // terminals act on it at once
		take(text, []byte{b})
		return true
	}
	t.seq = append(t.seq, b)
	switch {
	case len(t.seq) > maxControl:
		t.place, t.seq = ground, t.seq[:0]
	case t.place == inControl:
		if b >= 0x40 {
			t.end(control, take)
		}
	case b < 0x30: // intermediate
	case len(t.seq) == 2 && b == '[':
		t.place = inControl
	case len(t.seq) == 2 && bytes.IndexByte([]byte("]PX^_"), b) >= 0:
		t.place, t.opener = inString, b
	default:
		t.end(escape, take)
	}
	return true
}

package attach

import "bytes"

// stepString takes one byte of an OSC, DCS, APC, PM or SOS.
func (t *tokenizer) stepString(b byte, take func(kind, []byte)) bool {
	if t.place == inStringEscape {
		if b != '\\' { // the string is void
			t.open()
			return false
		}
		t.seq = append(t.seq, b)
		t.endString(take)
		return true
	}
	t.seq = append(t.seq, b)
	switch {
	case b == 0x1b:
		t.place = inStringEscape
		return true
	case b == 0x18 || b == 0x1a || b == 0x07 && t.opener == ']':
		t.endString(take)
		return true
	case b == 0x9c && (t.multi == 0 || t.multi == 1 && t.seq[len(t.seq)-2] == 0xc2): // ST as one character
		t.seq = append(bytes.TrimSuffix(t.seq[:len(t.seq)-1], []byte{0xc2}), "\x1b\\"...)
		t.endString(take)
		return true
	}
	t.track(b)
	if len(t.seq) >= maxString {
		k := str
		if t.endless {
			k = more
		}
		t.endless = true
		t.end(k, take)
		t.place = inString
	}
	return true
}

// track counts the bytes of characters: the terminator's byte also occurs
// inside them.
func (t *tokenizer) track(b byte) {
	switch {
	case t.multi > 0 && b >= 0x80 && b < 0xc0:
		t.multi--
	case b >= 0xf0:
		t.multi = 3
	case b >= 0xe0:
		t.multi = 2
	case b >= 0xc0:
		t.multi = 1
	default:
		t.multi = 0
	}
}

func (t *tokenizer) endString(take func(kind, []byte)) {
	if t.endless {
		t.end(last, take)
		return
	}
	t.end(str, take)
}

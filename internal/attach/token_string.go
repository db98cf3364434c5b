package attach

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
	}
	if n := t.st.Step(b); n > 0 { // of two, the first may have been passed on
		t.seq = append(t.seq[:max(len(t.seq)-n, 0)], "\x1b\\"...)
		t.endString(take)
		return true
	}
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

func (t *tokenizer) endString(take func(kind, []byte)) {
	if t.endless {
		t.end(last, take)
		return
	}
	t.end(str, take)
}

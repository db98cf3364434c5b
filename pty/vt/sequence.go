package vt

func (s *Screen) openCSI() {
	ps := &s.parser
	ps.state, ps.prefix, ps.inter, ps.n, ps.colons = inCSI, 0, 0, 0, 0
}

// feedCSI takes a control sequence as far as p goes, and returns how much of
// p it took.
func (s *Screen) feedCSI(p []byte, at int64) int {
	ps := &s.parser
	for i, b := range p {
		switch {
		case b-'0' < 10:
			if ps.n == 0 {
				ps.n, ps.params[0] = 1, 0
			}
			if ps.n <= maxParams {
				v := &ps.params[ps.n-1]
				*v = uint16(min(uint32(*v)*10+uint32(b-'0'), 0xffff))
			}
		case b == ';' || b == ':':
			ps.separate(b == ':')
		case b >= 0x40 && b < del:
			ps.state = ground
			ps.end = at + int64(i) + 1
			ps.n = min(ps.n, maxParams)
			s.csi(b)
			return i + 1
		case b >= '<' && b <= '?':
			if ps.n > 0 || ps.prefix != 0 {
				b = 0xff // not a sequence that anybody knows
			}
			ps.prefix = b
		case b == esc:
			ps.start = at + int64(i)
			s.openEscape()
			return i + 1
		case b == can || b == sub:
			ps.state = ground
			return i + 1
		case b < 0x20:
			s.control(b)
		case b < 0x30:
			ps.inter = also(ps.inter, b)
		case b >= 0x80:
			ps.state = ground
			return i
		}
	}
	return len(p)
}

func (ps *parser) separate(colon bool) {
	if ps.n == 0 {
		ps.n, ps.params[0] = 1, 0
	}
	if ps.n < maxParams {
		ps.params[ps.n] = 0
		if colon {
			ps.colons |= 1 << ps.n
		}
	}
	ps.n = min(ps.n+1, maxParams+1)
}

// param returns parameter i, or missing when it is absent or zero.
func (ps *parser) param(i, missing int) int {
	if i < ps.n && ps.params[i] != 0 {
		return int(ps.params[i])
	}
	return missing
}

// count returns the first parameter, at least 1.
func (ps *parser) count() int { return ps.param(0, 1) }

func (s *Screen) openString(kind byte) {
	ps := &s.parser
	ps.state, ps.kind, ps.text, ps.long, ps.st = inString, kind, ps.text[:0], false, Terminator{}
}

func (s *Screen) stepString(b byte) bool {
	ps := &s.parser
	if ps.state == inStringEscape {
		if b == '\\' {
			s.endString(false)
			return true
		}
		ps.start = ps.end - 2
		s.openEscape()
		return false
	}
	switch {
	case b == esc:
		ps.state = inStringEscape
		return true
	case b == can || b == sub:
		ps.state = ground
		return true
	case b == bel && ps.kind == ']':
		s.endString(true)
		return true
	}
	if n := ps.st.Step(b); n > 0 {
		ps.text = ps.text[:len(ps.text)-n+1]
		s.endString(false)
		return true
	}
	if len(ps.text) < maxString {
		ps.text = append(ps.text, b)
	} else {
		ps.long = true
	}
	return true
}

func (s *Screen) endString(byBEL bool) {
	ps := &s.parser
	ps.state = ground
	if ps.long {
		return
	}
	switch ps.kind {
	case ']':
		s.osc(ps.text, byBEL)
	case 'P':
		s.dcs(ps.text)
	case '_':
		s.apc(ps.text)
	}
}

package attach

import "bytes"

// filter makes of an agent's output what may reach a person's terminal, and
// keeps in its ledger what that changes there. It holds back what is not a
// whole sequence or character yet, so that the terminal can be left at any
// moment, and leaves out what the terminal would answer (the shim has), what
// would empty the person's history, and what would change the window.
type filter struct {
	tokens tokenizer
	ledger ledger
	cols   int
	torn   bool // the terminal has part of a string
	skip   bool // the string's other parts are left out
}

// appendTo appends what the terminal gets of p.
func (f *filter) appendTo(out, p []byte) []byte {
	f.tokens.feed(p, func(k kind, token []byte) {
		switch k {
		case text:
			out = f.text(out, token)
			return
		case more, last:
			if !f.skip {
				out = append(out, token...)
				f.torn = k == more
			}
			f.skip = f.skip && k == more
			return
		}
		if f.keep(k, token) {
			f.torn = k == str && f.tokens.endless
			out = append(out, f.before(k, token)...)
			out = append(out, f.instead(token)...)
		} else if k == str {
			f.skip = f.tokens.endless
		}
	})
	return out
}

// text passes characters on without ENQ, which asks, and the NULs that stand
// where questions stood.
func (f *filter) text(out, p []byte) []byte {
	for _, b := range p {
		switch b {
		case 0x00, 0x05:
		case 0x0e:
			f.ledger.shifted = true
			fallthrough
		default:
			out = append(out, b)
		}
	}
	return out
}

// passing says whether a control sequence does nothing that lasts: a colour, a
// move of the cursor, an erasure. Most do.
func passing(seq []byte) bool {
	if seq[2] >= '<' && seq[2] <= '?' || bytes.IndexByte([]byte("mABCDEFGHKLMPXd@f"), seq[len(seq)-1]) < 0 {
		return false
	}
	last := seq[len(seq)-2]
	return last >= '0' && last <= ';' || last == '['
}

// keep says whether a sequence may reach the terminal, and notes it if so.
func (f *filter) keep(k kind, seq []byte) bool {
	switch k {
	case escape:
		if seq[1] == 'c' || seq[1] == 'Z' { // see instead; DECID asks
			return seq[1] == 'c'
		}
		f.ledger.escape(seq)
	case control:
		if passing(seq) {
			return true
		}
		c := parseCSI(seq)
		// Sub-parameters belong to colours; terminals differ in what else they do.
		if asks(c) || intrudes(c) || c.nested && c.final != 'm' {
			return false
		}
		f.ledger.control(c)
	case str:
		return f.keepString(seq)
	}
	return true
}

func (f *filter) keepString(seq []byte) bool {
	opener, content := seq[1], seq[2:]
	for _, end := range []string{"\a", "\x1b\\", "\x18", "\x1a"} {
		content = bytes.TrimSuffix(content, []byte(end))
	}
	switch opener {
	case 'P':
		return !bytes.HasPrefix(content, []byte("+q")) && !bytes.HasPrefix(content, []byte("$q"))
	case '_':
		keys, _, _ := bytes.Cut(content, []byte{';'})
		return !bytes.HasPrefix(keys, []byte("G")) || !asksGraphics(keys[1:])
	case ']':
		if asksCommand(content) {
			return false
		}
		f.ledger.command(content)
	}
	return true
}

// before returns what has to come before a sequence: the terminal's own title
// and alternate scroll are kept by the terminal itself.
func (f *filter) before(k kind, seq []byte) []byte {
	switch {
	case k == str && seq[1] == ']' && f.ledger.titles == 0 && setsTitle(seq[2:]):
		f.ledger.titles = 1
		return []byte("\x1b[22;0t")
	case k == control && !f.ledger.scroll && seq[2] == '?' && bytes.Contains(seq, []byte("1007")):
		f.ledger.scroll = true
		return []byte("\x1b[?1007s")
	}
	return nil
}

// instead returns the sequence, or what stands for it: a reset (RIS) would
// take the person's screen and history along.
func (f *filter) instead(seq []byte) []byte {
	if len(seq) == 2 && seq[1] == 'c' {
		return append(f.ledger.undoModes(f.cols), "\x1b[H\x1b[2J"...)
	}
	return seq
}

// forget drops what has been held back, and returns what ends the string that
// the terminal may be in.
func (f *filter) forget() []byte {
	f.tokens = tokenizer{}
	return f.interrupt()
}

// interrupt makes the terminal ready for bytes of another origin, between two
// calls of appendTo. The rest of a string that the terminal has begun to get
// is left out.
func (f *filter) interrupt() []byte {
	if f.torn {
		f.torn, f.skip = false, f.tokens.endless
		return []byte("\x18\x1b\\")
	}
	return nil
}

// aside passes bytes through that did not come with the output.
func (f *filter) aside(out, p []byte) []byte {
	output := f.tokens
	f.tokens = tokenizer{}
	out = f.appendTo(out, p)
	f.tokens = output
	return out
}

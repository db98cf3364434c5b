package shim

import (
	"bytes"

	"rooda/pty/vt"
)

const pasteBegin, pasteEnd = "\x1b[200~", "\x1b[201~"

// pasted makes text, which it changes, what a terminal sends when it is pasted: nothing that
// could be a key. An agent that asked for brackets gets them around it.
func pasted(text []byte, bracketed bool) []byte {
	clean := text[:0]
	for i, b := range text {
		switch {
		case b == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case b == '\n' && !bracketed:
			clean = append(clean, '\r')
		case b == '\n', b == '\r', b == '\t', b >= 0x20 && b != 0x7f:
			clean = append(clean, b)
		}
	}
	return clean
}

// tail is the end of what came, in which a bracket may begin.
type tail []byte

// join returns what came before p, as far as a bracket may stand in both, and p.
func (t *tail) join(p []byte) []byte {
	joined := append(*t, p...)
	*t = bytes.Clone(joined[max(len(joined)-len(pasteEnd)+1, 0):])
	return joined
}

// brackets are what a paste stands in.
func brackets(on *vt.Snapshot) (begin, end string) {
	if on.Modes.Has(vt.BracketedPaste) {
		return pasteBegin, pasteEnd
	}
	return "", ""
}

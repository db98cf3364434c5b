package loop

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// contextRunes is how much of an occurrence's surroundings is compared with
// the prompt's, on each side, counted in significant runes.
const contextRunes = 24

// occurrence is a tag with the significant runes around it, at most
// contextRunes on each side.
type occurrence struct {
	tag           string
	before, after []rune
}

// echoes reports whether the occurrence stands as o stands in the prompt.
func (found occurrence) echoes(o occurrence) bool {
	return o.tag == found.tag && hasSuffix(found.before, o.before) && hasPrefix(found.after, o.after)
}

// occurrences lists the tags of a prompt with their surroundings. A tag with
// nothing around it at all could not be told from a promise, and is left out.
func occurrences(prompt string) (list []occurrence) {
	var passed tail
	for text := []byte(prompt); ; {
		at, tag := nextTag(text)
		if at < 0 {
			return list
		}
		passed.add(text[:at])
		m := match{occurrence: occurrence{tag: tag, before: slices.Clone(passed.runes)}}
		passed.add([]byte(tag))
		text = text[at+len(tag):]
		m.read(text)
		if len(m.before)+len(m.after) > 0 {
			list = append(list, m.occurrence)
		}
	}
}

// match is an occurrence whose after is still growing.
type match struct {
	occurrence
	folding folding
}

// read takes more of what follows the tag, and reports whether it is enough.
func (m *match) read(text []byte) bool {
	m.folding.fold(text, func(r rune) bool {
		if len(m.after) < contextRunes {
			m.after = append(m.after, r)
		}
		return len(m.after) < contextRunes
	})
	return len(m.after) == contextRunes
}

// tail keeps the last contextRunes significant runes of a stream.
type tail struct {
	runes   []rune
	folding folding
}

// add moves past text. Of a long one only the end is read: as much as it
// takes to be sure of the last runes, wherever in an escape it begins.
func (t *tail) add(text []byte) {
	const surplus = 8 // an escape cut in two gives fewer wrong runes
	for window := 512; window < len(text); window *= 8 {
		from := len(text) - window
		for from < len(text) && !utf8.RuneStart(text[from]) {
			from++
		}
		end := tail{runes: make([]rune, 0, contextRunes)}
		if end.fold(text[from:]) >= contextRunes+surplus {
			*t = end
			return
		}
	}
	t.fold(text)
}

func (t *tail) fold(text []byte) (count int) {
	t.folding.fold(text, func(r rune) bool {
		if len(t.runes) == contextRunes {
			t.runes = append(t.runes[:0], t.runes[1:]...)
		}
		t.runes = append(t.runes, r)
		count++
		return true
	})
	return count
}

// folding reduces text to the runes that are left of it however an agent
// shows it: wrapped, framed, quoted line by line, or as a JSON string, escaped
// to ASCII or not, even a string within a string. The zero value begins.
type folding struct {
	escaped bool   // a backslash came before
	digits  []rune // of a \uXXXX that is not complete, with the u
}

// fold gives the significant runes to keep until it returns false.
func (f *folding) fold(text []byte, keep func(rune) bool) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if len(f.digits) > 0 {
			if hexDigit(r) {
				f.digits = append(f.digits, r)
				if len(f.digits) < 5 {
					continue
				}
				r = value(f.digits[1:])
				f.digits = f.digits[:0]
				if significant(r) && !keep(r) {
					return
				}
				continue
			}
			// It was no escape: the text is about something else.
			for _, d := range f.digits {
				if !keep(d) {
					return
				}
			}
			f.digits = f.digits[:0]
		}
		switch {
		case r == '\\':
			f.escaped = true
			continue
		case f.escaped && r == 'u':
			f.escaped, f.digits = false, append(f.digits, r)
			continue
		case f.escaped && (r == 'n' || r == 'r' || r == 't' || r == 'b' || r == 'f'):
			f.escaped = false
			continue
		}
		f.escaped = false
		if significant(r) && !keep(r) {
			return
		}
	}
}

func hexDigit(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
}

func value(digits []rune) (n rune) {
	for _, d := range digits {
		switch {
		case d >= 'a':
			d -= 'a' - 10
		case d >= 'A':
			d -= 'A' - 10
		default:
			d -= '0'
		}
		n = n<<4 | d
	}
	return n
}

// significant leaves out what is added or lost when a prompt is shown: white
// space from wrapping, frames and gutters, marks of quotation, backslashes;
// and what JSON writes as two escapes, or as a replacement.
func significant(r rune) bool {
	switch {
	case r == '"', r == '>', r == '|', r == '\\', r == utf8.RuneError:
		return false
	case unicode.IsSpace(r), unicode.IsControl(r), r >= 0x2500 && r <= 0x259f:
		return false
	}
	return r <= 0xffff && (r < 0xd800 || r > 0xdfff)
}

func hasSuffix(s, suffix []rune) bool {
	return len(s) >= len(suffix) && slices.Equal(s[len(s)-len(suffix):], suffix)
}

func hasPrefix(s, prefix []rune) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}

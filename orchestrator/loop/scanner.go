package loop

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// The two promise tags, exact and case-sensitive (ERR-19, SIG-14).
const (
	SuccessTag = "<promise>SUCCESS</promise>"
	FailureTag = "<promise>FAILURE</promise>"
)

// contextRunes is how much of an occurrence's surroundings is compared with
// the prompt's, on each side, white space and frames not counted.
const contextRunes = 24

// Signals says which promises an output holds. Echoes of the prompt are
// counted, and do not count as promises.
type Signals struct {
	Success, Failure bool
	Echoes           int
}

// Scanner looks for promise tags in an agent's cleaned output as it streams
// by, in constant memory, so that no tag is lost to truncation or to the edge
// between two writes (AI-23, LOOP-33). An agent that prints its prompt prints
// the tags in it; such an occurrence is recognised by its surroundings and
// does not count. A Scanner is for one iteration and one goroutine.
type Scanner struct {
	mask    []occurrence
	found   Signals
	before  []rune   // the last contextRunes significant runes ahead of carry
	carry   []byte   // bytes that may begin a tag or end a rune
	pending []*match // matches whose surroundings are not complete yet
}

// occurrence is a tag with the significant runes around it, at most
// contextRunes on each side.
type occurrence struct {
	tag           string
	before, after []rune
}

// match is an occurrence in the output whose after is still growing.
type match struct{ occurrence }

// NewScanner returns a scanner that ignores what prompt already holds.
func NewScanner(prompt string) *Scanner {
	return &Scanner{mask: occurrences(prompt)}
}

// Write takes the next piece of output; it never fails and keeps nothing of p.
func (s *Scanner) Write(p []byte) (int, error) {
	text := p
	if len(s.carry) > 0 {
		text = slices.Concat(s.carry, p)
	}
	done := 0 // everything ahead of it has been accounted for
	for {
		at, tag := nextTag(text[done:])
		if at < 0 {
			break
		}
		s.advance(text[done : done+at])
		m := &match{occurrence{tag: tag, before: append([]rune(nil), s.before...)}}
		s.advance([]byte(tag))
		s.meet(m)
		done += at + len(tag)
	}
	keep := unfinished(text[done:])
	s.advance(text[done : len(text)-keep])
	s.carry = append([]byte(nil), text[len(text)-keep:]...)
	return len(p), nil
}

// Signals ends the scan and returns what was found. Nothing may be written afterwards.
func (s *Scanner) Signals() Signals {
	s.advance(s.carry)
	s.carry = nil
	for _, m := range s.pending {
		s.settle(m)
	}
	s.pending = nil
	return s.found
}

// meet takes a match whose tag has just gone by.
func (s *Scanner) meet(m *match) {
	if s.known(m.tag) {
		return
	}
	if len(s.mask) == 0 {
		s.settle(m)
		return
	}
	s.pending = append(s.pending, m)
}

// known reports whether the tag has been promised already, so that another
// occurrence cannot change the verdict.
func (s *Scanner) known(tag string) bool {
	if tag == SuccessTag {
		return s.found.Success
	}
	return s.found.Failure
}

// advance moves past text that completes no tag.
func (s *Scanner) advance(text []byte) {
	if len(s.pending) > 0 {
		s.feedPending(text)
	}
	if len(s.mask) == 0 {
		return
	}
	tail := lastSignificant(text)
	s.before = append(s.before, tail...)
	if over := len(s.before) - contextRunes; over > 0 {
		s.before = append(s.before[:0], s.before[over:]...)
	}
}

func (s *Scanner) feedPending(text []byte) {
	open := s.pending[:0]
	for _, m := range s.pending {
		for rest := text; len(rest) > 0 && len(m.after) < contextRunes; {
			r, n := utf8.DecodeRune(rest)
			rest = rest[n:]
			if significant(r) {
				m.after = append(m.after, r)
			}
		}
		if len(m.after) < contextRunes {
			open = append(open, m)
			continue
		}
		s.settle(m)
	}
	s.pending = open
}

// settle decides whether a match with complete surroundings is a promise.
func (s *Scanner) settle(m *match) {
	for _, o := range s.mask {
		if o.tag == m.tag && hasSuffix(m.before, o.before) && hasPrefix(m.after, o.after) {
			s.found.Echoes++
			return
		}
	}
	if m.tag == SuccessTag {
		s.found.Success = true
	} else {
		s.found.Failure = true
	}
}

// occurrences lists the tags of a prompt with their surroundings. A tag with
// nothing around it at all could not be told from a promise, and is left out.
func occurrences(prompt string) []occurrence {
	var list []occurrence
	text := []byte(prompt)
	for from := 0; ; {
		at, tag := nextTag(text[from:])
		if at < 0 {
			return list
		}
		start, end := from+at, from+at+len(tag)
		o := occurrence{tag: tag, before: lastSignificant(text[:start]), after: firstSignificant(text[end:])}
		if len(o.before)+len(o.after) > 0 {
			list = append(list, o)
		}
		from = end
	}
}

// nextTag returns the offset of the first tag in text and which it is, or -1.
func nextTag(text []byte) (int, string) {
	const open = "<promise>"
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(open))
		if at < 0 {
			return -1, ""
		}
		at += from
		for _, tag := range [...]string{SuccessTag, FailureTag} {
			if bytes.HasPrefix(text[at:], []byte(tag)) {
				return at, tag
			}
		}
		from = at + len(open)
	}
}

// unfinished returns how many bytes at the end of text may be the beginning
// of a tag, or of a rune.
func unfinished(text []byte) int {
	for n := min(len(SuccessTag)-1, len(text)); n > 0; n-- {
		tail := text[len(text)-n:]
		if bytes.HasPrefix([]byte(SuccessTag), tail) || bytes.HasPrefix([]byte(FailureTag), tail) {
			return n
		}
	}
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return n
			}
			break
		}
	}
	return 0
}

// significant leaves out what a terminal adds when it shows a prompt: white
// space from wrapping, and the frames and gutters that agents draw around it.
func significant(r rune) bool {
	return !unicode.IsSpace(r) && (r < 0x2500 || r > 0x259f)
}

func lastSignificant(text []byte) []rune {
	var reversed [contextRunes]rune
	n := 0
	for len(text) > 0 && n < contextRunes {
		r, size := utf8.DecodeLastRune(text)
		text = text[:len(text)-size]
		if significant(r) {
			reversed[n] = r
			n++
		}
	}
	runes := make([]rune, n)
	for i := range runes {
		runes[i] = reversed[n-1-i]
	}
	return runes
}

func firstSignificant(text []byte) []rune {
	var runes []rune
	for len(text) > 0 && len(runes) < contextRunes {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		if significant(r) {
			runes = append(runes, r)
		}
	}
	return runes
}

func hasSuffix(s, suffix []rune) bool {
	return len(s) >= len(suffix) && string(s[len(s)-len(suffix):]) == string(suffix)
}

func hasPrefix(s, prefix []rune) bool {
	return len(s) >= len(prefix) && string(s[:len(prefix)]) == string(prefix)
}

package loop

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// The two promise tags, exact and case-sensitive (ERR-19, SIG-14).
const (
	SuccessTag = "<promise>SUCCESS</promise>"
	FailureTag = "<promise>FAILURE</promise>"
)

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
	before  tail     // what stands ahead of carry
	carry   []byte   // bytes that may begin a tag or end a rune
	pending []*match // matches whose surroundings are not complete yet
}

// NewScanner returns a scanner that ignores what any of the prompts already holds.
func NewScanner(prompts ...string) *Scanner {
	s := &Scanner{}
	for _, prompt := range prompts {
		s.mask = append(s.mask, occurrences(prompt)...)
	}
	return s
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
		m := &match{occurrence: occurrence{tag: tag, before: slices.Clone(s.before.runes)}}
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
	if len(s.mask) == 0 {
		return
	}
	s.pending = slices.DeleteFunc(s.pending, func(m *match) bool {
		complete := m.read(text)
		if complete {
			s.settle(m)
		}
		return complete
	})
	s.before.add(text)
}

// settle decides whether a match with complete surroundings is a promise.
func (s *Scanner) settle(m *match) {
	if slices.ContainsFunc(s.mask, m.echoes) {
		s.found.Echoes++
		return
	}
	if m.tag == SuccessTag {
		s.found.Success = true
	} else {
		s.found.Failure = true
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

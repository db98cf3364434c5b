package cmd

import (
	"regexp"
	"regexp/syntax"
	"unicode/utf8"
)

// What may stand beside a place in a text instead of a character.
const (
	edge    rune = -1 // nothing: the text begins or ends there
	unknown rune = -2 // some character, or nothing
)

// matcher looks for a regular expression in a text that comes in parts, of which it keeps none. It
// knows how a part begins and what is not known of its end: ^ and $ match at a line's, not at a part's.
type matcher struct {
	prog    *syntax.Prog
	before  rune     // the last of the text so far
	threads []uint32 // the instructions that it has led to
	ready   []uint32 // those of them that take a character
	met     []uint64 // per instruction, the place where it was met last
	place   uint64
	matched bool
}

func newMatcher(re *regexp.Regexp) *matcher {
	tree, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		panic(err) // it has been compiled
	}
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		panic(err)
	}
	return &matcher{prog: prog, before: edge, met: make([]uint64, len(prog.Inst))}
}

// restart forgets the text; before is what stands ahead of the next.
func (m *matcher) restart(before rune) {
	m.before, m.threads, m.matched = before, m.threads[:0], false
}

// feed takes what follows, whole characters, and returns how much of it there was when it matched.
func (m *matcher) feed(text []byte) int {
	at := 0
	for at < len(text) && !m.matched {
		r, n := utf8.DecodeRune(text[at:])
		at += n
		m.step(r, r)
	}
	return at
}

// upTo looks for what ends where the text has got to and next follows: unknown, or edge.
func (m *matcher) upTo(next rune) bool {
	m.gather(next)
	return m.matched
}

// step takes r, of which next is known to those that look at what follows.
func (m *matcher) step(r, next rune) {
	m.gather(next)
	m.threads = m.threads[:0]
	for _, at := range m.ready {
		if inst := &m.prog.Inst[at]; inst.MatchRune(r) {
			m.threads = append(m.threads, inst.Out)
		}
	}
	m.before = r
}

// gather finds the instructions that take what follows.
func (m *matcher) gather(next rune) {
	m.place++
	m.ready = m.ready[:0]
	here := between(m.before, next)
	for _, at := range m.threads {
		m.follow(at, here)
	}
	m.follow(uint32(m.prog.Start), here)
}

func (m *matcher) follow(at uint32, here syntax.EmptyOp) {
	if m.met[at] == m.place {
		return
	}
	m.met[at] = m.place
	switch inst := &m.prog.Inst[at]; inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		m.follow(inst.Out, here)
		m.follow(inst.Arg, here)
	case syntax.InstCapture, syntax.InstNop:
		m.follow(inst.Out, here)
	case syntax.InstEmptyWidth:
		if syntax.EmptyOp(inst.Arg)&^here == 0 {
			m.follow(inst.Out, here)
		}
	case syntax.InstMatch:
		m.matched = true
	case syntax.InstFail:
	default:
		m.ready = append(m.ready, at)
	}
}

// between is what is known to be so between two characters.
func between(before, after rune) syntax.EmptyOp {
	const any = 'x' // no line begins or ends at it
	sides := [2]rune{before, after}
	for i, r := range sides {
		if r == unknown {
			sides[i] = any
		}
	}
	here := syntax.EmptyOpContext(sides[0], sides[1])
	if before == unknown || after == unknown {
		here &^= syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary
	}
	return here
}

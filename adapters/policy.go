package adapters

import (
	"fmt"
	"time"
)

// Ripe is how long a question must have stood on the screen before it is
// answered: keys that come sooner are dropped by some agents.
const Ripe = 300 * time.Millisecond

const (
	// mostRepeats is how many answers in a row may bring back questions that
	// were answered before, and mostAnswers how many a turn may take at all.
	mostRepeats, mostAnswers = 5, 50
)

// Answer is what policy would type, a key after the other.
type Answer struct {
	Handler     string
	Keys        []string
	Fingerprint string
}

// Decision is what policy makes of what a terminal shows. The zero Decision
// means that no handler knows an answer: a person is asked (CORE-22).
type Decision struct {
	// Answer is to be typed now; nil while not.
	Answer *Answer
	// Until is when to ask again, where an answer is known and it is too soon; zero of a View
	// that is Unsure, which ends by itself.
	Until time.Time
	// Handler knows an answer, or at least the question, and Note says why a
	// person has to give it.
	Handler, Note string
}

// Policy applies handlers to the questions of one run, and counts what they
// answer. It is not safe for concurrent use.
type Policy struct {
	handlers []Handler
	uses     []int
	answered map[string]bool

	seen           map[string]bool // of this turn, by fingerprint
	repeats, total int

	retract func() // takes the last answer back; nil for none
}

// NewPolicy returns a policy of these handlers, in order.
func NewPolicy(handlers []Handler) *Policy {
	return &Policy{handlers: handlers, uses: make([]int, len(handlers)), answered: map[string]bool{}, seen: map[string]bool{}}
}

// Decide says what to do about the question that is shown. An Answer counts as
// typed. Until Resolved says that it went away, the same question is not
// answered again.
func (p *Policy) Decide(v View, now time.Time) Decision {
	d := v.State.Dialog
	i, keys, unable := p.match(d)
	if i < 0 {
		return unable
	}
	name := p.handlers[i].Name
	if note := p.objection(v); note != "" {
		return Decision{Handler: name, Note: note}
	}
	switch due := v.Asked.Add(Ripe); {
	case now.Before(due):
		return Decision{Handler: name, Until: due}
	case !v.Current:
		return Decision{Handler: name, Until: v.Next}
	case v.Unsure:
		return Decision{Handler: name}
	}
	repeats, total, fresh := p.repeats, p.total, !p.seen[d.Fingerprint]
	p.retract = func() {
		p.uses[i]--
		p.repeats, p.total = repeats, total
		delete(p.answered, d.Fingerprint)
		if fresh {
			delete(p.seen, d.Fingerprint)
		}
	}
	p.uses[i]++
	p.answered[d.Fingerprint] = true
	p.count(d.Fingerprint)
	return Decision{Handler: name, Answer: &Answer{name, keys, d.Fingerprint}}
}

// objection says why an answer that is known is not given, empty for no reason.
func (p *Policy) objection(v View) string {
	switch {
	case v.Caution != "":
		return v.Caution
	case v.State.Dialog.buried:
		return "it is not the last thing on the screen, as the agent's own questions are"
	case p.repeats >= mostRepeats:
		return "the same questions come back however often they are answered"
	case p.total >= mostAnswers:
		return "there have been very many questions in this turn"
	}
	return ""
}

func (p *Policy) count(fingerprint string) {
	p.total++
	p.repeats++
	if !p.seen[fingerprint] {
		p.seen[fingerprint], p.repeats = true, 1
	}
}

// Retract takes the last Answer back, which could not be typed: it counts for nothing, and the
// question is decided on again.
func (p *Policy) Retract() {
	if p.retract != nil {
		p.retract()
		p.retract = nil
	}
}

// Turn begins to count anew: another input has been given.
func (p *Policy) Turn() {
	p.seen, p.repeats, p.total = map[string]bool{}, 0, 0
}

// match finds the first handler that may act, -1 for none: then unable tells of
// the first that would, had the question the right option.
func (p *Policy) match(d *Dialog) (handler int, keys []string, unable Decision) {
	if d == nil || p.answered[d.Fingerprint] {
		return -1, nil, unable
	}
	for i, h := range p.handlers {
		if h.MaxUses > 0 && p.uses[i] >= h.MaxUses || !h.matches(d) {
			continue
		}
		if keys, ok := h.keys(d); ok {
			return i, keys, Decision{}
		}
		if unable.Handler == "" {
			unable = Decision{Handler: h.Name, Note: h.unable()}
		}
	}
	return -1, nil, unable
}

// Why says why no handler knows a question, empty where one does.
func (p *Policy) Why(d *Dialog) string {
	why := fmt.Sprintf("no handler is for kind %s", d.Kind)
	for i, h := range p.handlers {
		switch {
		case h.Kind != d.Kind:
		case !h.matches(d):
			why = fmt.Sprintf("no handler for kind %s matches it", d.Kind)
		case h.MaxUses > 0 && p.uses[i] >= h.MaxUses:
			return fmt.Sprintf("handler %s has been used %s (max_uses)", h.Name, times(p.uses[i]))
		case p.answered[d.Fingerprint]:
			return "it was answered, and has not gone"
		default:
			return ""
		}
	}
	return why
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// Resolved forgets a question that is no longer on the screen.
func (p *Policy) Resolved(fingerprint string) { delete(p.answered, fingerprint) }

package orchestrator

import (
	"sync"

	"rooda/orchestrator/plan"
)

// report is what a running iteration tells the executor.
type report struct {
	key plan.Key
	// result is set when the iteration is over.
	result *Result
	// talk is what happens at the agent's terminal.
	talk Talk
	// kept, when set, is closed once what is reported is durable.
	kept chan struct{}
	// order is what somebody wants of the run; there is nothing else then.
	order *order
}

// asks reports whether this is about a question to a person.
func (r report) asks() bool {
	switch r.talk.(type) {
	case InteractionNeeded, InteractionResolved:
		return true
	}
	return false
}

// after is r in the place of an earlier report: who answered the question that the reader may know of
// stays known, whatever was asked since, of which nobody has heard.
func (r report) after(old report) report {
	by := ""
	switch was := old.talk.(type) {
	case InteractionResolved:
		by = was.By
	case InteractionNeeded:
		by = was.Answered
	}
	if by == "" {
		return r
	}
	switch said := r.talk.(type) {
	case InteractionNeeded:
		said.Answered = by
		r.talk = said
	case InteractionResolved:
		said.By = by
		r.talk = said
	}
	return r
}

// mailbox takes reports without ever making the sender wait. It holds at most
// one result and one question an iteration; the rest is bounded because an
// agent's terminal has to change before there is more to tell.
type mailbox struct {
	mu      sync.Mutex
	reports []report
	ready   chan struct{} // holds a token while reports wait
}

func newMailbox() *mailbox { return &mailbox{ready: make(chan struct{}, 1)} }

// put adds a report. A question that nobody has read yet gives way to what its
// iteration says later.
func (m *mailbox) put(r report) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, old := range m.reports {
		asks, open := old.talk.(InteractionNeeded)
		switch {
		case !old.asks() || old.key != r.key:
		case r.asks(), r.result != nil && open && asks.Answered == "":
			m.reports[i] = r.after(old)
			return
		case r.result != nil && open: // an answer says who gave it
			m.reports[i].talk = InteractionResolved{By: asks.Answered}
		}
	}
	m.reports = append(m.reports, r)
	select {
	case m.ready <- struct{}{}:
	default:
	}
}

// take empties the mailbox.
func (m *mailbox) take() []report {
	m.mu.Lock()
	defer m.mu.Unlock()
	taken := m.reports
	m.reports = nil
	return taken
}

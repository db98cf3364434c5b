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
	// question is set when the agent began to wait for a person, or, with an
	// empty state, ceased to.
	question *ProgramStatus
}

// mailbox takes reports without ever making the sender wait. It holds at most
// one result and one question an iteration, so it is bounded by what runs.
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
		if old.question != nil && old.key == r.key {
			m.reports[i] = r
			return
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

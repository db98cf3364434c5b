package orchestrator

import "time"

const (
	// questionPatience is how long a question stands before it counts as
	// waiting for a person: agents report some that they then decide by themselves.
	questionPatience = time.Second
	// maxRecords bounds the status records of one agent.
	maxRecords = 256
)

// question watches an agent's program status where nobody can answer it. hear
// and close are called one after the other.
type question struct {
	// stands gets the kind of a question that was not taken back.
	stands chan string
	timer  *time.Timer
	asking map[string]bool // records that ask: the agent's own, or those of its parts
}

func newQuestion() *question {
	return &question{stands: make(chan string, 1), asking: map[string]bool{}}
}

// hear takes a status record. Only the record that asked can take it back.
func (q *question) hear(s ProgramStatus) {
	if s.State != "blocked" {
		delete(q.asking, s.ID)
		if len(q.asking) == 0 {
			q.close()
		}
		return
	}
	if len(q.asking) < maxRecords {
		q.asking[s.ID] = true
	}
	if q.timer != nil {
		return
	}
	kind := s.Kind
	if kind == "" {
		kind = "unknown"
	}
	q.timer = time.AfterFunc(questionPatience, func() {
		select {
		case q.stands <- kind:
		default: // one is enough to end the agent
		}
	})
}

func (q *question) close() {
	if q.timer != nil {
		q.timer.Stop()
		q.timer = nil
	}
}

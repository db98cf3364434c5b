package orchestrator

import (
	"slices"
	"sync"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
)

// Visited says that somebody attached to an agent's terminal, or has left it.
type Visited struct {
	Deed
	Left     bool `json:"-"`
	ReadOnly bool `json:"read_only,omitempty"`
}

// Deed is what is known of everything that somebody does. At is when it began, where
// that is at an agent's terminal: a host may hear of it late.
type Deed struct {
	By string    `json:"by"`
	At time.Time `json:"at,omitzero"`
	// Number is the deed's in its iteration's folder.
	Number int `json:"-"`
}

func (d Deed) deed() int { return d.Number }

// When is At.
func (d Deed) When() time.Time { return d.At }

// Type is the name in the journal; it never changes.
func (v Visited) Type() string {
	if v.Left {
		return "detached"
	}
	return "attached"
}

// Refused says that an agent wanted to act on its own session, and was not let.
type Refused struct {
	Deed
	Action string `json:"action"`
	Times  int    `json:"times,omitempty"`
}

// Type is the name in the journal; it never changes.
func (Refused) Type() string { return "refused" }

// PasteEnded says that somebody, host for one, left a paste open at the agent's terminal, and that it was
// ended so that what comes next is no part of it.
type PasteEnded struct{ Deed }

// Type is the name in the journal; it never changes.
func (PasteEnded) Type() string { return "paste_ended" }

func (PasteEnded) talk() {}
func (Visited) talk()    {}
func (Refused) talk()    {}
func (Requested) talk()  {}

// told is talk of the deed of that number.
type told interface{ deed() int }

// talkOf is what the journal says of a deed.
func talkOf(d shim.Deed) Talk {
	who := Deed{By: d.By, At: d.At, Number: d.N}
	switch d.What {
	case shim.Came, shim.Left:
		return Visited{Deed: who, Left: d.What == shim.Left, ReadOnly: d.ReadOnly}
	case shim.Typed:
		return InputTyped{Deed: who, Bytes: int(d.Bytes), Until: d.Until, Via: d.Via, Kind: d.Kind}
	case shim.Forsook:
		return PasteEnded{who}
	case shim.Refused:
		return Refused{Deed: who, Action: d.Action, Times: d.Times}
	}
	return Requested{Deed: who, Action: d.Action}
}

// witness carries what is done at one agent's terminal from the record of its
// shim, which is there also while there is no host, to whoever keeps the
// journal. It is safe for concurrent use.
type witness struct {
	dir  string // the iteration's folder
	tell func(Talk)

	mu     sync.Mutex
	seen   int  // number of the last deed that was told
	failed bool // it was told that the log fails
}

// hands looks when there is something new; it is a part of a pty.Spec's Hands.
func (w *witness) hands(h pty.Hands) {
	w.mu.Lock()
	fresh := h.Deeds > w.seen
	failed := h.LogErr != "" && !w.failed
	w.failed = w.failed || failed
	w.mu.Unlock()
	if failed {
		w.tell(LogFailed{Error: h.LogErr})
	}
	if fresh {
		w.look()
	}
}

// look tells what has not been told yet. A record that cannot be read holds
// nothing up.
func (w *witness) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	deeds, err := shim.Deeds(w.dir, w.seen)
	if err != nil {
		return
	}
	for _, d := range deeds {
		w.seen = d.N
		w.tell(talkOf(d))
	}
}

// witnessed tells the hands of a terminal to the one who watches and the one
// who keeps the journal.
func (it Iteration) witnessed(watch func(pty.Hands)) func(pty.Hands) {
	if it.Hands == nil {
		return watch
	}
	return func(h pty.Hands) {
		watch(h)
		it.Hands(h)
	}
}

// missed is what was done, while there was no host, at the terminal of an
// agent that was lost.
func (x *WorkflowExecutor) missed(k plan.Key) []Event {
	stage, _ := x.task(k.Task)
	deeds, err := shim.Deeds(session.IterationDir(x.store.Dir(), k.Task, k.Iteration, k.Attempt), x.record.Tasks[k.Task].Deeds)
	if err != nil {
		return nil // the resume matters more
	}
	var events []Event
	for _, d := range deeds {
		at := Event{Stage: stage, Task: k.Task, Attempt: k.Attempt, Iteration: k.Iteration}
		events = append(events, x.witnessed(k, at, talkOf(d))...)
	}
	return events
}

// severed is what the journal tells of those who were at the terminal of an agent when its shim went, which
// could not say so any more.
func (x *WorkflowExecutor) severed(k plan.Key) (events []Event) {
	stage, _ := x.task(k.Task)
	deeds, err := shim.Deeds(session.IterationDir(x.store.Dir(), k.Task, k.Iteration, k.Attempt), 0)
	if err != nil {
		return nil // as in missed
	}
	at := Event{Stage: stage, Task: k.Task, Attempt: k.Attempt, Iteration: k.Iteration}
	for _, d := range inside(deeds) {
		events = append(events, with(at, Visited{Deed: Deed{By: d.By, Number: d.N}, Left: true, ReadOnly: d.ReadOnly})...)
	}
	return events
}

// inside are the arrivals of those who have not left.
func inside(deeds []shim.Deed) (there []shim.Deed) {
	for _, d := range deeds {
		switch d.What {
		case shim.Came:
			there = append(there, d)
		case shim.Left:
			for i, came := range there {
				if came.By == d.By && came.ReadOnly == d.ReadOnly {
					there = slices.Delete(there, i, i+1)
					break
				}
			}
		}
	}
	return there
}

// witness returns the one for an iteration in its folder.
func (x *WorkflowExecutor) witness(r report, dir string, b beginning) *witness {
	w := &witness{dir: dir}
	if b.adopted {
		w.seen, w.failed = b.was.Deeds, b.was.LogError != ""
	}
	w.tell = func(t Talk) {
		r.talk = t
		x.mailbox.put(r)
	}
	return w
}

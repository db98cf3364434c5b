package orchestrator

import (
	"time"

	"rooda/adapters"
	"rooda/session"
)

// Talk is what happens at an interactive agent's terminal and concerns more
// than its driver. Each is the body of an event; InteractionNeeded,
// InteractionResolved and the types below are all there are.
type Talk interface {
	Body
	talk()
}

// InteractionAnswered says that policy has typed an answer, and by which rule;
// nobody was called (CORE-21).
type InteractionAnswered struct {
	Kind        adapters.Kind `json:"kind"`
	Excerpt     string        `json:"excerpt,omitempty"`
	Fingerprint string        `json:"fingerprint"`
	Rule        string        `json:"rule"`
	Keys        string        `json:"keys"`

	Partly bool `json:"-"` // not all of them were typed
}

// InputSending says that a text is about to be typed: number n of
// pending_inputs, 0 for the prompt or, Handed, for what a person has handed over. It is durable
// before the first key.
type InputSending struct {
	Number int  `json:"number,omitempty"`
	Handed bool `json:"handed,omitempty"`
}

// InputSent says that it was taken, and what proves that (CORE-16).
type InputSent struct {
	Number int    `json:"number,omitempty"`
	Handed bool   `json:"handed,omitempty"`
	By     string `json:"by"`
	Enters int    `json:"enters"`
	TookMS int64  `json:"took_ms"`
}

// InputFailed says that it was not.
type InputFailed struct {
	Number  int    `json:"number,omitempty"`
	Handed  bool   `json:"handed,omitempty"`
	Problem string `json:"problem"`
}

// InputTyped says that somebody typed at the terminal, and how much: what it
// was may be a secret.
type InputTyped struct {
	Deed
	Bytes int       `json:"bytes"`
	Until time.Time `json:"until,omitzero"` // when the last of it came
	// Via is attach, send, or empty for the host's socket; Kind is keys or paste,
	// empty for an answer that rooda typed for who gave it.
	Via  string `json:"via,omitempty"`
	Kind string `json:"kind,omitempty"`

	// Answers is the fingerprint of the question to which it was the whole answer, empty for none.
	Answers string `json:"-"`
}

// IterationEnding says how an iteration has ended, before its agent is told to leave. It is
// durable then, so that it holds whatever becomes of that agent, or of this host.
type IterationEnding struct{ session.Ending }

// LogFailed says that the agent works on and its output is not in the log any
// more: the disk is full, say.
type LogFailed struct {
	Error string `json:"error"`
}

// ConversationNamed says by which name the agent itself can find the
// conversation again.
type ConversationNamed struct {
	ID string `json:"id"`
}

func (InteractionNeeded) talk()   {}
func (InteractionResolved) talk() {}
func (InteractionAnswered) talk() {}
func (InputSending) talk()        {}
func (InputSent) talk()           {}
func (InputFailed) talk()         {}
func (InputTyped) talk()          {}
func (ConversationNamed) talk()   {}
func (LogFailed) talk()           {}
func (IterationEnding) talk()     {}

// lasting reports whether nothing may come of what is told before it is on disk.
func lasting(t Talk) bool {
	switch t.(type) {
	case InputSending, IterationEnding:
		return true
	}
	return false
}

// Type names are what the journal stores; they never change.
func (InteractionAnswered) Type() string { return "interaction_answered" }
func (InputSending) Type() string        { return "input_sending" }
func (InputSent) Type() string           { return "input_sent" }
func (InputFailed) Type() string         { return "input_failed" }
func (InputTyped) Type() string          { return "input_typed" }
func (ConversationNamed) Type() string   { return "conversation_named" }
func (LogFailed) Type() string           { return "log_failed" }
func (IterationEnding) Type() string     { return "iteration_ending" }

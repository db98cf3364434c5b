package orchestrator

import (
	"encoding/json"
	"fmt"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// Event is something that a user interface may want to show (CORE-10). Events
// of one run are numbered without gaps, output events excepted, which carry 0.
type Event struct {
	Seq     uint64
	Time    time.Time
	Session string
	// Stage, Task, Attempt and Iteration say where; they are empty for
	// events of the whole session. Iteration counts from 0.
	Stage, Task        string
	Attempt, Iteration int
	Body               Body
}

// Body is the part of an event that differs by type; the types below are all there are.
type Body interface{ Type() string }

// State is what a session as a whole is doing (CORE-07). It is derived from
// its tasks: ERROR, then AWAITING_INTERACTION, then RUNNING, then IDLE.
type State string

// The four states.
const (
	StateIdle     State = "IDLE"
	StateRunning  State = "RUNNING"
	StateAwaiting State = "AWAITING_INTERACTION"
	StateError    State = "ERROR"
)

// StateOf derives the state of a session from the tasks of its current stage.
func StateOf(s plan.State) State {
	state := StateIdle
	for _, t := range s.Tasks {
		switch {
		case t.Stage != s.Stage:
		case t.Status == plan.Error:
			return StateError
		case t.Status == plan.WaitingForUser:
			state = StateAwaiting
		case t.Status == plan.Running && state == StateIdle:
			state = StateRunning
		}
	}
	return state
}

// SessionStateChanged says that the derived state of the session changed.
type SessionStateChanged struct {
	From State `json:"from"`
	To   State `json:"to"`
}

// SessionResumed says that another host has taken the session up, the one of that epoch.
type SessionResumed struct {
	Epoch int `json:"epoch"`
	PID   int `json:"pid"`
	// By is who did that: human, or agent: and a task.
	By string `json:"by"`
	// How is resume, take-over from a host that was killed for it, hand-over from the host before it, or
	// stop where that is all it is to do.
	How string `json:"how"`
	// Killed is the process of the host before, which they killed because it hung; 0 for none.
	Killed int `json:"killed_pid,omitempty"`
	// Lost is what they say about lost agents whose tasks ask, empty for nothing.
	Lost workflows.OnLost `json:"lost,omitempty"`
	// LastHeard is the last sign of life of the host before.
	LastHeard time.Time `json:"last_heard_at,omitzero"`
}

// SessionFinished is the last event of a run. The outcome is "interrupted"
// when the session can be resumed where it stands.
type SessionFinished struct {
	Outcome plan.Outcome `json:"outcome"`
	// By is who or what interrupted it, see StoppedBy; empty where nobody says.
	By string `json:"by,omitempty"`
	// Reason is why, where nobody asked for that: By is host.
	Reason string `json:"reason,omitempty"`
}

// StageStarted says that the tasks of a stage may start.
type StageStarted struct {
	Index int `json:"index"`
}

// TaskStatusChanged says that a task's status changed.
type TaskStatusChanged struct {
	From    plan.Status  `json:"from"`
	To      plan.Status  `json:"to"`
	Outcome plan.Outcome `json:"outcome,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

// IterationStarted says that an agent process is about to be started.
type IterationStarted struct {
	MaxIterations int `json:"max_iterations"` // 0 means no limit
}

// IterationAdopted says that this host goes on with an iteration that another
// one started at Since.
type IterationAdopted struct {
	MaxIterations int       `json:"max_iterations"` // 0 means no limit
	Since         time.Time `json:"since,omitzero"`
	// Asks is the question that stays open from the host before, nil for none: nobody is
	// called again.
	Asks *session.Interaction `json:"asks,omitempty"`
	// TypedBy is who has typed last since that was asked, at TypedAt, while nobody drove the agent: it may
	// be answered. Empty for nobody.
	TypedBy string    `json:"typed_by,omitempty"`
	TypedAt time.Time `json:"typed_at,omitzero"`
}

// AgentLost says that the agent of an iteration was lost, and what becomes of
// that: what on_lost or a person said; fail also where its shim may still live.
type AgentLost struct {
	Policy workflows.OnLost `json:"policy"`
	// Cause is what its host saw, empty where another host found it later.
	Cause string `json:"cause,omitempty"`
}

// IterationFinished is what one iteration came to.
type IterationFinished struct {
	Outcome    string `json:"outcome"`  // continue, success, failure, interrupted
	EndedBy    string `json:"ended_by"` // exit, timeout, stop, error, idle, complete, question
	Promise    string `json:"promise,omitempty"`
	ExitCode   *int   `json:"exit_code,omitempty"` // nil, like Bytes, of an agent that was lost as it left, or never ran
	Signal     string `json:"signal,omitempty"`
	Failures   int    `json:"consecutive_failures,omitempty"`
	Threshold  int    `json:"failure_threshold,omitempty"`
	DurationMS int64  `json:"duration_ms"`
	// EndedAt is when it ended, where that was before its host took the session up; zero for just now.
	EndedAt time.Time `json:"ended_at,omitzero"`
	// Undriven says that nothing was heard of the host before any more by then.
	Undriven  bool   `json:"undriven,omitempty"`
	Bytes     *int64 `json:"bytes,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
	// Command, Head and Tail are for people who look into a failure (ERR-58).
	Command string `json:"command,omitempty"`
	Head    string `json:"head,omitempty"`
	Tail    string `json:"tail,omitempty"`
	// Unsent counts the inputs that an agent did not get because it exited.
	Unsent int `json:"unsent,omitempty"`
	// Last is the last line that the agent of a failure printed, fit for a line.
	Last  string `json:"last,omitempty"`
	Error string `json:"error,omitempty"`
	// Hint says what to do about the error, where that is known.
	Hint string `json:"hint,omitempty"`
}

// AgentKept says that a task's agent lives on although the task is done (CORE-18).
type AgentKept struct {
	PID int `json:"pid"`
}

// TaskOutput is a piece of an agent's output, cleaned. It is never in the
// journal. A viewer that is too slow misses some: Missed says how many bytes
// were left out ahead of this piece, which is empty when they were the last.
// Unfinished is the line behind that, once it rests: it has no end yet, and may
// still be taken back by the next piece.
type TaskOutput struct {
	Clean      []byte `json:"clean"`
	Missed     int    `json:"missed,omitempty"`
	Unfinished []byte `json:"unfinished,omitempty"`
}

// InteractionNeeded says that an agent waits for a person (CORE-15).
type InteractionNeeded struct {
	// Kind is what is asked for: permission, question, auth, trust or unknown;
	// stuck or unreadable when somebody should look; input when a text could
	// not be handed over, or there is none; lost for what is to become of the
	// task of a lost agent, see KindLost; silent for one whose terminal does not
	// answer, see KindSilent.
	Kind    string   `json:"kind"`
	Excerpt string   `json:"excerpt,omitempty"`
	Options []string `json:"options,omitempty"`
	// Yes is the answer that rooda approve gives, empty where it has none.
	Yes string `json:"yes,omitempty"`
	// Fingerprint tells one question from another; empty when the question
	// itself cannot be seen.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Note says why policy does not answer what it could, or what to do where
	// the agent asks nothing.
	Note string `json:"note,omitempty"`
	// Answered is who answered the question before, empty when nobody says.
	Answered string `json:"-"`
}

// InteractionResolved says that it no longer does, and who saw to that:
// "handler", "human" or another agent, which typed, "agent", or "exit" when
// the iteration ended with the question open. What nobody settled about a lost
// agent is resolved by "host" when the task ends otherwise.
type InteractionResolved struct {
	By string `json:"by"`
}

// Warning is something that a person should know and that stops nothing.
type Warning struct {
	Message string `json:"message"`
}

func (Warning) talk() {}

// Type names are what the journal stores; they never change.
func (SessionStateChanged) Type() string { return "session_state_changed" }
func (SessionResumed) Type() string      { return "session_resumed" }
func (SessionFinished) Type() string     { return "session_finished" }
func (StageStarted) Type() string        { return "stage_started" }
func (TaskStatusChanged) Type() string   { return "task_status_changed" }
func (IterationStarted) Type() string    { return "iteration_started" }
func (IterationAdopted) Type() string    { return "iteration_adopted" }
func (AgentLost) Type() string           { return "agent_lost" }
func (IterationFinished) Type() string   { return "iteration_finished" }
func (AgentKept) Type() string           { return "agent_kept" }
func (TaskOutput) Type() string          { return "task_output" }
func (InteractionNeeded) Type() string   { return "interaction_needed" }
func (InteractionResolved) Type() string { return "interaction_resolved" }
func (Warning) Type() string             { return "warning" }

// journaled is the form of an event that the session keeps.
func (e Event) journaled() (session.Event, error) {
	data, err := json.Marshal(e.Body)
	if err != nil {
		return session.Event{}, fmt.Errorf("encode event %s: %w", e.Body.Type(), err)
	}
	return session.Event{
		Seq: e.Seq, Time: e.Time, Type: e.Body.Type(), Session: e.Session,
		Stage: e.Stage, Task: e.Task, Attempt: e.Attempt, Iteration: e.Iteration, Data: data,
	}, nil
}

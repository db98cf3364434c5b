package session

import (
	"time"

	"rooda/workflows"
)

// Kind and version of a record's file.
const (
	recordKind    = "rooda-session"
	recordVersion = 1
)

// Record is one session at one moment. It is plain data.
type Record struct {
	ID       string   `json:"id"` // UUIDv7
	Workflow Workflow `json:"workflow"`
	Goal     string   `json:"goal,omitempty"` // CORE-09
	Workdir  string   `json:"workdir"`
	// Rehearsal is the scenario of a rehearsal, empty for a real run.
	Rehearsal string    `json:"rehearsal,omitempty"`
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`
	// CurrentStageIndex is the first unfinished stage; the number of stages
	// when all are finished.
	CurrentStageIndex int     `json:"current_stage_index"`
	Outcome           Outcome `json:"outcome"`
	// Epoch is that of the last host, 1 of the first: each has a higher one than the host before, not always the next.
	Epoch int `json:"epoch"`
	// LastSeq is the number of the last event.
	LastSeq uint64 `json:"last_seq"`
	// Requests is the number of the last request that is in the record, see Request.
	Requests int `json:"requests,omitempty"`
	// Outbox holds the events that came with this checkpoint. A crash
	// between the checkpoint and the journal is mended from here.
	Outbox []Event          `json:"outbox,omitempty"`
	Host   Host             `json:"host"`
	Tasks  map[string]*Task `json:"tasks"`
}

// Workflow is what the session runs: the definition as it was at the start,
// and where it came from.
type Workflow struct {
	Name       string              `json:"name"`
	Source     string              `json:"source,omitempty"`
	SHA256     string              `json:"sha256,omitempty"`
	Definition *workflows.Workflow `json:"definition"`
}

// Outcome is how a loop or a session stopped, empty while it is open.
type Outcome string

// The four stops.
const (
	Success     Outcome = "success"
	MaxIters    Outcome = "max-iters"
	Aborted     Outcome = "aborted"
	Interrupted Outcome = "interrupted"
)

// Status is the status of a task.
type Status string

// The five statuses.
const (
	Pending        Status = "PENDING"
	Running        Status = "RUNNING"
	WaitingForUser Status = "WAITING_FOR_USER"
	Done           Status = "DONE"
	Error          Status = "ERROR"
)

// UnderWay reports whether an iteration of the task is, or was lost and waits for a person's word.
func (s Status) UnderWay() bool { return s == Running || s == WaitingForUser }

// Task is where one task stands.
type Task struct {
	Stage   string  `json:"stage"`
	Status  Status  `json:"status"`
	Outcome Outcome `json:"outcome,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	// Cancelled says that somebody has cancelled the task, whose agent has not ended yet.
	Cancelled bool `json:"cancelled,omitempty"`
	// Stopped is who has wanted the run stopped in which the current iteration is, nil for nobody: whoever
	// ends its agent then does so for that.
	Stopped *Stop `json:"stopped,omitempty"`
	Attempt int   `json:"attempt"`
	// Iteration is the number, from 0, of the current or the next iteration.
	Iteration           int `json:"iteration"`
	MaxIterations       int `json:"max_iterations"` // 0 means no limit
	ConsecutiveFailures int `json:"consecutive_failures"`
	// InputsSent counts the pending_inputs that the current iteration's agent
	// has taken. Sending is set while a text is being typed: 1 for the prompt,
	// n+1 for number n of pending_inputs, SendingText for the first of Texts.
	InputsSent int `json:"inputs_sent"`
	Sending    int `json:"sending,omitempty"`
	// Texts are what people have handed over for the current iteration's agent, and it has not taken yet.
	Texts []string `json:"texts,omitempty"`
	// Deeds is the number of the last deed at the current iteration's terminal
	// that the journal has, 0 for none.
	Deeds int `json:"deeds,omitempty"`
	// LogError says why the current iteration's output is not in its log any
	// more, empty while it is.
	LogError string `json:"log_error,omitempty"`
	// Completing says that somebody has said that the current iteration is done, CompletedBy who,
	// also when it has ended, and Ending how
	// it ended while its agent is told to leave; nil before that.
	Completing  bool    `json:"completing,omitempty"`
	CompletedBy string  `json:"completed_by,omitempty"`
	Ending      *Ending `json:"ending,omitempty"`
	// Conversation is the name by which the current iteration's agent can
	// find its conversation again, empty when it has told none.
	Conversation string `json:"conversation,omitempty"`

	KeepAlive bool      `json:"keep_alive"`
	StartedAt time.Time `json:"started_at,omitzero"`
	// IterationStartedAt is when the current iteration was begun, and Lost how
	// often in a row its process was lost.
	IterationStartedAt time.Time `json:"iteration_started_at,omitzero"`
	Lost               int       `json:"lost,omitempty"`
	EndedAt            time.Time `json:"ended_at,omitzero"`
	// Loss is the last time that the current iteration's process was lost, nil for never.
	Loss          *Loss        `json:"loss,omitempty"`
	LastIteration *Iteration   `json:"last_iteration,omitempty"`
	Interaction   *Interaction `json:"interaction,omitempty"`
	// Answer is the last answer that rooda was to type to what the current iteration's agent asked, nil
	// for none, and once that question has gone or another is open.
	Answer *Answer `json:"answer,omitempty"`
	Stats  Stats   `json:"stats"`
}

// SendingText is Sending of a text that somebody has handed over.
const SendingText = -1

// Cancelling reports whether somebody has cancelled the task, whose agent has not ended yet.
func (t *Task) Cancelling() bool {
	return t.Cancelled && t.Status.UnderWay()
}

// Leaving reports whether the current iteration is over by rooda's doing, because of a cancel, by somebody's
// word, or because its agent had nothing more to do, and that agent has not ended yet: a question of it waits
// for nobody any more.
func (t *Task) Leaving() bool {
	return (t.Cancelled || t.Completing || t.Ending != nil) && t.Status.UnderWay()
}

// Ending is how an iteration ended whose agent has not left yet: what becomes of that agent
// changes nothing of it.
type Ending struct {
	By string `json:"ended_by"`
	// At is when; zero in a record of an earlier rooda.
	At time.Time `json:"ended_at,omitzero"`
	// Success and Failure are the promises in its last words, and Mute says that it had none
	// for its last turn.
	Success bool `json:"success,omitempty"`
	Failure bool `json:"failure,omitempty"`
	Mute    bool `json:"mute,omitempty"`
	// Left counts the inputs that a person's ending has left out.
	Left int `json:"left,omitempty"`
	// Complaint is what it said of the error that ended its turn.
	Complaint string `json:"complaint,omitempty"`
}

// Stop is a wish for the end of a run.
type Stop struct {
	// By is human, or agent: and a task, Ctrl-C, the name of a signal, or host.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// Loss is that an iteration's process went down without anybody knowing how it ended.
type Loss struct {
	// At is when its host saw that, or, without a Cause, when the next host found it.
	At    time.Time `json:"at"`
	Cause string    `json:"cause,omitempty"`
}

// Iteration is what one finished iteration came to.
type Iteration struct {
	Number  int    `json:"number"`
	Attempt int    `json:"attempt"`
	EndedBy string `json:"ended_by"`
	// ExitCode and Bytes are nil where nobody knows: the agent was lost as it left, or never ran.
	ExitCode   *int   `json:"exit_code,omitempty"`
	Signal     string `json:"signal,omitempty"`
	Promise    string `json:"promise,omitempty"`
	Outcome    string `json:"outcome"`
	DurationMS int64  `json:"duration_ms"`
	Bytes      *int64 `json:"bytes,omitempty"`
	// LogError says why its log does not have all of its output, empty if it has.
	LogError string `json:"log_error,omitempty"`
}

// Interaction is a question that a task waits with.
type Interaction struct {
	Kind    string   `json:"kind"`
	Excerpt string   `json:"excerpt,omitempty"`
	Options []string `json:"options,omitempty"`
	// Yes is the answer that rooda approve gives, empty where it has none.
	Yes string `json:"yes,omitempty"`
	// Note says why policy leaves it to a person, or what to do where the agent
	// asks nothing.
	Note string `json:"note,omitempty"`
	// Fingerprint tells one question from another; empty when the question
	// itself cannot be seen.
	Fingerprint string    `json:"fingerprint,omitempty"`
	Since       time.Time `json:"since"`
}

// Answer is what rooda types to a question of an agent.
type Answer struct {
	// Fingerprint is the question's.
	Fingerprint string `json:"fingerprint"`
	// By is who approved it, human, or agent: and a task; or handler, for policy.
	By string `json:"by"`
	// At is when that was, or when all of it had been typed, where Typed says that it has. Where it does not,
	// its host has ended without a word of how much was.
	At    time.Time `json:"at"`
	Typed bool      `json:"typed,omitempty"`
}

// Stats describes the durations of a task's iterations; it is package loop's
// Stats under the same names.
type Stats struct {
	Count int           `json:"count"`
	Total time.Duration `json:"total_ns"`
	Min   time.Duration `json:"min_ns"`
	Max   time.Duration `json:"max_ns"`
	M2    float64       `json:"m2"`
}

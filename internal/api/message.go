package api

import (
	"errors"
	"fmt"
	"time"

	"rooda/session"
	"rooda/workflows"
)

// API is the version of the wire.
const API = 1

// apiHeader holds it in every answer.
const apiHeader = "Rooda-Api"

// features are what this version can do beyond its first form.
func features() []string { return []string{"lost"} }

// lostPolicies are what may become of an iteration whose agent was lost; each
// is the name of a request, for hosts with the feature "lost".
func lostPolicies() []workflows.OnLost {
	return []workflows.OnLost{workflows.LostRetry, workflows.LostResume, workflows.LostFail}
}

// Session is the answer to GET /v1/session.
type Session struct {
	API      int      `json:"api"`
	Features []string `json:"features"`
	// State is running, waiting (a question is open right now, and nothing has been typed for its answer) or ended.
	State string       `json:"state"`
	Host  session.Host `json:"host"`
	Epoch int          `json:"epoch"`
	// Folder is the session's.
	Folder string `json:"folder"`
	// Journaled is the number of the last event that /v1/events can tell.
	Journaled uint64 `json:"journaled"`
	// Unsaved says why the disk does not have Record as it is here, a full one say.
	Unsaved string         `json:"unsaved,omitempty"`
	Record  session.Record `json:"session"`
}

// Task is one element of the answer to GET /v1/tasks.
type Task struct {
	ID     string         `json:"id"`
	Stage  string         `json:"stage"`
	Status session.Status `json:"status"`
	// Cancelling says that it was cancelled, and Leaving that its iteration is over, by that or otherwise, while
	// its agent has not ended yet: nobody waits for an answer.
	Cancelling bool            `json:"cancelling,omitempty"`
	Leaving    bool            `json:"leaving,omitempty"`
	Outcome    session.Outcome `json:"outcome,omitempty"`
	Reason     string          `json:"reason,omitempty"`
	Attempt    int             `json:"attempt"`
	// Iteration counts from 0; MaxIterations is 0 for no limit.
	Iteration     int                  `json:"iteration"`
	MaxIterations int                  `json:"max_iterations"`
	Mode          string               `json:"mode"`
	StartedAt     time.Time            `json:"started_at,omitzero"`
	EndedAt       time.Time            `json:"ended_at,omitzero"`
	Interaction   *session.Interaction `json:"interaction,omitempty"`
	// AnsweredAt is when something was typed at an agent whose question is about to go for that; zero where it asks, or asks nothing.
	AnsweredAt time.Time `json:"answered_at,omitzero"`
	// Folder is that of the current iteration, whose agent package shim can reach.
	Folder string `json:"folder"`
}

var (
	// ErrNoHost says that nobody listens: no host drives the session, or it
	// is one of before there were sockets.
	ErrNoHost = errors.New("no host listens")
	// ErrSilent says that there is a host, and that it does not answer.
	ErrSilent = errors.New("the host does not answer")
	// ErrEnded says that there was a host, and that it broke the connection off ahead of its answer, as one does
	// that is killed: it may have done what was wanted of it.
	ErrEnded = errors.New("the host ended before it answered")
)

// Error is what a host answers to what it does not do.
type Error struct {
	Text   string `json:"error"`
	Code   string `json:"code"`
	Advice string `json:"hint,omitempty"`
	status int
}

func (e *Error) Error() string { return e.Text }

// Hint says what to do.
func (e *Error) Hint() string { return e.Advice }

// VersionError says that the host is a rooda of another time.
type VersionError struct{ API int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("the host speaks version %d of the protocol, this rooda knows %d", e.API, API)
}

// Hint says which rooda to use.
func (e *VersionError) Hint() string { return "use the rooda that started the session, or a later one" }

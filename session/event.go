package session

import (
	"encoding/json"
	"time"
)

// Event is one line of the journal. What Data holds depends on Type and is
// the orchestrator's affair.
type Event struct {
	// Seq numbers the events of a session from 1.
	Seq       uint64          `json:"seq"`
	Time      time.Time       `json:"time"`
	Type      string          `json:"type"`
	Session   string          `json:"session,omitempty"`
	Stage     string          `json:"stage,omitempty"`
	Task      string          `json:"task,omitempty"`
	Attempt   int             `json:"attempt,omitempty"`
	Iteration int             `json:"iteration,omitempty"`
	Data      json.RawMessage `json:"data,omitempty"`
}

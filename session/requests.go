package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"rooda/internal/statefile"
)

// requestsSize is the room for requests that a session has on a disk that has become full, in bytes.
const requestsSize = 4096

// Request is what somebody has wanted of a session and what could not be saved with it: it is kept where
// room was reserved for it when the session was created, until a checkpoint holds it.
type Request struct {
	// N numbers the requests of a session from 1; it is given by who keeps the request.
	N  int       `json:"n"`
	At time.Time `json:"at"`
	// By is human, or agent: and a task, Ctrl-C, the name of a signal, or host.
	By string `json:"by"`
	// Action is stop or cancel, Task the one that is cancelled, and Reason why nobody had to ask.
	Action string `json:"action"`
	Task   string `json:"task,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Keep puts a request on record although no checkpoint can be written, and returns its number: a checkpoint
// with that as Requests replaces it. When it fails, nothing is on record.
func (h *Handle) Keep(r Request) (n int, err error) {
	r.N = h.requested + 1
	line, err := json.Marshal(r)
	if err == nil {
		err = statefile.AppendLine(filepath.Join(h.dir, requestsFile), line)
	}
	if err != nil {
		return 0, fmt.Errorf("keep the wish to %s: %w", r.Action, err)
	}
	h.requested = r.N
	return r.N, nil
}

// Pending are the requests that the checkpoint lacks with which the handle began, in their order.
func (h *Handle) Pending() []Request { return h.pending }

// Pending are the requests that a record lacks, in their order.
func (m *SessionManager) Pending(record Record) ([]Request, error) {
	pending, _, err := requests(m.dir(record.ID), record)
	return pending, err
}

// Keep is Handle.Keep for who drives no session; it does nothing where one for the same is kept already that the
// checkpoint lacks. It fails with *RunningError while a host drives it.
func (m *SessionManager) Keep(id string, r Request) (err error) {
	h, err := m.acquire(id)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	record, err := load(h.dir, id)
	if err != nil {
		return err
	}
	pending, last, err := requests(h.dir, record)
	if err != nil {
		return err
	}
	if IsWanted(pending, r.Action, r.Task) {
		return nil
	}
	h.requested = last
	_, err = h.Keep(r)
	return err
}

// IsWanted reports whether one of the requests is for that, of a task or, where that is empty, of the session.
func IsWanted(requests []Request, action, task string) bool {
	return slices.ContainsFunc(requests, func(r Request) bool { return r.Action == action && r.Task == task })
}

// loadRequests finds those that the record lacks, and otherwise makes room for others, if that can be.
func (h *Handle) loadRequests() (err error) {
	if h.pending, h.requested, err = requests(h.dir, h.record); err == nil && h.pending == nil {
		_ = statefile.ReserveLines(filepath.Join(h.dir, requestsFile), requestsSize) // a full disk has none
	}
	return err
}

// requests are those in a folder that a record lacks, and the number of the last that is in either. A line
// that is not whole is of a killed writer, who has not acted on it.
func requests(dir string, record Record) (pending []Request, last int, err error) {
	lines, err := statefile.Lines(filepath.Join(dir, requestsFile))
	if err != nil {
		return nil, 0, fmt.Errorf("read requests: %w", err)
	}
	last = record.Requests
	for _, line := range lines {
		var r Request
		if json.Unmarshal(line, &r) == nil && r.N > last {
			pending, last = append(pending, r), r.N
		}
	}
	return pending, last, nil
}

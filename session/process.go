package session

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// Host identifies the process that drives a session, beyond its pid, which
// the system will give to another process one day.
type Host struct {
	PID int `json:"pid,omitempty"`
	// BootID is the system's id of this boot.
	BootID string `json:"boot_id,omitempty"`
	// StartTime is when the process started, as the system counts it: on Linux in
	// clock ticks since the boot.
	StartTime uint64    `json:"start_time,omitempty"`
	StartedAt time.Time `json:"started_at,omitzero"`
}

// ThisHost returns the identity of the calling process.
func ThisHost() (Host, error) {
	host := Host{PID: os.Getpid(), BootID: bootID(), StartedAt: time.Now()}
	start, err := startTime(host.PID)
	if err != nil {
		return Host{}, fmt.Errorf("identify process %d: %w", host.PID, err)
	}
	host.StartTime = start
	return host, nil
}

// Alive reports whether that very process still runs. Only then may it be
// sent a signal.
func (h Host) Alive() bool {
	if h.PID <= 0 || h.BootID != bootID() {
		return false
	}
	start, err := startTime(h.PID)
	return err == nil && start == h.StartTime
}

// Suspended reports whether that very process was stopped, by SIGSTOP or Ctrl-Z, and so does nothing at all.
func (h Host) Suspended() bool { return h.Alive() && suspended(h.PID) }

// dying reports whether that very process has been killed, or has ended, and is still there.
// Until the last of its threads has ended what it has locked stays locked.
func (h Host) dying() bool {
	if h.PID <= 0 || h.BootID != bootID() {
		return false
	}
	start, err := startTime(h.PID)
	ended := errors.Is(err, os.ErrProcessDone) || err == nil && doomed(h.PID)
	return ended && start == h.StartTime
}

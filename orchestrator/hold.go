package orchestrator

import (
	"errors"
	"fmt"
	"slices"
	"syscall"
	"time"

	"rooda/orchestrator/plan"
)

const (
	// firstWait is how soon a checkpoint that failed is tried again; each wait
	// is twice the one before, up to longestWait.
	firstWait, longestWait = 250 * time.Millisecond, 5 * time.Second
	// saveLimit is how long a run goes on without a checkpoint.
	saveLimit = time.Minute
)

// hold keeps commands back until the checkpoint that implies them is on disk
// (CORE-12): an agent that no record speaks of must not be started.
type hold struct {
	commands []plan.Command
	untold   []Event   // that they are executed
	since    time.Time // of the first failure; zero while all is saved
	wait     time.Duration
	retry    *time.Timer
	over     bool // given up: nothing is held any more
}

// due is when to try again; it never comes while all is saved.
func (h *hold) due() <-chan time.Time {
	if h.retry == nil {
		return nil
	}
	return h.retry.C
}

// keep adds commands and sets the time of the next try.
func (h *hold) keep(now time.Time, commands []plan.Command) {
	h.commands = append(h.commands, commands...)
	if h.since.IsZero() {
		h.since = now
	}
	if h.retry == nil { // other changes must not put the next try off
		h.wait = min(max(2*h.wait, firstWait), longestWait)
		h.retry = time.NewTimer(h.wait)
	}
}

// release returns what was held, for all is saved.
func (h *hold) release() []plan.Command {
	h.end()
	commands := h.commands
	*h = hold{}
	return commands
}

func (h *hold) end() {
	if h.retry != nil {
		h.retry.Stop()
	}
}

// take removes the start of an iteration that is to be stopped before it began.
func (h *hold) take(k plan.Key) bool {
	for i, c := range h.commands {
		if c, ok := c.(plan.StartIteration); ok && c.Key == k {
			h.commands = append(h.commands[:i:i], h.commands[i+1:]...)
			h.untold = slices.DeleteFunc(h.untold, func(e Event) bool { return e.Task == k.Task })
			return true
		}
	}
	return false
}

// settle decides which commands may be executed after a checkpoint: all when
// it was written, else only those that end something.
func (x *WorkflowExecutor) settle(now time.Time, commands []plan.Command) []plan.Command {
	if x.saved == nil {
		return append(x.released(), commands...)
	}
	if x.held.over {
		return commands
	}
	var free, bound []plan.Command
	for _, c := range commands {
		switch c.(type) {
		case plan.StartIteration, plan.AdoptIteration:
			bound = append(bound, c)
		default:
			free = append(free, c)
		}
	}
	x.held.keep(now, bound)
	return free
}

// released returns what was held, and tells viewers what they were not told.
func (x *WorkflowExecutor) released() []plan.Command {
	for _, e := range x.held.untold {
		x.bus.publish(e)
	}
	return x.held.release()
}

// again tries a failed checkpoint once more. After saveLimit it gives up: the
// run is stopped as by an interrupt, so that a resume finds it where it stood.
func (x *WorkflowExecutor) again() []plan.Command {
	now := time.Now()
	x.held.retry = nil // it has fired
	x.checkpoint(now, nil)
	x.vouch()
	if x.saved == nil {
		x.bus.publish(Event{Time: now, Session: x.record.ID, Body: Warning{"the session is saved again; the run goes on"}})
		return x.released()
	}
	if now.Sub(x.held.since) < saveLimit {
		x.held.keep(now, nil)
		return nil
	}
	x.held.end()
	x.held.retry, x.held.over = nil, true
	text := fmt.Sprintf("the session could not be saved for %s", saveLimit)
	notes := with(Event{}, Warning{text + "; stopping"})
	if x.halted.by == "" {
		x.halted.by, x.halted.reason = byHost, text
		if errno := syscall.Errno(0); errors.As(x.saved, &errno) {
			x.halted.reason += " (" + errno.Error() + ")"
		}
	}
	notes = append(notes, x.interrupted()...)
	commands := x.commit([]plan.Event{plan.Interrupt{}}, notes)
	x.insure()
	return commands
}

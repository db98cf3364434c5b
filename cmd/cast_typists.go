package cmd

import (
	"context"
	"encoding/json"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// typistLag is how far apart a key and the record of it may be: the host
// notes one just after.
const typistLag = 500 * time.Millisecond

// typists are the stretches in which people, and other agents, typed into an
// agent; the rest of what was typed is rooda's, answers by command among it.
type typists [][2]time.Time

func (t typists) at(when time.Time) bool {
	for _, stretch := range t {
		if !when.Before(stretch[0].Add(-typistLag)) && !when.After(stretch[1].Add(typistLag)) {
			return true
		}
	}
	return false
}

func (t *typists) add(from, until time.Time) {
	if until.Before(from) {
		until = from
	}
	*t = append(*t, [2]time.Time{from, until})
}

// typists reads who typed from what the terminal's keeper noted, and from the
// journal, which alone has the keys that came by the host's socket.
func (l oneLog) typists() (typists, error) {
	deeds, err := shim.Deeds(l.dir, 0)
	if err != nil {
		return nil, err
	}
	var found typists
	for _, d := range deeds {
		if d.What == shim.Typed {
			found.add(d.At, d.Until)
		}
	}
	for e, err := range session.ReadEvents(l.r.dir, 0) {
		if err != nil {
			return nil, err
		}
		var typed orchestrator.InputTyped
		here := e.Type == typed.Type() && iterationOf(e) == iterationOf(l.began)
		if here && json.Unmarshal(e.Data, &typed) == nil && typed.At.IsZero() && typed.Kind != "" {
			found.add(e.Time, e.Time)
		}
	}
	return found, nil
}

// until is when the agent ended, now for one that lives, zero where nobody knows.
func (l oneLog) until(ctx context.Context) time.Time {
	ctx, cancel := context.WithTimeout(ctx, glance)
	defer cancel()
	client := shim.Dial(l.dir)
	defer client.Close()
	task, err := client.Task(ctx)
	switch {
	case err != nil:
		return time.Time{}
	case task.Exit != nil:
		return task.Exit.EndedAt
	}
	return time.Now()
}

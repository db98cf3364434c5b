package cmd

import (
	"slices"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
)

// waits says since when the agent has waited for a person at its terminal, zero
// if it does not. One that was lost has none.
func (a agent) waits() time.Time {
	if asks, _ := a.asks(time.Now()); asks && !orchestrator.IsLost(a.state()) && a.state().Interaction != nil {
		return a.state().Interaction.Since
	}
	return time.Time{}
}

// asks reports whether the agent waits for a person by its record, see orchestrator.Asks. Where nobody drives it
// an answer is told by who typed, see answered: whether it was one nobody finds out.
func (a agent) asks(now time.Time) (asks bool, answered time.Time) {
	dir := a.dir
	if !a.hosted() {
		dir = ""
	}
	return orchestrator.Asks(a.state(), dir, now)
}

// waiting are the agents of all sessions that wait for a person, the one that
// has waited longest first.
func waiting(s console.Streams) ([]agent, error) {
	found, err := unfinished(s, agent.attendable)
	return longestFirst(found), err
}

// findWaiting is whom a person goes to who names no more than a session, where several of its agents
// run: the one that has waited longest for them.
func findWaiting(s console.Streams, text string) (agent, error) {
	found, err := named(s, text)
	if err != nil {
		return agent{}, err
	}
	only, err := onlyAgent(found)
	if err == nil {
		return only, nil
	}
	if first := slices.DeleteFunc(found, func(a agent) bool { return !a.attendable() }); len(first) > 0 {
		return longestFirst(first)[0], nil
	}
	return agent{}, codedError{err, exitUsage}
}

// attendable reports whether the agent waits for a person who can come to its terminal.
func (a agent) attendable() bool { return !a.waits().IsZero() && !a.deserted() }

// longestFirst sorts agents by how long they have waited. Those that somebody may have answered come last,
// which takes a look at who has typed: one for each agent.
func longestFirst(found []agent) []agent {
	slices.SortStableFunc(found, func(a, b agent) int { return a.waits().Compare(b.waits()) })
	var open, doubtful []agent
	for _, a := range found {
		if a.answered() == nil {
			open = append(open, a)
		} else {
			doubtful = append(doubtful, a)
		}
	}
	return append(open, doubtful...)
}

// lostAndAsking are the agents whose loss a person is to decide about, or has to be told of:
// they had asked something, and nobody drives their session.
func lostAndAsking(s console.Streams) ([]agent, error) {
	return unfinished(s, func(a agent) bool {
		if orchestrator.IsLost(a.state()) {
			return true
		}
		state, err := a.probe()
		return !a.waits().IsZero() && err == nil && state == shim.Lost && !a.hosted()
	})
}

// unfinished are those agents of all sessions without an outcome.
func unfinished(s console.Streams, wanted func(agent) bool) ([]agent, error) {
	sessions, err := newSessions(s)
	if err != nil {
		return nil, err
	}
	summaries, err := sessions.List()
	if err != nil {
		return nil, err
	}
	var found []agent
	for _, summary := range summaries {
		if summary.Err != nil || summary.Record.Outcome != "" {
			continue
		}
		for _, a := range agents(sessions, summary.Record) {
			if wanted(a) {
				found = append(found, a)
			}
		}
	}
	return found, nil
}

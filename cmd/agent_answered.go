package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// answered is what may have answered the agent while nobody drives its session, so that nobody can tell
// whether it waits; nil for nothing.
func (a agent) answered() *shim.Deed {
	if a.waits().IsZero() || a.hosted() {
		return nil
	}
	return orchestrator.TypedSince(a.dir, a.state())
}

// lastAnswer says who answered the last question of the agent's iteration, and when; empty where nobody did.
func (a agent) lastAnswer() (said string) {
	t := a.state()
	if t == nil {
		return ""
	}
	journal := orchestrator.NewJournal()
	for line, err := range session.ReadEvents(a.sessions.Dir(a.id), 0) {
		if err != nil {
			return ""
		}
		if line.Task != a.task || line.Attempt != t.Attempt || line.Iteration != t.Iteration {
			continue
		}
		e, _ := journal.Event(line)
		switch body := e.Body.(type) {
		case orchestrator.InteractionNeeded:
			said = ""
		case orchestrator.InteractionResolved:
			said = resolvedBy(body.By) + " at " + dayClock(e.Time, time.Now())
		}
	}
	if !strings.HasPrefix(said, "answered by ") {
		return ""
	}
	return said
}

// perhapsAnswered says so, and what to do about it.
func perhapsAnswered(id, by string, at time.Time) string {
	return fmt.Sprintf("perhaps given, by %s at %s; nobody drives it: rooda session resume %s", console.OneLine(by), dayTime(at, time.Now()), shortID(id))
}

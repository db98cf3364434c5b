package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/session"
	"rooda/workflows"
)

// awaitWaiting takes the word of whoever sees it first: the host, which
// writes it down, or the screen. A host that drives the agent gets a moment to
// write what the screen told: who looks next for those that wait is to find it.
func awaitWaiting(ctx context.Context, s Streams, target agent) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		said string
		err  error
		host bool
	}
	answers := make(chan answer, 2)
	go func() {
		said, err := awaitTask(ctx, s, target, func(t *session.Task) string {
			if t.Status != session.WaitingForUser || t.Cancelling() {
				return ""
			}
			var asked session.Interaction
			if t.Interaction != nil {
				asked = *t.Interaction
			}
			return waitsForYou(asked.Kind, asked.Excerpt)
		})
		answers <- answer{said, err, true}
	}()
	go func() {
		said, err := awaitState(ctx, s, target, "waiting")
		if t := target.now().state(); err == nil && t != nil && t.Cancelling() {
			err = errEndedBefore // whatever it asks, it is not waited for
		}
		answers <- answer{said, err, false}
	}()
	first := <-answers
	switch {
	case first.err != nil:
		// A task between two iterations has no screen, one without a host no
		// journal that grows.
		if second := <-answers; second.err == nil || !errors.Is(first.err, errEndedBefore) {
			first = second
		}
	case !first.host && target.driven():
		moment := time.NewTimer(hostPatience)
		defer moment.Stop()
		select {
		case <-answers:
		case <-moment.C:
		case <-ctx.Done():
		}
	}
	if d := target.now().answered(); first.err == nil && d != nil {
		first.said = fmt.Sprintf("perhaps %s; the answer is %s", first.said, perhapsAnswered(target.id, d.By, d.Last()))
	}
	return first.said, first.err
}

// waitsSince is waitsForYou with since when.
func waitsSince(q session.Interaction, now time.Time) string {
	return "waits for you since " + dayTime(q.Since, now) + suffix(": ", askedOf(q.Kind, q.Excerpt, ""))
}

// waitsForYou says what an agent waits for.
func waitsForYou(kind, excerpt string) string {
	return "waits for you" + suffix(": ", askedOf(kind, excerpt, ""))
}

// driven says whether a host drives the agent at its terminal.
func (a agent) driven() bool {
	if a.sessions == nil {
		return false
	}
	running, err := a.sessions.Running(a.id)
	return a.interactive() && running && err == nil
}

// interactive says whether the task is to be.
func (a agent) interactive() (is bool) {
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		is = is || t.ID == a.task && t.Mode == workflows.Interactive
	})
	return is
}

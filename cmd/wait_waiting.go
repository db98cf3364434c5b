package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// awaitWaiting takes the word of whoever sees it first: the host, which
// writes it down, or the screen. Where a host drives the agent and answers, its word counts alone: it also
// knows what it answers itself, that somebody is there to do so, and that it is ending the agent. Who looks
// next for those that wait is to find it, too.
func awaitWaiting(ctx context.Context, s console.Streams, target agent) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type answer struct {
		said string
		err  error
		host bool
	}
	answers := make(chan answer, 2)
	go func() {
		said, err := awaitTaskFrom(ctx, s, target, func(*session.Task) (string, time.Time) {
			asks, answered := target.now().asks(time.Now())
			switch {
			case !answered.IsZero():
				return "", answered.Add(orchestrator.Vanish)
			case !asks:
				return "", time.Time{}
			}
			var asked session.Interaction
			if q := target.now().state().Interaction; q != nil {
				asked = *q
			}
			return waitsForYou(asked.Kind, asked.Excerpt), time.Time{}
		})
		answers <- answer{said, err, true}
	}()
	go func() {
		said, err := awaitState(ctx, s, target, "waiting")
		for err == nil && target.overruled(ctx, s) || cannotTell(ctx, err) && target.spared(ctx) {
			said, err = awaitState(ctx, s, target, "waiting")
		}
		if t := target.now().state(); err == nil && t != nil && t.Leaving() {
			err = errEndedBefore // whatever it asks, it is not waited for
		}
		if err == nil {
			err = ctx.Err() // in which case nobody has overruled the screen, and nobody could
		}
		answers <- answer{said, err, false}
	}()
	first := <-answers
	if first.err != nil && !cannotTell(ctx, first.err) {
		// A task between two iterations has no screen, one without a host no
		// journal that grows.
		if second := <-answers; second.err == nil || !errors.Is(first.err, errEndedBefore) || cannotTell(ctx, second.err) {
			first = second
		}
	}
	if d := target.now().answered(); first.err == nil && d != nil {
		first.said = fmt.Sprintf("perhaps %s; the answer is %s", first.said, perhapsAnswered(target.id, d.By, d.Last()))
	}
	return first.said, first.err
}

// cannotTell reports whether err of a wait is neither that there is no agent to look at, which may change, nor
// that ctx has ended, but that it could not be told what an agent does.
func cannotTell(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && !errors.Is(err, errEndedBefore) && exitCode(err) != exitUnreachable
}

// spared waits a moment and reports whether nobody needs to look at the agent's screen: a host tells what it asks.
func (a agent) spared(ctx context.Context) bool {
	if !a.hosted() {
		return false
	}
	moment := time.NewTimer(answerLook)
	defer moment.Stop()
	select {
	case <-moment.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// overruled reports whether a host drives the agent and has not called anybody after a while, although the
// screen shows a question.
func (a agent) overruled(ctx context.Context, s console.Streams) bool {
	if !a.driven() {
		return false
	}
	moment := time.NewTimer(hostPatience)
	defer moment.Stop()
	select {
	case <-moment.C:
	case <-ctx.Done():
		return false
	}
	client, err := dialHost(s, a.sessions.Dir(a.id))
	if err != nil {
		return false
	}
	defer client.Close()
	asking, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	host, err := client.Session(asking)
	return err == nil && host.Unsaved == ""
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

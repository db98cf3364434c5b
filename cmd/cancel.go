package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

const (
	// cancelQuiet is how long a cancelled agent may take to end before that is said, and
	// cancelPatience how long it is waited for: more than a host takes to end one whose
	// terminal does not answer.
	cancelQuiet, cancelPatience = time.Second, 30 * time.Second
)

// What a task is whose iteration is over and whose agent has not ended yet: it was cancelled, completed, or
// had nothing more to do.
const (
	foundCancelling = "cancelling"
	foundCompleting = "completing"
	foundLeaving    = "leaving"
)

// unrecorded is why the cancel of a task is not on record; "" where it is, or that cannot be told. over says
// that its agent has ended for all that.
func (a agent) unrecorded(ctx context.Context, client *api.Client) (why string, over bool) {
	if client == nil {
		return "", false
	}
	asking, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	host, err := client.Session(asking)
	if err != nil || host.Unsaved == "" {
		return "", false
	}
	if t := host.Record.Tasks[a.task]; t != nil {
		over = !t.Status.UnderWay()
	}
	if onRecord(a.sessions, a.id, orchestrator.ActCancel, a.task) {
		return "", over
	}
	return console.OneLine(host.Unsaved), over
}

// cancel has a task cancelled, and waits for its agent's end, as long as that can be expected. Done
// is what there is to say then: a cancel holds, whatever becomes of the wait, unless no disk takes it.
func (d deed) cancel(ctx context.Context, s console.Streams, client *api.Client, target agent) (done string, err error) {
	asking, stop := context.WithTimeout(ctx, deedPatience)
	defer stop()
	if err := d.do(client, asking, target.task); err != nil {
		return "", err
	}
	waiting, stop := context.WithTimeout(ctx, cancelPatience)
	defer stop()
	watch := watchHost(s, target.sessions, target.id, target.String())
	watch.say = func(format string, args ...any) { // what has come of it cannot be seen on disk
		s.Notef(format, args...)
		stop()
	}
	defer watch.begin(waiting)()
	late := time.AfterFunc(cancelQuiet, func() {
		if target.abandoned() {
			stop()
			return
		}
		s.Notef("%s %s: its agent has not ended yet\n", foundCancelling, target)
	})
	_, err = awaitTask(waiting, s, target, func(t *session.Task) string {
		if t.Status.UnderWay() {
			return ""
		}
		return d.done
	})
	late.Stop()
	if err == nil {
		return d.done, nil
	}
	why, over := target.unrecorded(ctx, client)
	switch {
	case why != "":
		return "", hintf(fmt.Errorf("its agent is told to end, but that is not on record yet: %s", why),
			"make room; should a resume go on with the task: rooda cancel %s", target)
	case over:
		return d.done, nil
	case ctx.Err() == nil && target.abandoned():
		err := hintf(errors.New("its agent is told to end, and the rooda that drives the session has ended since; that is on record, and holds"),
			"rooda session resume %s goes on with that", shortID(target.id))
		return "", codedError{err, exitUnreachable}
	}
	return foundCancelling, nil
}

// abandoned reports whether nobody drives the agent's session, nor is about to take it up from somebody who did.
func (a agent) abandoned() bool { return !a.hosted() && !passedOn(a.sessions.Dir(a.id)) }

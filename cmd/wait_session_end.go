package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator/plan"
	"rooda/session"
	"rooda/workflows"
)

// sessionEnd waits until the session has ended and its host has let go of it.
func sessionEnd(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string) (waited, error) {
	var last session.Record
	err := sessionWait{
		s: s, sessions: sessions, id: id,
		look: func(record session.Record, _ bool) (time.Time, error) {
			if last = record; record.Outcome != "" {
				return time.Time{}, errFound
			}
			return time.Time{}, nil
		},
		deserted: func(record session.Record) error { return undrivenSession(ctx, s, sessions, record) },
	}.run(ctx)
	if !errors.Is(err, errFound) {
		return waited{}, err
	}
	letGo(ctx, sessions, id)
	return waited{Session: id, Said: endOf(last), Outcome: last.Outcome, end: ended(plan.Outcome(last.Outcome))}, nil
}

// letGo waits a moment for the host of a session that has ended, so that what is typed next, such as
// rooda session remove, finds it gone.
func letGo(ctx context.Context, sessions *session.SessionManager, id string) {
	ctx, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		if driven, err := sessions.Running(id); err != nil || !driven {
			return
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return
		}
	}
}

// endOf says how a session ended, and which of its tasks failed.
func endOf(r session.Record) string {
	var failed []string
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if state := r.Tasks[t.ID]; state != nil && state.Status == session.Error {
			failed = append(failed, console.OneLine(t.ID)+suffix(": ", console.OneLine(state.Reason)))
		}
	})
	return string(r.Outcome) + suffix(", failed: ", strings.Join(failed, "; "))
}

// undrivenSession is the error about a session that nobody brings to its end.
func undrivenSession(ctx context.Context, s console.Streams, sessions *session.SessionManager, record session.Record) error {
	now := present(ctx, s, sessions, record, false)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	err := fmt.Errorf("%s: nobody drives the session: %s", shortID(record.ID), now.state)
	return codedError{hintf(err, "%s goes on with it", now.resume()), exitUnreachable}
}

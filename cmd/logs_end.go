package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/session"
)

// awaitEnd returns when nothing more comes of what is followed. A host's lock
// cannot be waited for without taking it, so it is looked at now and then. The
// gap between two hosts, when a session is handed over, is no end.
func (r logReader) awaitEnd(ctx context.Context) error {
	look := time.NewTicker(answerLook)
	defer look.Stop()
	for left := hostPatience; ; left -= answerLook {
		working, over, err := r.atWork(ctx)
		switch {
		case err != nil:
			return err
		case working:
			left = hostPatience
		case over || left <= 0:
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// atWork reports whether anybody works on what is followed: the session's host, or agents that
// have outlived it, but for those that were kept alive; and where nobody does, whether it is over.
func (r logReader) atWork(ctx context.Context) (working, over bool, err error) {
	id := r.record.ID
	if on, err := r.sessions.Running(id); on || err != nil {
		return on, false, err
	}
	record, err := r.sessions.Load(id)
	if err != nil {
		return false, false, err
	}
	for _, a := range orchestrator.Agents(ctx, record, r.dir) {
		if !a.Kept && a.Alive() && (r.task == "" || a.Task == r.task) {
			return true, false, nil
		}
	}
	return false, r.over(record), nil
}

// over reports whether a host would have nothing more to show.
func (r logReader) over(record session.Record) bool {
	t := record.Tasks[r.task]
	return record.Outcome != "" || r.o.iteration > 0 || t != nil && (t.Status == session.Done || t.Status == session.Error)
}

// deserted is the error about what nobody brings to its end, nil where it has come to that.
func (r logReader) deserted() error {
	id := r.record.ID
	running, err := r.sessions.Running(id)
	if err != nil || running { // another has come meanwhile
		return err
	}
	record, err := r.sessions.Load(id)
	if err != nil || r.over(record) {
		return err
	}
	if r.task != "" {
		a := agent{id: id, task: r.task, record: record, sessions: r.sessions}
		state, _ := a.alone(context.Background(), r.sessions)
		err = fmt.Errorf("%s: nobody drives its session%s", a, suffix(", and its agent ", state))
		return codedError{hintf(err, "%s", a.afterDesertion(state)), exitUnreachable}
	}
	err = errors.New(shortID(id) + ": nobody drives the session")
	return codedError{hintf(err, "rooda session resume %s goes on with it", shortID(id)), exitUnreachable}
}

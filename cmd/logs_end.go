package cmd

import (
	"context"
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/session"
)

// awaitEnd returns when nothing more comes of what is followed, and whether that is because it is over. A
// host's lock cannot be waited for without taking it, so it is looked at now and then. The
// gap between two hosts, when a session is handed over, is no end.
func (r logReader) awaitEnd(ctx context.Context) (over bool, err error) {
	look := time.NewTicker(answerLook)
	defer look.Stop()
	for left := hostPatience; ; left -= answerLook {
		working, over, err := r.atWork(ctx)
		switch {
		case err != nil:
			return false, err
		case working:
			left = hostPatience
		case over || left <= 0:
			return over, nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return false, ctx.Err()
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

// deserted is the error about what nobody has brought to its end. Another host may have come once that was
// found; what it does has not been followed.
func (r logReader) deserted(ctx context.Context) error {
	a := agent{id: r.record.ID, task: r.task, sessions: r.sessions}
	name := shortID(a.id)
	if r.task != "" {
		name = a.String()
	}
	driven, err := r.sessions.Running(a.id)
	if err != nil {
		return err
	}
	if driven {
		err := fmt.Errorf("%s: nobody drove the session for a while, and another rooda does now", name)
		return codedError{hintf(err, "rooda logs %s -f follows that", name), exitUnreachable}
	}
	if r.task == "" {
		err := fmt.Errorf("%s: nobody drives the session", name)
		return codedError{hintf(err, "rooda session resume %s goes on with it", name), exitUnreachable}
	}
	if a.record, err = r.sessions.Load(a.id); err != nil {
		return err
	}
	state, _ := a.alone(ctx, r.sessions)
	if err := ctx.Err(); err != nil {
		return err
	}
	err = fmt.Errorf("%s: nobody drives its session%s", name, suffix(", and its agent ", state))
	return codedError{hintf(err, "%s", a.afterDesertion(state)), exitUnreachable}
}

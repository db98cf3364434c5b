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
// gap between two hosts, when a session is handed over, is no end. While agents work on that nobody
// drives, alone is called, once for each host that has gone.
func (r logReader) awaitEnd(ctx context.Context, alone func()) (over bool, err error) {
	look := time.NewTicker(answerLook)
	defer look.Stop()
	told, silent := false, hostPatience // since the last host, and since the last agent
	final := false                      // when it was looked at last; what the journal says of that comes after it
	for left := hostPatience; ; left -= answerLook {
		now, err := r.atWork(ctx)
		switch {
		case err != nil:
			return false, err
		case now.over && (final || !now.driven):
			return true, nil
		case now.driven:
			left, told, final = hostPatience, false, now.over
		case !now.alive && silent <= 0:
			return false, nil
		case now.alive && left <= 0 && !told:
			told = true
			alone()
		}
		if silent -= answerLook; now.driven || now.alive {
			silent = hostPatience
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// work is who works on what is followed.
type work struct {
	driven bool // by a host
	alive  bool // without one: agents that have outlived it, but for those that were kept alive
	over   bool // nothing more comes
}

func (r logReader) atWork(ctx context.Context) (work, error) {
	id := r.record.ID
	driven, err := r.sessions.Running(id)
	if err != nil {
		return work{}, err
	}
	record, err := r.sessions.Load(id)
	if err != nil {
		return work{}, err
	}
	if driven {
		return work{driven: true, over: r.final(record)}, nil
	}
	for _, a := range orchestrator.Agents(ctx, record, r.dir) {
		if !a.Kept && a.Alive() && (r.task == "" || a.Task == r.task) {
			return work{alive: true}, nil
		}
	}
	return work{over: r.over(record)}, nil
}

// tellAlone warns that nobody acts on what the agents do.
func (f *follower) tellAlone() {
	a := agent{id: f.r.record.ID, task: f.r.task}
	if a.task == "" {
		f.note("warning: %[1]s: nobody drives the session; go on with: rooda session resume %[1]s\n", shortID(a.id))
		return
	}
	f.note("warning: %s: nobody drives its session; go on with: rooda session resume %s\n", a, shortID(a.id))
}

// over reports whether a host would have nothing more to show.
func (r logReader) over(record session.Record) bool {
	return record.Outcome != "" || r.o.iteration > 0 || r.final(record)
}

// final reports whether the task that is followed is; never where it is the whole session.
func (r logReader) final(record session.Record) bool {
	t := record.Tasks[r.task]
	return t != nil && (t.Status == session.Done || t.Status == session.Error)
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

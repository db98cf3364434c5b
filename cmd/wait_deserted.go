package cmd

import (
	"context"
	"fmt"
	"time"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/session"
)

// overError says that a session has ended, so that a task of it that is not
// final stays as it is until somebody resumes that. It matches errEndedBefore.
type overError struct{ outcome session.Outcome }

func (e overError) Error() string { return fmt.Sprintf("its session has ended: %s", e.outcome) }

func (e overError) Is(target error) bool { return target == errEndedBefore }

// desertion fails when nobody drives the session and the agent does not work
// either: then nothing comes of it any more. The gap between two hosts, when a
// session is handed over, is none. It ends with ctx, with nil.
func (a agent) desertion(ctx context.Context, s console.Streams, sessions *session.SessionManager) error {
	const pause = 200 * time.Millisecond
	look := time.NewTicker(pause)
	defer look.Stop()
	told := false
	for left := hostPatience; ; left -= pause {
		running, err := sessions.Running(a.id)
		if err != nil {
			return err
		}
		state, alone := a.alone(ctx, sessions)
		switch {
		case running:
			left = hostPatience
		case left > 0:
		case alone:
			err := fmt.Errorf("%s: nobody drives its session, and its agent %s", a, state)
			return codedError{hintf(err, "%s", a.afterDesertion(state)), exitUnreachable}
		case !told:
			told = true
			s.Notef("warning: %s: nobody drives its session; go on with: rooda session resume %s\n", a, shortID(a.id))
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return nil
		}
	}
}

const (
	wasLost      = "is lost"
	wasEnded     = "has ended"
	wasUnstarted = "was never started"
)

// alone says what has become of the agent that a task has last, and whether it
// is at work no more.
func (a agent) alone(ctx context.Context, sessions *session.SessionManager) (string, bool) {
	record, err := sessions.Load(a.id)
	if err != nil {
		return "", false
	}
	dir := iterationDir(sessions.Dir(a.id), a.task, record.Tasks[a.task])
	if dir == "" {
		return wasUnstarted, true
	}
	state, err := shim.Probe(ctx, dir)
	words := map[shim.State]string{shim.Lost: wasLost, shim.Finished: wasEnded, shim.Never: wasUnstarted}
	return words[state], err == nil && words[state] != ""
}

func (a agent) afterDesertion(state string) string {
	if state == wasLost {
		return a.afterLoss()
	}
	return fmt.Sprintf("rooda session resume %s goes on with it", shortID(a.id))
}

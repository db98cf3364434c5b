package cmd

import (
	"context"
	"time"

	"rooda/session"
)

// watch tells when the terminal of an iteration's agent does not answer: nothing more comes of
// it then. Most iterations that are shown are over, and are not asked.
func (f *follower) watch(ctx context.Context, e session.Event) {
	start := time.NewTimer(answerLook)
	defer start.Stop()
	select {
	case <-start.C:
		v := watchTerminal(f.r.s, agent{id: f.r.record.ID, task: e.Task, record: f.r.record, dir: f.r.iterationDir(e), sessions: f.r.sessions})
		v.say = f.note
		v.run(ctx)
	case <-ctx.Done():
	}
}

// watchHost tells when the session's host does not answer, until nobody works on it any more:
// nothing starts meanwhile.
func (f *follower) watchHost() {
	ctx, cancel := context.WithCancel(f.ctx)
	defer cancel()
	f.group.Go(func() error {
		defer cancel()
		select {
		case <-f.over:
		case <-ctx.Done():
		}
		return nil
	})
	v := watchHost(f.r.s, f.r.sessions, f.r.record.ID, shortID(f.r.record.ID))
	v.say = f.note
	v.run(ctx)
}

// note says something between the lines that are shown.
func (f *follower) note(format string, args ...any) {
	f.out.Lock()
	defer f.out.Unlock()
	f.r.s.Notef(format, args...)
}

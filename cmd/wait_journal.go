package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"rooda/internal/console"
	"rooda/pty"
	"rooda/session"
)

// errFound ends the following of a journal.
var errFound = errors.New("found")

// awaitTask waits until the checkpoint of a task is such that found says
// something about it. The journal is written right after the checkpoint, so
// whenever it grows the checkpoint is looked at.
func awaitTask(ctx context.Context, s console.Streams, target agent, found func(*session.Task) string) (string, error) {
	return awaitTaskFrom(ctx, s, target, func(t *session.Task) (string, time.Time) { return found(t), time.Time{} })
}

// awaitTaskFrom is awaitTask for what may come to be so by time alone: found says when to look again although
// nothing is written, zero for never.
func awaitTaskFrom(ctx context.Context, s console.Streams, target agent, found func(*session.Task) (string, time.Time)) (string, error) {
	sessions, err := newSessions(s)
	if err != nil {
		return "", err
	}
	look := looker{sessions: sessions, target: target, found: found, again: time.NewTimer(0)}
	defer look.again.Stop()
	if err := look.look(); err != nil {
		return look.said, notFound(err)
	}
	journal := filepath.Join(sessions.Dir(target.id), session.EventsFile)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return target.desertion(ctx, s, sessions) })
	group.Go(func() error { return look.late(ctx) })
	group.Go(func() error {
		if _, err := pty.Follow(ctx, journal, 0, &look, nil); err != nil {
			return err
		}
		return errFound // it ends the others
	})
	err = group.Wait()
	return look.said, notFound(err)
}

// notFound leaves errors that are more than the end of looking.
func notFound(err error) error {
	if errors.Is(err, errFound) {
		return nil
	}
	return err
}

// looker looks at a checkpoint whenever something is written to it, and when found says.
type looker struct {
	sessions *session.SessionManager
	target   agent
	found    func(*session.Task) (string, time.Time)

	mu    sync.Mutex
	said  string
	again *time.Timer
}

func (l *looker) Write(p []byte) (int, error) { return len(p), l.look() }

// late looks whenever it is time to, until that fails or ctx ends, which is nil.
func (l *looker) late(ctx context.Context) error {
	for {
		select {
		case <-l.again.C:
		case <-ctx.Done():
			return nil
		}
		if err := l.look(); err != nil {
			return err
		}
	}
}

// look fails with errFound when it is so, and with errEndedBefore when it
// cannot come to that any more.
func (l *looker) look() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.said != "" {
		return errFound
	}
	record, err := l.sessions.Load(l.target.id)
	if err != nil {
		return err
	}
	t := record.Tasks[l.target.task]
	if t == nil {
		return nil
	}
	said, due := l.found(t)
	if l.said = said; said != "" {
		return errFound
	}
	if !due.IsZero() {
		l.again.Reset(time.Until(due))
	}
	switch {
	case t.Status == session.Done || t.Status == session.Error:
		return fmt.Errorf("%w: %s", errEndedBefore, t.Status)
	case record.Outcome != "":
		return overError{record.Outcome}
	}
	return nil
}

package cmd

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"sync"

	"golang.org/x/sync/errgroup"

	"rooda/pty"
	"rooda/session"
)

// follow prints what is there and what comes, until nobody works on the session any more. The
// journal says which iterations start and which are over.
func (r logReader) follow(ctx context.Context) error {
	group, within := errgroup.WithContext(ctx)
	over, ended := make(chan struct{}), false
	f := &follower{r: r, ctx: within, group: group, over: over, running: map[string]*followed{}}
	group.Go(func() (err error) {
		defer close(over)
		ended, err = r.awaitEnd(within, f.tellAlone)
		return err
	})
	f.behind.read = make(chan struct{})
	read := sync.OnceFunc(func() { close(f.behind.read) })
	group.Go(func() error {
		defer read()
		journal := filepath.Join(r.dir, session.EventsFile)
		_, err := pty.Follow(within, journal, 0, countTo(journal, 0, f, read), over)
		return err
	})
	group.Go(func() error { f.watchHost(); return nil })
	group.Go(func() error {
		f.behind.wait(within)
		return r.last.Flush()
	})
	if err := group.Wait(); err != nil {
		return fmt.Errorf("follow session: %w", err)
	}
	for _, last := range f.running {
		if last.lost {
			return exitStatus(exitUnreachable) // which has been said
		}
	}
	if ended {
		return nil
	}
	return r.deserted(ctx)
}

// follower reads the journal as it grows and follows the logs of the
// iterations in it. Write is called by one goroutine.
type follower struct {
	r       logReader
	ctx     context.Context
	group   *errgroup.Group
	over    <-chan struct{}
	running map[string]*followed // by task
	part    []byte
	out     sync.Mutex
	behind  backlog
}

func (f *follower) Write(p []byte) (int, error) {
	f.part = append(f.part, p...)
	for {
		line, rest, whole := bytes.Cut(f.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		e, err := session.ParseEvent(line)
		if err != nil {
			return 0, fmt.Errorf("read journal: %w", err)
		}
		f.event(e)
		f.part = append(f.part[:0], rest...)
	}
}

func (f *follower) event(e session.Event) {
	if !f.r.wanted(e) {
		return
	}
	last := f.running[e.Task]
	switch e.Type {
	case "iteration_started":
		if !f.r.known(e) {
			return
		}
		next := &followed{began: e, done: make(chan struct{}), shown: make(chan struct{})}
		for task, other := range f.running {
			if task != e.Task && other.over() {
				next.after = append(next.after, other)
			}
		}
		if last != nil {
			last.replaced.Store(true)
		}
		f.running[e.Task] = next
		now, whole := func() {}, func() {}
		if f.behind.add() {
			now, whole = f.behind.shown(f.ctx, next)
		}
		f.group.Go(func() error {
			defer whole()
			defer close(next.shown)
			return f.show(e, last, next, now)
		})
	case "agent_lost":
		if last != nil && iterationOf(e) == iterationOf(last.began) {
			last.end()
		}
	case "iteration_finished":
		if last != nil {
			last.ending = e
			last.end()
		}
	default:
		if cut := cutBy(e); cut != "" && last != nil && iterationOf(e) == iterationOf(last.began) && !last.told.Swap(true) {
			f.r.warnCut(e, cut)
		}
	}
}

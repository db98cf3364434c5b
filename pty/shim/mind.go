package shim

import (
	"context"
	"encoding/json"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
)

// lastHistory is how many rows above the last screen are kept.
const lastHistory = 200

// mind sees a running agent to its end.
func (s *server) mind(d *localsock.Door, caught <-chan os.Signal) {
	ctx, cancel := context.WithCancel(context.Background())
	var work sync.WaitGroup
	work.Go(func() { s.signals(ctx, caught, d) })
	work.Go(func() { d.Watch(ctx) })
	if s.launch.Unowned > 0 {
		work.Go(func() { s.expire(ctx) })
	}
	exit, _ := s.term.Wait(ctx)
	s.end(exit)
	cancel()
	work.Wait()
}

// catch takes the signals that a shim must not die of. They are not ignored,
// because the agent would inherit that.
func catch() chan os.Signal {
	c := make(chan os.Signal, 8)
	signal.Notify(c, syscall.SIGUSR1, syscall.SIGCHLD, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	return c
}

// signals answers TERM, which ends the agent first, QUIT, which does so without
// a grace, and USR1, by which hosts ask for the socket.
func (s *server) signals(ctx context.Context, c <-chan os.Signal, d *localsock.Door) {
	for {
		select {
		case sig := <-c:
			switch sig {
			case syscall.SIGTERM:
				s.halt(false)
			case syscall.SIGQUIT:
				s.halt(true)
			case syscall.SIGUSR1:
				d.Heal()
			case syscall.SIGCHLD:
				reapOrphans(s.term.Pid())
			}
		case <-ctx.Done():
			return
		}
	}
}

// halt begins to end the agent; with kill its grace is cut short.
func (s *server) halt(kill bool) {
	if kill {
		s.kill()
	}
	s.stopping.Do(func() { go s.term.Stop(s.patience) })
}

// expire ends an agent that no host has followed, and that has said nothing,
// for too long.
func (s *server) expire(ctx context.Context) {
	limit := s.launch.Unowned
	quiet, last := time.Now(), int64(-1)
	wait := time.NewTimer(limit)
	defer wait.Stop()
	for {
		select {
		case <-wait.C:
		case <-ctx.Done():
			return
		}
		if n, _ := s.term.Output(); n != last {
			quiet, last = time.Now(), n
		}
		now, _ := s.hub.standing()
		since, unowned := s.fence.unowned()
		if since.Before(quiet) {
			since = quiet
		}
		left := time.Until(since.Add(limit))
		switch {
		case !unowned || now.viewers > 0:
			wait.Reset(limit)
		case left > 0:
			wait.Reset(left)
		default:
			s.halt(false)
			return
		}
	}
}

// sized passes the size that people want on to the terminal.
func (s *server) sized(size pty.Size) {
	s.term.Resize(context.Background(), size) // fails only when the agent has gone
}

// keepPicture stores the last screen, for those who come too late. It is a
// convenience: the log has all of it.
func (s *server) keepPicture() {
	snapshot, history, err := s.term.SnapshotWithHistory(context.Background(), lastHistory)
	if err != nil {
		return
	}
	p := newPicture(snapshot, history)
	p.API = API
	if data, err := json.Marshal(p); err == nil {
		path := filepath.Join(s.launch.Dir, ScreenFile)
		if os.WriteFile(path, append(data, '\n'), 0o600) != nil {
			os.Remove(path) // a full disk leaves a part of it, or nothing
		}
	}
}

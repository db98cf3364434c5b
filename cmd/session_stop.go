package cmd

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

func newSessionStop(s console.Streams) *cobra.Command {
	var kill bool
	c := &cobra.Command{
		Use:   "stop SESSION",
		Short: "Stop a running session; it can be resumed",
		Long: `Ask the process that runs a session to stop, and wait until it has: its agents get
5 seconds to end by themselves. With --kill they are killed at once, and so is that process
if it does not answer for 2 seconds. Agents that outlived that process, or that were kept
alive, are stopped as well.`,
		Args: one("session", "rooda session list shows them; latest is the newest"), ValidArgsFunction: completeSession(s, 1),
		RunE: func(c *cobra.Command, args []string) error { return runSessionStop(c.Context(), s, args[0], kill) },
	}
	c.Flags().BoolVar(&kill, "kill", false, "kill the agents without a grace, and a hung rooda process of the session")
	return c
}

func runSessionStop(ctx context.Context, s console.Streams, text string, kill bool) error {
	sessions, id, err := findSession(s, text)
	if err != nil {
		return err
	}
	for wish := (stopWish{kill: kill}); ; wish.asked = true {
		over := false
		err := relay(ctx, sessions.Dir(id), func() (err error) {
			over, err = stopOnce(ctx, s, sessions, id, &wish)
			return err
		})
		if over || err != nil {
			return err
		}
	}
}

// stopWish is how a session is to be stopped, and what has been done for that.
type stopWish struct {
	kill bool
	// asked says that a host was asked before, so that somebody may have stopped the session meanwhile, and
	// killed is one that hung, 0 for none.
	asked  bool
	killed int
}

// stopOnce stops the host of a session, or its agents where it has none. It
// reports false when a host ended without a word of that, killed say, or when
// another one came: then there is more to stop.
func stopOnce(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string, wish *stopWish) (over bool, err error) {
	running, err := sessions.Running(id)
	if err != nil {
		return false, err
	}
	record, err := sessions.Load(id)
	if err != nil && !running {
		err = unread(ctx, sessions, id, err)
	}
	if err != nil {
		return false, err
	}
	switch {
	case !running && wish.asked && record.Outcome != "":
		if orchestrator.Alive(orchestrator.Agents(ctx, record, sessions.Dir(id))) { // kept alive
			if err := stopAgents(ctx, s, sessions, record, *wish); err != nil {
				return true, err
			}
		}
		s.Tell("stopped; go on with: rooda session resume %s\n", shortID(id))
		return true, nil
	case !running && passedOn(sessions.Dir(id)): // the next host would find a session that has ended
		return false, fmt.Errorf("stop session %s: %w", shortID(id), api.ErrNoHost)
	case !running:
		err := stopAgents(ctx, s, sessions, record, *wish)
		if errors.Is(err, session.ErrRunning) {
			return false, nil
		}
		return true, err
	}
	hung, err := askToStop(ctx, s, sessions, id, wish.kill)
	switch {
	case err != nil:
	case hung && wish.kill:
		wish.killed, err = evict(ctx, s, sessions, record)
	case hung:
		err = stopUnanswered(record)
	default:
		err = waitStopped(ctx, sessions, record, wish.kill)
	}
	if err != nil {
		return false, fmt.Errorf("stop session %s: %w", shortID(id), err)
	}
	return false, nil
}

// askToStop asks the host on its socket, which enters into the journal who
// asked, or else by signals; hung says that the socket was silent, and that no signal
// was sent: it would stay with a process that sleeps, and end the session when it wakes, when
// nobody wants that any more. A host that
// has just begun has no socket yet, and is not the one that the checkpoint names; one that is about to end has none
// any more.
func askToStop(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string, kill bool) (hung bool, err error) {
	client, err := dialHost(s, sessions.Dir(id))
	if err != nil {
		return false, err
	}
	defer client.Close()
	enough := time.NewTimer(hostPatience)
	defer enough.Stop()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for begun := time.Now(); ; {
		var newer *api.VersionError
		asking, cancel := context.WithTimeout(ctx, hostPatience) // of its own, or who is only not to be reached seems silent
		err := client.Stop(asking, kill)
		cancel()
		if err == nil {
			return false, nil
		}
		switch {
		case errors.Is(err, api.ErrSilent):
			return true, ctx.Err()
		case errors.As(err, &newer):
			record, err := sessions.Load(id)
			if err != nil {
				return false, err
			}
			return false, signalHost(record.Host, kill)
		case answered(err):
			return false, err
		}
		if running, err := sessions.Running(id); err != nil || !running {
			return false, err
		}
		select {
		case <-again.C:
		case <-enough.C:
			record, err := sessions.Load(id)
			if err != nil {
				return false, err
			}
			if another := !record.Host.Alive() || passedOn(sessions.Dir(id)); !another || time.Since(begun) >= relayPatience {
				return false, signalHost(record.Host, kill)
			}
			enough.Reset(relayAgain)
		case <-ctx.Done():
			return false, ctx.Err()
		}
	}
}

// signalHost sends what Ctrl-C would, once, or twice to kill. The host is
// made sure of first: a pid alone may belong to somebody else by now.
func signalHost(h session.Host, kill bool) error {
	if !h.Alive() {
		return fmt.Errorf("process %d of its checkpoint is not its host", h.PID)
	}
	if err := syscall.Kill(h.PID, syscall.SIGTERM); err != nil || !kill {
		return err
	}
	return syscall.Kill(h.PID, syscall.SIGINT)
}

// stopLimit is the longest that a host takes: the agents' grace, the kill,
// the sweep, and some.
const stopLimit = 15 * time.Second

// waitStopped waits until the host has given up the lock.
func waitStopped(ctx context.Context, sessions *session.SessionManager, record session.Record, kill bool) error {
	ctx, cancel := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	limit := time.NewTimer(stopLimit)
	defer limit.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		running, err := sessions.Running(record.ID)
		if err != nil || !running {
			return err
		}
		select {
		case <-look.C:
		case <-limit.C:
			return stillRuns(record, kill)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// stillRuns says so, and what is left to do.
func stillRuns(record session.Record, kill bool) error {
	id := shortID(record.ID)
	err := fmt.Errorf("still running after %s", stopLimit)
	if kill {
		return hintf(err, "kill -9 %d ends its process; then rooda session stop %s its agents", record.Host.PID, id)
	}
	return hintf(err, "rooda session stop --kill %s", id)
}

// stopUnanswered says what it means for a stop that a session's host has not answered.
func stopUnanswered(record session.Record) error {
	if record.Host.Suspended() {
		return asleep(record)
	}
	err := fmt.Errorf("process %d, which drives it, has not answered in time, and ends it only if it had begun to", record.Host.PID)
	err = hintf(err, "rooda session show %s tells; rooda session stop --kill %[1]s kills that process, and its agents", shortID(record.ID))
	return codedError{err, exitUnreachable}
}

// asleep says that a session's host does not answer, so that nothing was done, and what can be.
func asleep(record session.Record) error {
	pid, id := record.Host.PID, shortID(record.ID)
	err := fmt.Errorf("process %d, which drives it, does not answer, so nothing was done", pid)
	err = hintf(err, "if it was stopped, kill -CONT %d wakes it, and the same command is heeded then; rooda session stop --kill %s kills it, and its agents; rooda session resume %[2]s --take-over kills it and goes on", pid, id)
	return codedError{err, exitUnreachable}
}

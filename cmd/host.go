package cmd

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"rooda/internal/api"
	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
)

// hostRun executes a run in this process until it ends, or until a rooda in the
// background has it.
func hostRun(ctx context.Context, s console.Streams, orch *orchestrator.Orchestrator, run *orchestrator.Run, quiet bool, ready int, notify config.Notify) error {
	keepDescriptors()
	for {
		err := hostOnce(ctx, s, run, quiet, ready, notify)
		if !errors.Is(err, orchestrator.ErrHandedOver) {
			return err
		}
		id := run.Record().ID
		if err = handOver(s, id, quiet); err == nil {
			return nil
		}
		if run, err = goOn(s, orch, id, err); err != nil {
			return err
		}
	}
}

// settling is how long a start takes. What was parsed, compiled and composed for
// it is garbage then, and a host that has hours to wait for agents allocates too
// little for that to be given back by itself.
const settling = time.Second

// hostOnce executes a run: progress on Err, the summary on Out. A ready above 0
// is the descriptor on which whoever detached this process waits for word of
// the session. It fails with orchestrator.ErrHandedOver, and nothing is said, when
// the person at the terminal wants it to go on without that.
func hostOnce(ctx context.Context, s console.Streams, run *orchestrator.Run, quiet bool, ready int, notify config.Notify) error {
	defer run.Close()
	wishes := make(chan halt, 8)
	server, err := openControl(s, run, wishes)
	if err != nil {
		return err
	}
	defer server.Close()
	if ready > 0 {
		s.OutTerminal, s.ErrTerminal = false, false
	}
	voice := newHostVoice(s, quiet)
	away := newHangup(s, run.HostLog())
	opening, err := openHost(ctx, run, ready)
	if err != nil {
		return err
	}
	key := handOverKey{run: run, say: voice.warn}
	stops := newSuspension()
	defer stops.end()
	ctx, kill, release := interrupts(ctx, s.Quits, away.happen, stops, key.pressed, wishes, voice.stopping)
	defer release()
	b, viewers := view(s, run, voice, away, stops, quiet, notify)
	outcome, err := execute(ctx, kill, run)
	opening.work.Wait()
	if opening.err != nil {
		err = errors.Join(err, opening.err)
	}
	key.work.Wait()
	viewers.Wait()
	return sumUp(away.left(s), run, b, outcome, err)
}

// openControl opens the run's socket; who asks there for an end sends it to wishes.
func openControl(s console.Streams, run *orchestrator.Run, wishes chan<- halt) (*api.Server, error) {
	home, err := session.Home(s.Environ)
	if err != nil {
		return nil, err
	}
	return api.Open(api.Host{Run: run, RunDir: session.RunDir(home), Stop: func(who string, kill bool) {
		select {
		case wishes <- halt{who: who, kill: kill}:
		default: // there are enough of them
		}
	}})
}

// execute returns when the run has ended. Shims that are stopped and go on meanwhile stir it.
func execute(ctx, kill context.Context, run *orchestrator.Run) (plan.Outcome, error) {
	watchCtx, unwatch := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() { shim.Stops(watchCtx, run.Stir) })
	settled := time.AfterFunc(settling, debug.FreeOSMemory)
	outcome, err := run.Execute(ctx, kill)
	unwatch()
	watching.Wait()
	settled.Stop()
	return outcome, err
}

// sumUp ends the run for whoever has the terminal, and makes its outcome an error of the exit table.
// Without an outcome another host has the session.
func sumUp(s console.Streams, run *orchestrator.Run, b *board, outcome plan.Outcome, err error) error {
	if outcome != "" {
		record := run.Now().Record
		happened := tallyOf(run.Dir())
		if b.ended.Seq > happened.seq { // no disk has taken that
			happened.add(b.ended)
		}
		summarize(s, b, record, outcome, livingOn(record, orchestrator.Agents(context.Background(), record, run.Dir())), happened)
		if err != nil {
			next := "rooda session resume " + shortID(record.ID)
			return makeRoom(s, hintf(err, "once it can be saved: %s", next), next)
		}
	}
	var replaced *shim.EpochError
	if errors.As(err, &replaced) {
		id := shortID(run.Record().ID)
		return hintf(err, "another rooda drives the session from here on, or something else has told its agents' terminals so: rooda session show %s says whether one does, and rooda session resume %s goes on where none does", id, id)
	}
	if err != nil {
		return err
	}
	return ended(outcome)
}

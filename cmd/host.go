package cmd

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"rooda/internal/api"
	"rooda/internal/config"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// hostRun executes a run in this process until it ends, or until a rooda in the
// background has it.
func hostRun(ctx context.Context, s Streams, orch *orchestrator.Orchestrator, run *orchestrator.Run, quiet bool, ready int, notify config.Notify) error {
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
func hostOnce(ctx context.Context, s Streams, run *orchestrator.Run, quiet bool, ready int, notify config.Notify) error {
	defer run.Close()
	home, err := session.Home(s.Environ)
	if err != nil {
		return err
	}
	wishes := make(chan halt, 8)
	server, err := api.Open(api.Host{Run: run, RunDir: session.RunDir(home), Stop: func(who string, kill bool) {
		select {
		case wishes <- halt{who: who, kill: kill}:
		default: // there are enough of them
		}
	}})
	if err != nil {
		return err
	}
	defer server.Close()
	if ready > 0 {
		s.OutTerminal, s.ErrTerminal = false, false
	}
	live := s.Live() && !quiet
	notes := make(chan string, 16) // for the painter: nobody else may write while it paints
	away := newHangup(s, run.HostLog())
	say := func(text string) {
		if !live {
			s.notef("%s\n", text)
			return
		}
		select {
		case notes <- text:
		default:
		}
	}
	warn := func(text string) { say("warning: " + text) }
	opening, err := openHost(ctx, run, ready)
	if err != nil {
		return err
	}
	key := handOverKey{run: run, say: warn}
	ctx, kill, release := interrupts(ctx, s.quits, away.happen, key.pressed, wishes, func(h halt, again bool) {
		s.hurry(true)
		note := "stopping" + askedBy(h) + ": agents get 5 s to end; once more to kill them at once"
		if again {
			note = "killing the agents" + askedBy(h)
		}
		if !live {
			s.notef("%s\n", note)
			return
		}
		select {
		case notes <- note:
		default: // a third signal says nothing new
		}
	})
	defer release()
	subscribe := run.SubscribeStatus
	if live {
		subscribe = run.Subscribe // it shows what the agents print
	}
	events := subscribe()
	record := run.Record()
	calls := newNotifier(s, notify, record.Workdir, warn)
	questions, called := run.SubscribeStatus(), make(chan struct{})
	go func() {
		defer close(called)
		calls.run(questions)
	}()
	b := newBoard(record, run.State(), time.Now())
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		if live {
			watchLive(s, b, events, notes, away.gone)
			return
		}
		watchPlain(s, b, events, quiet)
	}()
	watchCtx, unwatch := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() { shim.Stops(watchCtx, run.Stir) })
	settled := time.AfterFunc(settling, debug.FreeOSMemory)
	outcome, err := run.Execute(ctx, kill)
	unwatch()
	watching.Wait()
	settled.Stop()
	opening.work.Wait()
	if opening.err != nil {
		err = errors.Join(err, opening.err)
	}
	key.work.Wait()
	<-called
	<-shown
	s = away.left(s)
	if outcome != "" { // another host has the session otherwise
		record := run.Now().Record
		summarize(s, b, outcome, livingOn(record, orchestrator.Agents(context.Background(), record, run.Dir())))
		if err != nil {
			return hintf(err, "make room for it, then: rooda session resume %s", shortID(record.ID))
		}
	}
	if err != nil {
		return err
	}
	return ended(outcome)
}

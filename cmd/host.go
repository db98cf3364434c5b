package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"rooda/orchestrator"
)

// hostRun executes a run in this process: progress on Err, the summary on Out.
func hostRun(ctx context.Context, s Streams, run *orchestrator.Run, quiet bool) error {
	defer run.Close()
	ctx, kill, release := interrupts(ctx, s)
	defer release()
	events := run.Subscribe()
	record := run.Record()
	b := newBoard(record.Workflow.Definition, record.ID, record.Goal, run.State(), time.Now())
	shown := make(chan struct{})
	go func() {
		defer close(shown)
		if s.Live() && !quiet {
			watchLive(s, b, events)
			return
		}
		watchPlain(s, b, events, quiet)
	}()
	outcome, err := run.Execute(ctx, kill)
	<-shown
	summarize(s, b, outcome)
	if err != nil {
		return err
	}
	return ended(outcome)
}

// interrupts returns a context that ends with the first SIGINT, SIGTERM or
// SIGHUP, and one that ends with the second: the first asks agents to stop,
// the second kills them. A closed pipe must not end a run that nobody
// watches, so SIGPIPE is taken, too; agents do not inherit that.
func interrupts(parent context.Context, s Streams) (ctx, kill context.Context, release func()) {
	ctx, stop := context.WithCancel(parent)
	kill, killAll := context.WithCancel(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	done := make(chan struct{})
	go func() {
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-signals:
			}
			if n == 0 {
				s.notef("stopping: agents get 5 s to end; once more to kill them at once\n")
				stop()
				continue
			}
			killAll()
		}
	}()
	return ctx, kill, func() {
		signal.Stop(signals)
		signal.Stop(pipes)
		close(done)
		stop()
		killAll()
	}
}

func watchPlain(s Streams, b *board, events *orchestrator.Subscription, quiet bool) {
	p := plainProgress{s, b, quiet}
	if !quiet {
		s.notef("session %s: %s%s\n", b.session, b.wf.Name, suffix(", goal: ", oneLine(b.goal)))
	}
	for {
		e, err := events.Next(context.Background())
		if err != nil {
			return
		}
		p.show(e)
	}
}

// watchLive repaints when something happened, at most twenty times a second,
// and each second for the clocks.
func watchLive(s Streams, b *board, events *orchestrator.Subscription) {
	p := &liveProgress{s: s, board: b, color: s.Color(s.ErrTerminal)}
	feed := make(chan orchestrator.Event)
	go func() {
		defer close(feed)
		for {
			e, err := events.Next(context.Background())
			if errors.Is(err, io.EOF) {
				return
			}
			feed <- e
		}
	}()
	second := time.NewTicker(time.Second)
	defer second.Stop()
	const pause = 50 * time.Millisecond
	soon := time.NewTimer(0)
	defer soon.Stop()
	for {
		select {
		case e, more := <-feed:
			if !more {
				p.erase() // the summary takes its place
				return
			}
			p.show(e)
			soon.Reset(pause)
		case <-second.C:
			p.paint(time.Now())
		case <-soon.C:
			p.paint(time.Now())
		}
	}
}

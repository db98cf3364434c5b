package cmd

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"rooda/orchestrator"
)

// hostRun executes a run in this process: progress on Err, the summary on Out.
func hostRun(ctx context.Context, s Streams, run *orchestrator.Run, quiet bool) error {
	defer run.Close()
	ctx, kill, release := interrupts(ctx, func(_ os.Signal, again bool) {
		if again {
			s.notef("killing the agents\n")
			return
		}
		s.notef("stopping: agents get 5 s to end; once more to kill them at once\n")
	})
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

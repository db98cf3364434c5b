package cmd

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
)

// view has a viewer show the run's events, and a notifier call people to its questions, until
// the run ends: wait for both then. The board is the viewer's until that.
func view(s console.Streams, run *orchestrator.Run, voice hostVoice, away *hangup, stops *suspension, quiet bool, notify config.Notify) (b *board, viewers *sync.WaitGroup) {
	subscribe := run.SubscribeStatus
	if voice.live {
		subscribe = run.Subscribe // it shows what the agents print
	}
	events := subscribe()
	record := run.Record()
	calls := newNotifier(s, notify, record.Workdir, func(ctx context.Context, task, text string) {
		if run.Warn(ctx, task, text) != nil { // the run is over: it is in no journal any more
			voice.warn(console.OneLine(task + ": " + text))
		}
	})
	questions := run.SubscribeStatus()
	viewers = &sync.WaitGroup{}
	viewers.Go(func() { calls.run(questions) })
	b = newBoard(record, run.State(), time.Now())
	viewers.Go(func() {
		if voice.live {
			watchLive(s, b, events, voice.notes, away, stops)
			return
		}
		over := make(chan struct{})
		defer close(over)
		viewers.Go(func() { stops.heed(over) })
		watchPlain(s, b, events, quiet)
	})
	return b, viewers
}

// inLines shows the rest of the events in lines. Once stops has taken Ctrl-Z, nothing but stops can heed it.
func inLines(p plainProgress, feed <-chan orchestrator.Event, notes <-chan string, stops *suspension) {
	for {
		select {
		case e, more := <-feed:
			if !more {
				return
			}
			p.show(e)
		case note := <-notes:
			p.s.Notef("%s\n", note)
		case <-stops.asked:
			stops.stop(func() { p.s.Notef("%s\n", suspended) })
		case <-stops.resumed:
			stops.woken()
		}
	}
}

func watchPlain(s console.Streams, b *board, events *orchestrator.Subscription, quiet bool) {
	p := plainProgress{s, b, quiet}
	if !quiet {
		s.Notef("session %s: %s%s\n", b.session, b.title(), suffix(", goal: ", console.OneLine(b.goal)))
	}
	for {
		e, err := events.Next(context.Background())
		if err != nil {
			return
		}
		p.show(e)
	}
}

// suspended is said before Ctrl-Z stops a run.
const suspended = "stopped by Ctrl-Z: the agents work on, but limits, answers and what comes next stand still until fg or bg; Ctrl-\\ hands the session over instead"

// watchLive repaints when something happened, at most twenty times a second,
// and each second for the clocks. When the terminal is gone it goes on in lines.
func watchLive(s console.Streams, b *board, events *orchestrator.Subscription, notes <-chan string, away *hangup, stops *suspension) {
	rest := away.paint()
	defer rest()
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
	due := true // soon will fire: an agent that never pauses must not put it off
	for {
		select {
		case e, more := <-feed:
			if !more {
				p.erase() // the summary takes its place
				return
			}
			p.show(e)
			if !due {
				due = true
				soon.Reset(pause)
			}
		case note := <-notes:
			p.say(note)
			p.paint(time.Now())
		case <-away.gone:
			rest()
			s.OutTerminal, s.ErrTerminal = false, false // what follows is for a file
			inLines(plainProgress{s: s, board: b}, feed, notes, stops)
			return
		case <-stops.asked:
			stops.stop(func() { p.say(suspended) })
		case <-stops.resumed:
			stops.woken()
			p.paint(time.Now())
		case <-second.C:
			p.paint(time.Now())
		case <-soon.C:
			due = false
			p.paint(time.Now())
		}
	}
}

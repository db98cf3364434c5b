package cmd

import (
	"errors"
	"fmt"
	"time"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/pty"
	"rooda/pty/vt"
)

// recordingError says that a recording cannot be read on.
type recordingError struct{ error }

func (e *recordingError) Unwrap() error { return e.error }

// replay plays a recording to its end and shows what follows from it.
func replay(cast *pty.Cast, d *adapters.Detector, handlers []adapters.Handler, show func(any) error) error {
	p := newPlayer(cast, d, handlers, show)
	now, err := p.play(cast, -1)
	if err != nil {
		return err
	}
	return p.exit(now, "end of the recording")
}

// textAt plays a recording until that time and prints the text in which the
// marks of an adapter are looked for.
func textAt(s console.Streams, cast *pty.Cast, d *adapters.Detector, at time.Duration) error {
	p := newPlayer(cast, d, nil, func(any) error { return nil })
	if _, err := p.play(cast, at); err != nil {
		return err
	}
	if text := p.watcher.View().Bottom; text != "" {
		s.Printf("%s\n", text)
	}
	return nil
}

func newPlayer(cast *pty.Cast, d *adapters.Detector, handlers []adapters.Handler, show func(any) error) *player {
	start := time.Unix(0, 0)
	screen := vt.New(vt.Options{Cols: cast.Header.Width, Rows: cast.Header.Height})
	return &player{policy: adapters.NewPolicy(handlers), handlers: len(handlers) > 0, start: start, show: show, watcher: adapters.NewWatcher(d, screen, start)}
}

// play takes a recording's events until that time, all of them for a negative
// one, and returns what time it is then.
func (p *player) play(cast *pty.Cast, until time.Duration) (now time.Time, err error) {
	now = p.start
	for event, err := range cast.Events() {
		if err != nil {
			return now, errors.Join(p.tell(p.watcher.Advance(now)), &recordingError{err})
		}
		if until >= 0 && event.Time > until {
			break
		}
		if at := p.start.Add(event.Time); at.After(now) {
			now = at
		}
		if err := p.advance(now); err != nil {
			return now, err
		}
		p.take(event, now)
		if p.watcher.Unused() && !p.unused {
			p.unused = true
			if err := p.show(replayedNote{p.seconds(now), "the program tells its status by records (OSC 7501), which are not used: osc7501: true in its adapter"}); err != nil {
				return now, err
			}
		}
	}
	if until >= 0 {
		now = p.start.Add(until)
		return now, p.advance(now)
	}
	return now, nil
}

func (p *player) take(event pty.CastEvent, now time.Time) {
	switch event.Type {
	case "o":
		if event.Data == "" {
			return // only says that it went on until then
		}
		p.watcher.Write(now, []byte(event.Data))
	case "i":
		if adapters.Typed(event.Data) {
			p.input(now, ownInput(event.Data))
		}
	case "r":
		var cols, rows int
		if _, err := fmt.Sscanf(event.Data, "%dx%d", &cols, &rows); err == nil {
			p.watcher.Resize(now, cols, rows)
		}
	}
}

// player replays one recording, as if nobody were there to answer.
type player struct {
	watcher  *adapters.Watcher
	policy   *adapters.Policy
	handlers bool // there are some, which may have been meant for a question
	start    time.Time
	show     func(any) error
	asked    string    // the fingerprint of the question on the screen
	left     string    // that of the last one that was left to a person
	due      time.Time // when policy wants to be asked again
	caution  string
	unused   bool      // it was told that there are status records
	missed   string    // the last dialog of the adapter that was not seen
	cause    time.Time // since when there is that caution; zero once it was shown
}

// advance lets everything happen that is due until now.
func (p *player) advance(now time.Time) error {
	for {
		next := p.watcher.Next()
		if !p.due.IsZero() && (next.IsZero() || p.due.Before(next)) {
			next = p.due
		}
		if next.IsZero() || next.After(now) {
			return nil
		}
		p.due = time.Time{}
		if err := p.tell(p.watcher.Advance(next)); err != nil {
			return err
		}
		if err := p.decide(next); err != nil {
			return err
		}
	}
}

// input is what somebody typed, or rooda itself: where the agent rested, a turn
// begins.
func (p *player) input(now time.Time, own bool) {
	switch p.watcher.State().Condition {
	case adapters.Idle, adapters.Done:
		p.policy.Turn()
	}
	if own {
		p.watcher.Own(now)
	} else {
		p.watcher.Input(now)
	}
}

func (p *player) exit(at time.Time, how string) error {
	if err := p.advance(at); err != nil {
		return err
	}
	p.watcher.Exit(at, how)
	return p.tell(p.watcher.Advance(at))
}

// seconds since the start, in thousandths.
func (p *player) seconds(at time.Time) float64 {
	return float64(at.Sub(p.start).Round(time.Millisecond).Milliseconds()) / 1000
}

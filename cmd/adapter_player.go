package cmd

import (
	"errors"
	"fmt"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/vt"
)

// ripe is how old a question must be before it is answered.
const ripe = 300 * time.Millisecond

// recordingError says that a recording cannot be read on.
type recordingError struct{ error }

func (e *recordingError) Unwrap() error { return e.error }

// replay plays a recording to its end and shows what follows from it.
func replay(cast *pty.Cast, d *adapters.Detector, policy *adapters.Policy, show func(any) error) error {
	start := time.Unix(0, 0)
	screen := vt.New(vt.Options{Cols: cast.Header.Width, Rows: cast.Header.Height})
	p := player{policy: policy, start: start, show: show, watcher: adapters.NewWatcher(d, screen, start)}
	now := start
	for event, err := range cast.Events() {
		if err != nil {
			return errors.Join(p.tell(p.watcher.Advance(now)), &recordingError{err})
		}
		if at := start.Add(event.Time); at.After(now) {
			now = at
		}
		if err := p.advance(now); err != nil {
			return err
		}
		switch event.Type {
		case "o":
			p.watcher.Write(now, []byte(event.Data))
		case "i":
			if adapters.Typed(event.Data) {
				p.watcher.Input(now)
			}
		case "r":
			var cols, rows int
			if _, err := fmt.Sscanf(event.Data, "%dx%d", &cols, &rows); err == nil {
				p.watcher.Resize(now, cols, rows)
			}
		}
	}
	return p.exit(now, "end of the recording")
}

// player replays one recording. pending is the question that ripens.
type player struct {
	watcher *adapters.Watcher
	policy  *adapters.Policy
	start   time.Time
	show    func(any) error
	pending *adapters.Dialog
	ripe    time.Time
}

// advance lets everything happen that is due until now.
func (p *player) advance(now time.Time) error {
	for {
		next := p.watcher.Next()
		if !p.ripe.IsZero() && (next.IsZero() || p.ripe.Before(next)) {
			next = p.ripe
		}
		if next.IsZero() || next.After(now) {
			return nil
		}
		if err := p.tell(p.watcher.Advance(next)); err != nil {
			return err
		}
		if err := p.answer(next); err != nil {
			return err
		}
	}
}

func (p *player) tell(changes []adapters.Change) error {
	for _, c := range changes {
		line := replayedState{T: p.seconds(c.At), State: c.Condition, Kind: c.Kind, By: c.By, Excerpt: c.Excerpt}
		if c.Dialog != nil {
			line.Options = c.Dialog.Options
		}
		if err := p.show(line); err != nil {
			return err
		}
	}
	return nil
}

// answer shows what policy does about the question on the screen, once it is
// old enough.
func (p *player) answer(now time.Time) error {
	d := p.watcher.State().Dialog
	if p.pending != nil && (d == nil || d.Fingerprint != p.pending.Fingerprint) {
		p.policy.Resolved(p.pending.Fingerprint)
		p.pending, p.ripe = nil, time.Time{}
	}
	switch {
	case d == nil:
	case p.pending == nil:
		p.pending, p.ripe = d, now.Add(ripe)
	case !p.ripe.IsZero() && !now.Before(p.ripe):
		p.ripe = time.Time{}
		if answer, ok := p.policy.Answer(d); ok {
			return p.show(replayedAnswer{p.seconds(now), answer.Keys, answer.Handler, answer.Fingerprint})
		}
	}
	return nil
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

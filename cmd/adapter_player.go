package cmd

import (
	"fmt"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

// ripe is how old a question must be before it is answered.
const ripe = 300 * time.Millisecond

// replay plays a recording to its end and shows what follows from it.
func replay(r *adapters.Recording, d *adapters.Detector, policy *adapters.Policy, show func(replayed) error) error {
	start := time.Unix(0, 0)
	screen := vt.New(vt.Options{Cols: r.Cols, Rows: r.Rows})
	p := player{policy: policy, start: start, show: show, watcher: adapters.NewWatcher(d, screen, start)}
	end := start
	for _, event := range r.Events {
		end = start.Add(event.At)
		if err := p.advance(end); err != nil {
			return err
		}
		switch event.Code {
		case "o":
			p.watcher.Write(end, []byte(event.Data))
		case "r":
			var cols, rows int
			if _, err := fmt.Sscanf(event.Data, "%dx%d", &cols, &rows); err == nil {
				screen.Resize(cols, rows)
			}
		case "x":
			return p.exit(end, "exit code "+event.Data)
		}
	}
	return p.exit(end, "end of the recording")
}

// player replays one recording. pending is the question that ripens.
type player struct {
	watcher *adapters.Watcher
	policy  *adapters.Policy
	start   time.Time
	show    func(replayed) error
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
		line := replayed{T: p.seconds(c.At), State: string(c.Condition), Kind: string(c.Kind), By: string(c.By), Excerpt: c.Excerpt}
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
			return p.show(replayed{T: p.seconds(now), Answer: answer.Keys, Handler: answer.Handler, Question: answer.Fingerprint})
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
	return at.Sub(p.start).Round(time.Millisecond).Seconds()
}

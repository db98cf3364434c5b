package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
)

const (
	// vigilPause is the pause after which an agent's terminal is asked again whether it answers:
	// of a process that another host has started, or that hangs, nothing tells.
	vigilPause = 15 * time.Second
	// wakePause is the same for one that did not.
	wakePause = time.Second
	// pulsePause is how long after a sign of life that came unasked none is missed yet.
	pulsePause = shim.Pulse + time.Second
	// silencePatience is how long a terminal may not answer before a person is called to it.
	silencePatience = time.Minute
)

// KindSilent is the kind of the call to an agent whose terminal does not answer. Nothing is asked,
// and waking it is the answer.
const KindSilent = "silent"

// TerminalSilent says that the terminal of an agent at work does not answer: the agent
// lives, and nobody sees what it does, nor can anything be typed.
type TerminalSilent struct {
	// PID is the process that keeps the terminal, Since when it last answered.
	PID   int       `json:"pid,omitempty"`
	Since time.Time `json:"since"`

	overdue bool // it was told before, and a person is to be called now
}

// TerminalAnswers says that it does again.
type TerminalAnswers struct {
	SilentMS int64 `json:"silent_ms"`
}

func (TerminalSilent) talk()  {}
func (TerminalAnswers) talk() {}

// Type names are what the journal stores; they never change.
func (TerminalSilent) Type() string  { return "terminal_silent" }
func (TerminalAnswers) Type() string { return "terminal_answers" }

// call is what a person is called with, by the host of that session.
func (s TerminalSilent) call(id string) InteractionNeeded {
	return InteractionNeeded{
		Kind: KindSilent, Excerpt: fmt.Sprintf("%v (process %d)", shim.ErrUnreachable, s.PID),
		Note: fmt.Sprintf("if that process was stopped, kill -CONT %d wakes it; rooda session stop %s ends it", s.PID, session.ShortID(id)),
	}
}

// askable is a terminal in another process, which may be stopped or hang while its agent works on.
type askable interface {
	// Ask returns nil when that process answers, shim.ErrSilent when it lives and does not, and
	// another error when nobody can tell. It takes a few seconds at most.
	Ask(ctx context.Context) error
	// Heard is when that process last said so unasked, which it does every shim.Pulse; zero if it never did.
	Heard() time.Time
	// Shim is that process.
	Shim() int
}

// vigil asks the terminal of an agent at work whether it answers, and tells when it does
// not, when that has lasted, and when it does again.
type vigil struct {
	term   askable
	stir   func() <-chan struct{} // closed when it may have been stopped or woken
	tell   func(Talk)
	called time.Time // when the host before called a person to it, zero if it did not
}

// watched begins the vigil of an iteration's terminal; the caller calls end when it is over.
func (it Iteration) watched(term pty.Terminal) (end func()) {
	t, ok := term.(askable)
	if !ok || it.Silence == nil {
		return func() {}
	}
	v := vigil{term: t, stir: it.Stir, tell: it.Silence}
	if it.Asked != nil && it.Asked.Kind == KindSilent {
		v.called = it.Asked.Since
	}
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() {
		defer close(over)
		v.run(ctx, it.Adopted)
	}()
	return func() {
		cancel()
		<-over
	}
}

// run watches until ctx ends, from now on if the terminal may not have answered yet.
func (v vigil) run(ctx context.Context, atOnce bool) {
	pause := vigilPause
	if atOnce {
		pause = 0
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	last := silence{answered: time.Now()}
	if !v.called.IsZero() {
		last.answered, last.called = v.called, true
	}
	stirred := v.stir()
	for {
		select {
		case <-timer.C:
			if left := last.heed(v.term.Heard()); left > 0 {
				timer.Reset(left)
				continue
			}
		case <-stirred:
			stirred = v.stir() // before it is asked, so that none is missed
		case <-ctx.Done():
			return
		}
		asked := time.Now()
		err := v.term.Ask(ctx)
		if ctx.Err() != nil {
			return
		}
		v.note(&last, asked, err)
		timer.Reset(last.pause())
	}
}

// silence is what is known of a terminal that is asked again and again.
type silence struct {
	answered time.Time // when it last did
	since    time.Time // when it was first asked in vain, zero while it answers
	called   bool
}

func (s silence) pause() time.Duration {
	if s.since.IsZero() {
		return vigilPause
	}
	return wakePause
}

// heed takes when it was last heard unasked, and returns how long it need not be asked yet.
func (s *silence) heed(heard time.Time) time.Duration {
	if !s.since.IsZero() || s.called || heard.IsZero() {
		return 0 // it is for the answer to say that it does
	}
	if heard.After(s.answered) {
		s.answered = heard
	}
	return pulsePause - time.Since(heard)
}

// note takes what came of asking at that moment.
func (v vigil) note(s *silence, asked time.Time, err error) {
	switch {
	case err == nil:
		if !s.since.IsZero() || s.called {
			v.tell(TerminalAnswers{SilentMS: time.Since(s.answered).Milliseconds()})
		}
		*s = silence{answered: time.Now()}
	case !errors.Is(err, shim.ErrSilent): // it is no more, or will tell
	case s.since.IsZero():
		s.since = asked
		v.tell(TerminalSilent{PID: v.term.Shim(), Since: s.answered})
	case !s.called && time.Since(s.since) >= silencePatience:
		s.called = true
		v.tell(TerminalSilent{PID: v.term.Shim(), Since: s.answered, overdue: true})
	}
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/session"
)

// vigil watches, while somebody waits, that what they depend on answers and is saved, and tells of each
// time that it does not, and that it does again.
type vigil struct {
	say func(format string, args ...any)
	// ask finds out how it is, which takes 2 s where nothing answers. there is false where
	// there is nothing to ask.
	ask   func(ctx context.Context) (found silence, there bool)
	first chan struct{} // closed after the first look

	mu   sync.Mutex
	last silence
	told silence // that it answers again has not been told
	gone bool    // there was nothing to ask since then
}

// silence is that nothing comes of something; the zero silence is none.
type silence struct {
	of   string // who waits for what
	who  string // does not answer
	hint string // how that is mended
	// unsaved is of a host that answers, and may do nothing more before the disk takes what it has done.
	unsaved string
}

func (s silence) String() string { return fmt.Sprintf("%s: %s; %s", s.of, s.clause(), s.hint) }

// clause is the silence within a sentence.
func (s silence) clause() string {
	if s.unsaved != "" {
		return s.who + " is not saved: " + s.unsaved
	}
	return s.who + " does not answer"
}

// over says that it is.
func (s silence) over() string {
	if s.unsaved != "" {
		return s.who + " is saved again"
	}
	return s.who + " answers again"
}

// watchTerminal returns a vigil for the terminal that a task's agent has at each moment.
func watchTerminal(s console.Streams, target agent) *vigil {
	return &vigil{say: s.Notef, first: make(chan struct{}), ask: func(ctx context.Context) (silence, bool) {
		a := target.now()
		if a.dir == "" {
			return silence{}, false
		}
		client := shim.Dial(a.dir)
		defer client.Close()
		task, err := client.Task(ctx)
		if errors.Is(err, shim.ErrSilent) {
			return silence{of: a.String(), who: "its terminal", hint: a.afterSilence()}, true
		}
		return silence{}, err == nil && task.State == shim.Running
	}}
}

// watchHost returns a vigil for the host of a session, on behalf of who waits for it.
func watchHost(s console.Streams, sessions *session.SessionManager, id, of string) *vigil {
	return &vigil{say: s.Notef, first: make(chan struct{}), ask: func(ctx context.Context) (silence, bool) {
		client, err := dialHost(s, sessions.Dir(id))
		if err != nil {
			return silence{}, false
		}
		defer client.Close()
		asking, cancel := context.WithTimeout(ctx, hostPatience)
		defer cancel()
		host, err := client.Session(asking)
		switch {
		case errors.Is(err, api.ErrSilent):
		case err == nil && host.Unsaved != "":
			hint := fmt.Sprintf("rooda session show %s tells more", shortID(id))
			return silence{of: of, who: "the session", unsaved: console.OneLine(host.Unsaved), hint: hint}, true
		default:
			return silence{}, err == nil
		}
		if running, err := sessions.Running(id); err != nil || !running {
			return silence{}, false
		}
		return silence{of: of, who: "the rooda that drives its session", hint: afterHang(sessions, id)}, true
	}}
}

// answerLook is the pause between two looks.
const answerLook = time.Second

// run watches until ctx ends.
func (v *vigil) run(ctx context.Context) {
	pause := time.NewTicker(answerLook)
	defer pause.Stop()
	v.look(ctx)
	close(v.first)
	for {
		select {
		case <-pause.C:
			v.look(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// begin runs it in the background until end is called, which waits for it.
func (v *vigil) begin(ctx context.Context) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { v.run(ctx) })
	return func() {
		cancel()
		watching.Wait()
	}
}

func (v *vigil) look(ctx context.Context) {
	found, there := v.ask(ctx)
	if ctx.Err() != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.last = found
	switch {
	case found != silence{}:
		if v.told == (silence{}) || v.gone && found != v.told { // another one in its place
			v.say("warning: %v\n", found)
		}
		v.told, v.gone = found, false
	case !there:
		v.gone = true
	case v.told != silence{}:
		v.say("%s: %s\n", v.told.of, v.told.over())
		v.told = silence{}
	}
}

// found is how it was when it was last looked at. Only the first look is waited for.
func (v *vigil) found(ctx context.Context) silence {
	select {
	case <-v.first:
	case <-ctx.Done():
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.last
}

// now is the task as it stands at this moment, with the agent that it has; its folder is empty while there is none.
func (a agent) now() agent {
	if a.sessions != nil {
		if record, err := a.sessions.Load(a.id); err == nil {
			a.record, a.dir = record, iterationDir(a.sessions.Dir(a.id), a.task, record.Tasks[a.task])
		}
	}
	return a
}

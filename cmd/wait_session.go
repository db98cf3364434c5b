package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/session"
)

// sessionGoal is what a session is to come to: its end, or that any of its agents waits for a person.
type sessionGoal struct {
	s        console.Streams
	sessions *session.SessionManager
	id       string
	wanted   condition
}

func newSessionGoal(s console.Streams, name string, wanted condition) (sessionGoal, error) {
	id, _, _ := target(name)
	sessions, record, err := loadSession(s, id)
	return sessionGoal{s, sessions, record.ID, wanted}, err
}

// ofSession reports whether a session can come to that as well.
func (c condition) ofSession() bool {
	return c.name == "exit" || c.name == "done" || c.name == "waiting"
}

// ofOneAgent says that no session comes to it, where err is that several agents were named.
func (c condition) ofOneAgent(err error) error {
	var several hinted
	if exitCode(err) != exitUsage || !errors.As(err, &several) {
		return err
	}
	why := "a session has many screens"
	if c.name == "idle" {
		why = "a session goes on by itself when one is idle"
	}
	err = fmt.Errorf("--for %s is of one agent, since %s: %w", c.name, why, err)
	return codedError{hintf(err, "%s; of the session: --for waiting or exit", several.hint), exitUsage}
}

func (g sessionGoal) await(ctx context.Context) (waited, error) {
	if g.wanted.name == "waiting" {
		return sessionWaiting(ctx, g.s, g.sessions, g.id)
	}
	w, err := sessionEnd(ctx, g.s, g.sessions, g.id)
	w.For = g.wanted.name
	return w, err
}

func (g sessionGoal) vigils() []*vigil {
	return []*vigil{watchHost(g.s, g.sessions, g.id, shortID(g.id))}
}

func (g sessionGoal) doubtful() bool { return g.wanted.name == "waiting" }

func (g sessionGoal) missed(within string, _ error) (text, hint string) {
	text = "session " + shortID(g.id) + " has not ended within " + within
	if g.wanted.name == "waiting" {
		text = "no agent of session " + shortID(g.id) + " waited for you within " + within
	}
	return text, fmt.Sprintf("rooda session show %s says how it is", shortID(g.id))
}

func (g sessionGoal) failed(err error) error {
	var over overError
	if errors.As(err, &over) {
		err := fmt.Errorf("session %s has ended: %s, and no agent of it waits for you", shortID(g.id), over.outcome)
		return hintf(err, "rooda session show %s says what became of it", shortID(g.id))
	}
	return err
}

// sessionWait waits for something of a session as a whole: its host tells of each event, and where nobody
// drives it that is looked for now and then, since a lock has no event.
type sessionWait struct {
	s        console.Streams
	sessions *session.SessionManager
	id       string
	// look fails with what ends the wait, errFound say; driven is that a host drives the session. It says
	// when to look again although nothing happens, zero for never.
	look func(record session.Record, driven bool) (due time.Time, err error)
	// deserted is called while nobody drives it, which is not the gap between two hosts when it is handed
	// over, and fails when nothing comes of it any more.
	deserted func(record session.Record) error
}

// run waits until look or deserted fails, or ctx ends.
func (w sessionWait) run(ctx context.Context) error {
	const pause = 200 * time.Millisecond
	again := time.NewTicker(pause)
	defer again.Stop()
	left := hostPatience
	for first := true; ; first = false {
		driven, err := w.sessions.Running(w.id) // first: what a host saves last comes before its end
		if err != nil {
			return err
		}
		var due time.Time
		record, err := w.sessions.Load(w.id)
		if err == nil {
			due, err = w.look(record, driven)
		}
		if err != nil {
			return err
		}
		switch {
		case driven:
			left = hostPatience
			again.Reset(pause)
			if err := w.follow(ctx, record.LastSeq, due); err != nil {
				return err
			}
		case left <= 0, first && !record.Host.Alive(): // who hands a session over lives on for that
			left = 0
			again.Reset(answerLook)
			if err := w.deserted(record); err != nil {
				return err
			}
		default:
			left -= pause
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// follow looks at the session after each event of its host, until that has no more, or it is time to look
// although there is none, which is nil.
func (w sessionWait) follow(ctx context.Context, after uint64, due time.Time) error {
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	again := func(due time.Time) (stop func() bool) {
		if due.IsZero() {
			return func() bool { return true }
		}
		return time.AfterFunc(time.Until(due), cancel).Stop
	}
	stop := again(due)
	defer func() { stop() }()
	client, err := dialHost(w.s, w.sessions.Dir(w.id))
	if err != nil {
		return err
	}
	defer client.Close()
	var end error
	err = client.Follow(ctx, after, func(session.Event) error {
		var record session.Record
		if record, end = w.sessions.Load(w.id); end == nil {
			stop()
			due, end = w.look(record, true)
			stop = again(due)
		}
		return end
	})
	var place *localsock.PlaceError
	var version *api.VersionError
	switch {
	case end != nil:
		return end
	case outer.Err() != nil:
		return outer.Err()
	case errors.As(err, &place), errors.As(err, &version), errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("wait for session %s: %w", shortID(w.id), err)
	}
	return nil // the lock says whether the host is gone
}

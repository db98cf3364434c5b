package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"rooda/internal/api"
	"rooda/internal/console"
	"rooda/session"
)

// vacate makes way for another host of a session whose host hangs, if that is
// wanted. One that answers is left alone, and so is one that was not asked: who takes the session over
// in the same moment, say. It returns the process that it killed, 0 for none.
func vacate(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string, takeOver bool) (killed int, err error) {
	for {
		running, err := sessions.Running(id)
		if err != nil || !running {
			return 0, err
		}
		record, err := sessions.Load(id)
		if err != nil {
			return 0, err
		}
		answers, err := hostAnswers(ctx, s, sessions, id)
		switch {
		case err != nil:
			return 0, err
		case answers:
			return 0, driven(s, sessions, record, takeOver)
		}
		if running, err := sessions.Running(id); err != nil || !running {
			return 0, err // it has ended meanwhile
		}
		if !takeOver {
			err := fmt.Errorf("session %s is driven by process %d, which does not answer", shortID(id), record.Host.PID)
			return 0, codedError{hintf(err, "%s", afterHang(sessions, id)), exitUnreachable}
		}
		if killed, err = evict(ctx, s, sessions, record); killed != 0 || err != nil {
			return killed, err
		}
	}
}

// driven says that a session is driven by a host that answers.
func driven(s console.Streams, sessions *session.SessionManager, record session.Record, takeOver bool) error {
	if now, err := sessions.Load(record.ID); err == nil {
		record = now // its host may have entered itself meanwhile
	}
	running := session.NewRunningError(record.ID, record.Host)
	if !takeOver {
		return hintf(running, "%s", besideHost(s, record.ID))
	}
	who := "another rooda"
	if running.Host.PID != 0 {
		who = fmt.Sprintf("process %d", running.Host.PID)
	}
	err := fmt.Errorf("session %s is driven by %s, which answers: it is not taken over", shortID(record.ID), who)
	return hintf(err, "rooda session stop %s stops it", shortID(record.ID))
}

// evict kills the host of a record that was read before its host did not answer, waits until its lock is free, or
// another host's, and returns its process. It returns 0 where somebody else was faster: then whoever drives
// the session now has not been asked.
func evict(ctx context.Context, s console.Streams, sessions *session.SessionManager, record session.Record) (killed int, err error) {
	switch err := killHost(record.Host); {
	case err == nil:
		killed = record.Host.PID
		s.Notef("killed process %d, which drove the session and did not answer for %s\n", killed, console.Brief(hostPatience))
	case !errors.Is(err, os.ErrProcessDone):
		return 0, fmt.Errorf("take session %s over: %w", shortID(record.ID), err)
	}
	if err := succeeded(ctx, sessions, record); err != nil {
		return killed, fmt.Errorf("take session %s over: %w", shortID(record.ID), err)
	}
	return killed, nil
}

// hostAnswers asks the host for as long as a host may take. One that has just
// begun has no socket yet.
func hostAnswers(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string) (bool, error) {
	client, err := dialHost(s, sessions.Dir(id))
	if err != nil {
		return false, err
	}
	defer client.Close()
	limited, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		_, err := client.Session(limited)
		if ctx.Err() == nil && answered(err) {
			return true, nil
		}
		if running, err := sessions.Running(id); err != nil || !running {
			return false, err
		}
		select {
		case <-again.C:
		case <-limited.Done():
			return false, ctx.Err()
		}
	}
}

// answered says whether a host has, whatever it said. One that is killed breaks
// connections off a moment before its lock is free.
func answered(err error) bool {
	return !errors.Is(err, api.ErrNoHost) && !errors.Is(err, api.ErrSilent) && !errors.Is(err, api.ErrEnded)
}

// killHost kills one process and no other: the number is held on to before it
// is made sure that it still is that very process. It fails with os.ErrProcessDone where it is not.
func killHost(h session.Host) error {
	process, err := os.FindProcess(h.PID)
	if err != nil {
		return err
	}
	defer process.Release()
	if !h.Alive() {
		return os.ErrProcessDone
	}
	return process.Kill()
}

// succeeded waits until the lock of a host that is gone is free, or the next one has entered itself.
func succeeded(ctx context.Context, sessions *session.SessionManager, gone session.Record) error {
	ctx, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		running, err := sessions.Running(gone.ID)
		if err != nil || !running {
			return err
		}
		if now, err := sessions.Load(gone.ID); err == nil && now.Host.PID != gone.Host.PID && now.Host.Alive() {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			err := errors.New("its lock is held, by a process that is not on record")
			return codedError{hintf(err, "the same command asks again; rooda session list says who drives it"), exitUnreachable}
		}
	}
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"rooda/internal/api"
	"rooda/session"
)

// vacate makes way for another host of a session whose host hangs, if that is
// wanted. One that answers is left alone. It returns the process that it killed, 0 for none.
func vacate(ctx context.Context, s Streams, sessions *session.SessionManager, record session.Record, takeOver bool) (killed int, err error) {
	running, err := sessions.Running(record.ID)
	if err != nil || !running {
		return 0, err
	}
	id := shortID(record.ID)
	answers, err := hostAnswers(ctx, s, sessions, record.ID)
	switch {
	case err != nil:
		return 0, err
	case answers && takeOver:
		err := fmt.Errorf("session %s is driven by process %d, which answers: it is not taken over", id, record.Host.PID)
		return 0, hintf(err, "rooda session stop %s stops it", id)
	case answers:
		if now, err := sessions.Load(record.ID); err == nil {
			record = now // its host may have entered itself meanwhile
		}
		return 0, hintf(session.NewRunningError(record.ID, record.Host), "%s", besideHost(s, record.ID))
	}
	if running, err := sessions.Running(record.ID); err != nil || !running {
		return 0, err // it has ended meanwhile
	}
	if !takeOver {
		err := fmt.Errorf("session %s is driven by process %d, which does not answer", id, record.Host.PID)
		return 0, codedError{hintf(err, "%s", afterHang(sessions, record.ID)), exitUnreachable}
	}
	if killed, err = evict(ctx, s, sessions, record.ID); err != nil {
		return killed, fmt.Errorf("take session %s over: %w", id, err)
	}
	return killed, nil
}

// evict kills a host that has not answered, waits until its lock is free, and returns its process.
func evict(ctx context.Context, s Streams, sessions *session.SessionManager, id string) (killed int, err error) {
	record, err := sessions.Load(id) // hosts may have changed while it was asked
	if err != nil {
		return 0, err
	}
	if err := killHost(record.Host); err != nil {
		return 0, err
	}
	s.notef("killed process %d, which drove the session and did not answer for %s\n", record.Host.PID, brief(hostPatience))
	return record.Host.PID, waitFree(ctx, sessions, id)
}

// hostAnswers asks the host for as long as a host may take. One that has just
// begun has no socket yet.
func hostAnswers(ctx context.Context, s Streams, sessions *session.SessionManager, id string) (bool, error) {
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
	var broken *net.OpError
	return !errors.Is(err, api.ErrNoHost) && !errors.Is(err, api.ErrSilent) && !errors.As(err, &broken) &&
		!errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF)
}

// killHost kills one process and no other: the number is held on to before it
// is made sure that it still is that very process.
func killHost(h session.Host) error {
	process, err := os.FindProcess(h.PID)
	if err != nil {
		return err
	}
	defer process.Release()
	if !h.Alive() {
		return fmt.Errorf("process %d of its checkpoint is not its host", h.PID)
	}
	return process.Kill()
}

// waitFree waits until the lock of a killed host is.
func waitFree(ctx context.Context, sessions *session.SessionManager, id string) error {
	ctx, cancel := context.WithTimeout(ctx, hostPatience)
	defer cancel()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for {
		running, err := sessions.Running(id)
		if err != nil || !running {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return fmt.Errorf("the lock is still held: %w", ctx.Err())
		}
	}
}

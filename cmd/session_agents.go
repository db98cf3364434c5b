package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// stopAgents ends the agents of a session that no host drives.
func stopAgents(ctx context.Context, s Streams, record session.Record, folder string, kill bool) error {
	stopped := 0
	var failed []error
	for _, a := range orchestrator.Agents(record, folder) {
		if a.State != shim.Running && a.State != shim.Unreachable {
			continue
		}
		if err := stopAgent(ctx, a.Dir, kill); err != nil {
			failed = append(failed, fmt.Errorf("stop the agent of %s: %w", a.Task, err))
			continue
		}
		s.printf("stopped the agent of %s\n", a.Task)
		stopped++
	}
	if stopped == 0 && failed == nil {
		s.notef("session %s is not running\n", shortID(record.ID))
	}
	return errors.Join(failed...)
}

// stopAgent waits until the agent's end is on record.
func stopAgent(ctx context.Context, dir string, kill bool) error {
	client := shim.Dial(dir)
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	if err := client.Stop(ctx, kill); err != nil && !errors.Is(err, shim.ErrFinished) {
		return err
	}
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		if state, err := shim.Probe(dir); err != nil || state == shim.Finished || state == shim.Lost {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// refuseAlive keeps a session whose agents still run from being deleted.
func refuseAlive(sessions *session.SessionManager, id string) error {
	record, err := sessions.Load(id)
	if running, _ := sessions.Running(id); running || err != nil {
		return nil // Remove says so; and what cannot be read may be deleted
	}
	if orchestrator.Alive(orchestrator.Agents(record, sessions.Dir(id))) {
		return hintf(fmt.Errorf("remove session %s: its agents still run", shortID(id)), "rooda session stop %s", shortID(id))
	}
	return nil
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// stopAgents ends the agents of a session that no host drives: those of tasks
// under way as their host would have, so that the stop counts as one and a
// resume finds the session interrupted; those that were kept alive as they are.
func stopAgents(ctx context.Context, s Streams, record session.Record, folder string, kill bool) error {
	stopped := 0
	var failed []error
	agents := orchestrator.Agents(record, folder)
	if record.Outcome == "" && len(agents) > 0 {
		err := stopLost(ctx, s, record, kill)
		if err == nil {
			for _, a := range agents {
				if a.State == shim.Running {
					s.printf("stopped the agent of %s\n", a.Task)
				}
			}
			s.printf("stopped; go on with: rooda session resume %s\n", shortID(record.ID))
			return nil
		}
		s.notef("warning: the session cannot be opened to note the stop: %v\n", err)
	}
	for _, a := range agents {
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

// stopLost takes a session that lost its host over only to stop it.
func stopLost(ctx context.Context, s Streams, record session.Record, kill bool) error {
	cfg, err := loadConfig(s, "", record.Workdir)
	if err != nil {
		return err
	}
	orch, err := newOrchestrator(s, cfg)
	if err != nil {
		return err
	}
	run, err := orch.Resume(record.ID, workflows.LostAsk) // what is to become of them is not for a stop to say
	if err != nil {
		return err
	}
	defer run.Close()
	stopped, stop := context.WithCancel(ctx)
	stop()
	now := ctx
	if kill {
		now = stopped
	}
	_, err = run.Execute(stopped, now)
	return err
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

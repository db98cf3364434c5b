package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// stopAgents ends the agents of a session that no host drives: those of tasks
// under way as their host would have, so that the stop counts as one and a
// resume finds the session interrupted; those that were kept alive as they are.
// It fails with session.ErrRunning when a host has come meanwhile.
func stopAgents(ctx context.Context, s Streams, record session.Record, folder string, kill bool) error {
	agents := orchestrator.Agents(record, folder)
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("stop session %s: %w", shortID(record.ID), err)
	}
	if err := refuseOwnAgent(ctx, record, folder, agents); err != nil {
		return err
	}
	noted := false
	if err := endSilent(ctx, agents); err != nil {
		s.notef("warning: %v\n", err)
	}
	if record.Outcome == "" && len(agents) > 0 {
		err := stopLost(ctx, s, record, kill)
		if errors.Is(err, session.ErrRunning) {
			return err
		}
		if noted = err == nil; !noted {
			s.notef("warning: the session cannot be opened to note the stop: %v\n", err)
		}
	}
	stopped := 0
	var failed []error
	for _, a := range agents {
		if !a.Alive() {
			continue
		}
		if err := stopAgent(ctx, a.Dir, kill); err != nil {
			failed = append(failed, fmt.Errorf("stop the agent of %s: %w", a.Task, err))
			continue
		}
		s.printf("stopped the agent of %s\n", a.Task)
		stopped++
	}
	switch {
	case failed != nil:
	case noted:
		s.printf("stopped; go on with: rooda session resume %s\n", shortID(record.ID))
	case stopped == 0:
		s.notef("session %s is not running\n", shortID(record.ID))
	}
	return errors.Join(failed...)
}

// refuseOwnAgent keeps an agent from stopping its own session, which was meant
// for a person, as the session's host would. What keeps the terminal of an
// agent that it may not act on notes that it wanted to.
func refuseOwnAgent(ctx context.Context, record session.Record, folder string, agents []orchestrator.Agent) error {
	if _, ours := shim.Caller(os.Getpid(), record.ID, filepath.Join(folder, "tasks")); !ours {
		return nil
	}
	refused := false
	tasks(record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		refused = refused || !t.AgentsMayType
		for _, a := range agents {
			if a.Task == t.ID && a.State == shim.Running && !t.AgentsMayType {
				client := shim.Dial(a.Dir)
				defer client.Close()
				_ = client.Stop(ctx, false) // it refuses
			}
		}
	})
	if !refused {
		return nil
	}
	err := fmt.Errorf("stop session %s: %w", shortID(record.ID), shim.ErrRefused)
	return hintf(err, "a person can; or give all tasks agents_may_type: true in the workflow")
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
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for told := false; ; told = true {
		if state, err := shim.Probe(dir); err != nil || state == shim.Finished || state == shim.Lost {
			return err
		}
		if !told {
			switch err := client.Stop(ctx, kill); {
			case errors.Is(err, shim.ErrUnreachable):
				return shim.Kill(dir)
			case err != nil && !errors.Is(err, shim.ErrFinished):
				return err
			}
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
	agents := orchestrator.Agents(record, sessions.Dir(id))
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("remove session %s: %w", shortID(id), err)
	}
	if orchestrator.Alive(agents) {
		return hintf(fmt.Errorf("remove session %s: its agents still run", shortID(id)), "rooda session stop %s", shortID(id))
	}
	return nil
}

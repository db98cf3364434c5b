package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

// stopAgents ends the agents of a session that no host drives: those of tasks
// under way as their host would have, so that the stop counts as one and a
// resume finds the session interrupted; those that were kept alive, or that outlived their
// iteration, as they are. An agent that stops its own session comes last: it is not going to
// see the end of that. It fails with session.ErrRunning when a host has come meanwhile.
func stopAgents(ctx context.Context, s console.Streams, sessions *session.SessionManager, record session.Record, wish stopWish) error {
	folder := sessions.Dir(record.ID)
	agents := orchestrator.Agents(ctx, record, folder)
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("stop session %s: %w", shortID(record.ID), err)
	}
	own, err := ownTask(ctx, record, folder, agents)
	if err != nil {
		return err
	}
	agents = unended(ctx, agents, func(a orchestrator.Agent, err error) { s.Notef("warning: %s: %v\n", a.Task, err) })
	tried := false
	var unkept error
	if err := endSilent(ctx, agents); err != nil {
		s.Notef("warning: %v\n", err)
	}
	if record.Outcome == "" && (anyRunning(record) || slices.ContainsFunc(agents, func(a orchestrator.Agent) bool { return !a.Stray })) {
		err := stopLost(ctx, s, record, own, wish)
		if errors.Is(err, session.ErrRunning) {
			return err
		}
		if tried = true; err != nil {
			if unkept, err = keepStop(s, sessions, record.ID, err); err != nil {
				return err
			}
		}
	}
	var last, others []orchestrator.Agent
	for _, a := range agents {
		switch {
		case !a.Alive():
		case a.Task == own:
			last = append(last, a)
		default:
			others = append(others, a)
		}
	}
	failed := stopAll(ctx, s, others, wish.kill)
	switch {
	case failed != nil:
	case unkept != nil:
		failed = unkept
	case tried:
		s.Printf("stopped; go on with: rooda session resume %s\n", shortID(record.ID))
	case others == nil && last == nil:
		s.Notef("session %s is not running\n", shortID(record.ID))
	}
	for _, a := range last {
		s.Printf("stopping the agent of %s, which wants that\n", a.Task)
		failed = errors.Join(failed, stopAgent(ctx, a.Dir, wish.kill))
	}
	return failed
}

// stopAll ends agents, all at the same time, and says what has become of them.
func stopAll(ctx context.Context, s console.Streams, agents []orchestrator.Agent, kill bool) error {
	failed := make([]error, len(agents))
	var stopping sync.WaitGroup
	for i, a := range agents {
		stopping.Go(func() { failed[i] = stopAgent(ctx, a.Dir, kill) })
	}
	stopping.Wait()
	for i, a := range agents {
		switch {
		case errors.Is(failed[i], errUnwritten):
			s.Notef("warning: %s: %v\n", a.Task, failed[i])
			failed[i] = nil
		case failed[i] != nil:
			failed[i] = fmt.Errorf("stop the agent of %s: %w", a.Task, failed[i])
			continue
		}
		s.Printf("stopped the agent of %s\n", a.Task)
	}
	return errors.Join(failed...)
}

// anyRunning reports whether a task is. Its agent may be one of which there is nothing to see
// yet, since a process that the host left behind is about to start it.
func anyRunning(record session.Record) bool {
	for _, t := range record.Tasks {
		if t.Status == session.Running {
			return true
		}
	}
	return false
}

// stopLost takes a session that lost its host over only to stop it, all of it but the
// task whose agent this process belongs to.
func stopLost(ctx context.Context, s console.Streams, record session.Record, own string, wish stopWish) error {
	cfg, err := loadConfig(s, "", record.Workdir)
	if err != nil {
		return err
	}
	orch, err := newOrchestrator(s, cfg)
	if err != nil {
		return err
	}
	run, err := orch.TakeOver(record.ID, own) // what is to become of lost ones is not for a stop to say
	if err != nil {
		return err
	}
	defer run.Close()
	run.Evicted(wish.killed)
	stopped, stop := context.WithCancel(ctx)
	stop()
	now := ctx
	if wish.kill {
		now = stopped
	}
	_, err = run.Execute(stopped, now)
	return err
}

// refuseAlive keeps a session whose agents still run from being deleted.
func refuseAlive(ctx context.Context, record session.Record, dir string) error {
	id := shortID(record.ID)
	agents := orchestrator.Agents(ctx, record, dir)
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("remove session %s: %w", id, err)
	}
	agents = unended(ctx, agents, func(orchestrator.Agent, error) {})
	if orchestrator.Alive(agents) {
		return hintf(fmt.Errorf("remove session %s: its agents still run", id), "rooda session stop %s", id)
	}
	return nil
}

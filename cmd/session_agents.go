package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// stopAgents ends the agents of a session that no host drives: those of tasks
// under way as their host would have, so that the stop counts as one and a
// resume finds the session interrupted; those that were kept alive, or that outlived their
// iteration, as they are. An agent that stops its own session comes last: it is not going to
// see the end of that. It fails with session.ErrRunning when a host has come meanwhile.
func stopAgents(ctx context.Context, s Streams, record session.Record, folder string, kill bool) error {
	agents := orchestrator.Agents(ctx, record, folder)
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("stop session %s: %w", shortID(record.ID), err)
	}
	own, err := ownTask(ctx, record, folder, agents)
	if err != nil {
		return err
	}
	tried := false
	if err := endSilent(ctx, agents); err != nil {
		s.notef("warning: %v\n", err)
	}
	if record.Outcome == "" && (anyRunning(record) || slices.ContainsFunc(agents, func(a orchestrator.Agent) bool { return !a.Stray })) {
		err := stopLost(ctx, s, record, own, kill)
		if errors.Is(err, session.ErrRunning) {
			return err
		}
		if tried = true; err != nil {
			s.notef("warning: the session cannot be opened to note the stop: %v\n", err)
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
	failed := stopAll(ctx, s, others, kill)
	switch {
	case failed != nil:
	case tried:
		s.printf("stopped; go on with: rooda session resume %s\n", shortID(record.ID))
	case others == nil && last == nil:
		s.notef("session %s is not running\n", shortID(record.ID))
	}
	for _, a := range last {
		s.printf("stopping the agent of %s, which wants that\n", a.Task)
		_, err := stopAgent(ctx, a.Dir, kill)
		failed = errors.Join(failed, err)
	}
	return failed
}

// stopAll ends agents, all at the same time, and says what has become of them.
func stopAll(ctx context.Context, s Streams, agents []orchestrator.Agent, kill bool) error {
	stopped, failed := make([]bool, len(agents)), make([]error, len(agents))
	var stopping sync.WaitGroup
	for i, a := range agents {
		stopping.Go(func() { stopped[i], failed[i] = stopAgent(ctx, a.Dir, kill) })
	}
	stopping.Wait()
	for i, a := range agents {
		switch {
		case errors.Is(failed[i], errUnwritten):
			s.notef("warning: %s: %v\n", a.Task, failed[i])
			failed[i] = nil
		case failed[i] != nil:
			failed[i] = fmt.Errorf("stop the agent of %s: %w", a.Task, failed[i])
			continue
		}
		if stopped[i] {
			s.printf("stopped the agent of %s\n", a.Task)
		}
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
func stopLost(ctx context.Context, s Streams, record session.Record, own string, kill bool) error {
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
	stopped, stop := context.WithCancel(ctx)
	stop()
	now := ctx
	if kill {
		now = stopped
	}
	_, err = run.Execute(stopped, now)
	return err
}

// errUnwritten says that an agent has ended, and that the disk does not take that.
var errUnwritten = errors.New("the agent has ended; its end cannot be written")

// stopAgent waits until the agent's end is on record, and reports whether that was its doing. It fails
// with errUnwritten where its terminal tells why there will be none for now.
func stopAgent(ctx context.Context, dir string, kill bool) (stopped bool, err error) {
	client := shim.Dial(dir)
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for ; ; stopped = true {
		if state, err := shim.Probe(ctx, dir); err != nil || state == shim.Finished || state == shim.Lost {
			return stopped, err
		}
		if why := unwritten(ctx, client); why != "" {
			return stopped, fmt.Errorf("%w: %s", errUnwritten, why)
		}
		if !stopped {
			switch err := client.Stop(ctx, kill); {
			case errors.Is(err, shim.ErrUnreachable):
				return true, shim.Kill(dir)
			case err != nil && !errors.Is(err, shim.ErrFinished):
				return false, err
			}
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return stopped, ctx.Err()
		}
	}
}

// unwritten is why the end of an agent is not on disk, as its terminal says; empty where it is, or
// where there is none yet.
func unwritten(ctx context.Context, client *shim.Client) string {
	task, err := client.Task(ctx)
	if err != nil || task.Unwritten == nil {
		return ""
	}
	return task.Unwritten.Text
}

// refuseAlive keeps a session whose agents still run from being deleted.
func refuseAlive(ctx context.Context, sessions *session.SessionManager, id string) error {
	record, err := sessions.Load(id)
	if err != nil {
		return nil // what cannot be read may be deleted
	}
	agents := orchestrator.Agents(ctx, record, sessions.Dir(id))
	if err := orchestrator.Untold(agents); err != nil {
		return fmt.Errorf("remove session %s: %w", shortID(id), err)
	}
	agents = slices.DeleteFunc(agents, func(a orchestrator.Agent) bool {
		client := shim.Dial(a.Dir)
		defer client.Close()
		return a.State == shim.Running && unwritten(ctx, client) != ""
	})
	if orchestrator.Alive(agents) {
		return hintf(fmt.Errorf("remove session %s: its agents still run", shortID(id)), "rooda session stop %s", shortID(id))
	}
	return nil
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// afterSilence says what to do about an agent's terminal that does not answer.
func (a agent) afterSilence() string {
	end := fmt.Sprintf("rooda session stop %s ends it", shortID(a.id))
	if pid, alive := shim.Keeper(a.dir); alive {
		return fmt.Sprintf("if process %d, which keeps it, was stopped, kill -CONT %d wakes it; %s", pid, pid, end)
	}
	return "something else listens on its socket; " + end
}

// silent tells of the agents of a session whose terminals do not answer.
func silent(ctx context.Context, agents []orchestrator.Agent) []string {
	var lines []string
	for _, a := range unheard(ctx, agents) {
		lines = append(lines, fmt.Sprintf("%s: %v", a.Task, shim.ErrUnreachable))
	}
	return lines
}

// unheard are those of the agents at work whose terminals do not answer. All are
// asked at once.
func unheard(ctx context.Context, agents []orchestrator.Agent) []orchestrator.Agent {
	deaf := make([]bool, len(agents))
	var asking sync.WaitGroup
	for i, a := range agents {
		if a.Err != nil || !a.Alive() {
			continue
		}
		asking.Go(func() {
			client := shim.Dial(a.Dir)
			defer client.Close()
			_, err := client.Task(ctx)
			deaf[i] = errors.Is(err, shim.ErrSilent)
		})
	}
	asking.Wait()
	var found []orchestrator.Agent
	for i, a := range agents {
		if deaf[i] {
			found = append(found, a)
		}
	}
	return found
}

// endSilent kills the agents whose terminals do not answer: nothing else stops
// them, and whoever takes their session up finds them lost.
func endSilent(ctx context.Context, agents []orchestrator.Agent) error {
	var failed []error
	for _, a := range unheard(ctx, agents) {
		failed = append(failed, shim.Kill(a.Dir))
	}
	return errors.Join(failed...)
}

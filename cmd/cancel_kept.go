package cmd

import (
	"context"
	"fmt"
	"slices"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// livesOn says whether the agent does although its task is over, as keep_alive wants it.
func (a agent) livesOn() bool { return a.dir != "" && slices.Contains(a.kept(), a.task) }

// kept are the tasks of the agent's session of which that is so.
func (a agent) kept() []string {
	return livingOn(a.record, orchestrator.Agents(context.Background(), a.record, a.sessions.Dir(a.id)))
}

// cancelKept ends an agent that was kept alive. It needs no host, and changes
// nothing of its task.
func (d deed) cancelKept(ctx context.Context, s console.Streams, target agent, asJSON bool) error {
	if err := stopAgent(ctx, target.dir, false); err != nil {
		return target.unreachable(fmt.Errorf("end the agent: %w", err))
	}
	if asJSON {
		return d.printDone(s, target, foundEnded, nil)
	}
	s.Printf("ended the agent of %s, whose task stays %s\n", target, target.state().Status)
	return nil
}

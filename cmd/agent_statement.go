package cmd

import (
	"context"
	"errors"
	"sync"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// statement is what an agent's terminal says of it, or why it says nothing.
type statement struct {
	task shim.Task
	err  error
}

// statements asks the terminals of agents, all at once and each once, so those that do not answer take 2 s together. It
// returns what each said at its place; of one that is lost, or that cannot be told of, nobody is asked.
func statements(ctx context.Context, agents []orchestrator.Agent) []statement {
	said := make([]statement, len(agents))
	var asking sync.WaitGroup
	for i, a := range agents {
		switch {
		case a.Err != nil:
			said[i].err = a.Err
		case a.State == shim.Lost:
			said[i].err = shim.ErrLost
		default:
			asking.Go(func() {
				client := shim.Dial(a.Dir)
				defer client.Close()
				said[i].task, said[i].err = client.Task(ctx)
			})
		}
	}
	asking.Wait()
	return said
}

// mute are those of the agents at work whose terminals do not answer, by what each has said.
func mute(agents []orchestrator.Agent, said []statement) (found []orchestrator.Agent) {
	for i, a := range agents {
		if a.Err == nil && a.Alive() && errors.Is(said[i].err, shim.ErrSilent) {
			found = append(found, a)
		}
	}
	return found
}

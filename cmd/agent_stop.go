package cmd

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// errUnwritten says that an agent has ended, and that the disk does not take that.
var errUnwritten = errors.New("the agent has ended; its end cannot be written")

// stopAgent waits until the agent's end is on record. It fails with errUnwritten where its terminal
// tells why it is not, for now.
func stopAgent(ctx context.Context, dir string, kill bool) error {
	client := shim.Dial(dir)
	defer client.Close()
	ctx, cancel := context.WithTimeout(ctx, stopLimit)
	defer cancel()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for told := false; ; told = true {
		if state, err := shim.Probe(ctx, dir); err != nil || state == shim.Finished || state == shim.Lost {
			return err
		}
		if err := unwritten(ctx, client); err != nil {
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

// unwritten is an errUnwritten that says why the end of an agent is not on disk; nil where it is, or
// where there is none yet.
func unwritten(ctx context.Context, client *shim.Client) error {
	task, err := client.Task(ctx)
	if err != nil || task.Unwritten == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", errUnwritten, task.Unwritten.Text)
}

// unended are the agents but for those that have ended and of which no disk takes that: told hears
// of them, and why. All are asked at once, so those that do not answer take no longer than one.
func unended(ctx context.Context, agents []orchestrator.Agent, told func(orchestrator.Agent, error)) []orchestrator.Agent {
	ended := make([]error, len(agents))
	var asking sync.WaitGroup
	for i, a := range agents {
		if a.State != shim.Running {
			continue
		}
		asking.Go(func() {
			client := shim.Dial(a.Dir)
			defer client.Close()
			ended[i] = unwritten(ctx, client)
		})
	}
	asking.Wait()
	var rest []orchestrator.Agent
	for i, a := range agents {
		if ended[i] == nil {
			rest = append(rest, a)
			continue
		}
		told(a, ended[i])
	}
	return rest
}

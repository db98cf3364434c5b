package cmd

import (
	"context"
	"io"

	"rooda/pty/shim"
)

// awaitExit waits for the end of the agent's process.
func awaitExit(ctx context.Context, target agent) (string, error) {
	client, err := target.dial()
	if err != nil {
		return "", err
	}
	defer client.Close()
	task, err := client.Task(ctx)
	if err != nil {
		return "", target.unreachable(err)
	}
	if task.Exit == nil {
		if _, err := client.Output(ctx, task.Offset, true, io.Discard); err != nil {
			return "", target.unreachable(err)
		}
		if task, err = client.Task(ctx); err != nil {
			return "", target.unreachable(err)
		}
	}
	if task.Exit == nil {
		return "", target.unreachable(shim.ErrUnreachable)
	}
	return exitWords(*task.Exit), nil
}

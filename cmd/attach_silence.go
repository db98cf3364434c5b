package cmd

import (
	"context"
	"errors"
	"fmt"

	"rooda/internal/attach"
	"rooda/pty/shim"
)

// asked is how whoever is attached to an agent finds out whether its terminal answers. What it
// says has room in 80 columns.
func (a agent) asked(client *shim.Client) func(context.Context) string {
	return func(ctx context.Context) string {
		if _, err := client.Task(ctx); !errors.Is(err, shim.ErrSilent) {
			return ""
		}
		const text = "agent's terminal does not answer"
		if pid, alive := shim.Keeper(a.dir); alive {
			return fmt.Sprintf("%s: kill -CONT %d wakes it", text, pid)
		}
		return text
	}
}

// unsent says what has become of what was typed while the agent's terminal did not answer. What
// its process has been sent is typed when that wakes.
func (a *attaching) unsent(target agent, end attach.End, lives bool) {
	if end.Unsent > 0 {
		a.notef("[%s: its terminal did not answer; %s that you typed meanwhile went nowhere]\n", target, count(end.Unsent, "byte"))
	}
	if end.Behind > 0 {
		a.notef("[%s: others were typing; %s that you typed meanwhile may have gone nowhere]\n", target, count(end.Behind, "byte"))
	}
	switch {
	case end.Doubtful > 0 && lives:
		a.notef("[%s: up to %s that you typed just before may be typed when it answers again]\n", target, count(end.Doubtful, "byte"))
	case end.Doubtful > 0:
		a.notef("[%s: up to %s that you typed just before may not have been typed]\n", target, count(end.Doubtful, "byte"))
	}
}

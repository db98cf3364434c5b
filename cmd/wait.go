package cmd

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

type waitOptions struct {
	what    string
	timeout time.Duration
	asJSON  bool
}

const waitLong = `Wait until something is so of an agent:

  waiting   it asks something that only a person can answer
  idle      it has nothing to do and would take input
  exit      its process has ended; the status is shown
  done      its task is final: the last iteration is over. So it is without --for. The exit status
            is 0 when the task is done, 1 when it failed, 2 when its iterations are used up
  text:RE   its screen or its output from now on matches the regular expression; ^ and $ are where
            a line begins and ends, a line of the output as rooda logs prints it, and $ is also
            where one that is not finished rests, with the blanks before the cursor or without

or, without a task, of a session:

  done      it has ended; the exit status is that of its run. So it is without --for, and for exit
  waiting   any of its agents asks something that only a person can answer: that one is printed,
            as SESSION/TASK, the one that has waited longest first

A session goes on by itself when an agent of it is idle, so idle, as text, is for an agent:
the task may be left out where only one runs.`

func newWait(s console.Streams) *cobra.Command {
	var o waitOptions
	c := &cobra.Command{
		Use:   "wait SESSION[/TASK] [--for waiting|idle|exit|done|text:RE]",
		Short: "Wait until a session ends, or an agent asks, rests, ends, or shows a text",
		Long:  waitLong,
		Example: `  rooda wait latest && git push
  asks=$(rooda wait latest --for waiting) && rooda attach "$asks"
  rooda wait latest/build && git push
  rooda wait latest/review --for waiting && rooda attach latest/review
  rooda wait latest/build --for 'text:tests? (passed|failed)' --timeout 10m`,
		Args:              one("session and task", "rooda session list shows them; latest is the newest"),
		ValidArgsFunction: completeTask(s),
		RunE: func(c *cobra.Command, args []string) error {
			return runWait(c.Context(), s, o, args[0])
		},
	}
	f := c.Flags()
	f.StringVar(&o.what, "for", "done", "`what` to wait for: waiting, idle, exit, done or text:RE")
	_ = c.RegisterFlagCompletionFunc("for", words("waiting", "idle", "exit", "done", "text:")) // the flag is there
	f.Var((*limit)(&o.timeout), "timeout", "give up after this `time`; 0 is never")
	addJSON(c, &o.asJSON)
	return c
}

func runWait(ctx context.Context, s console.Streams, o waitOptions, name string) error {
	wanted, err := parseCondition(o.what)
	if err != nil {
		return codedError{err, exitUsage}
	}
	if _, _, task := target(name); task == "" && wanted.ofSession() {
		w, err := newSessionGoal(s, name, wanted)
		if err != nil {
			return err
		}
		return o.wait(ctx, s, w)
	}
	found, err := findAgent(s, name)
	if err != nil {
		return wanted.ofOneAgent(err)
	}
	if err := wanted.fits(found); err != nil {
		return codedError{err, exitUsage}
	}
	return o.wait(ctx, s, agentGoal{s, found, wanted})
}

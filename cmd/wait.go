package cmd

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

type waitOptions struct {
	what    string
	timeout time.Duration
}

const waitLong = `Wait until something is so of an agent:

  waiting   it asks something that only a person can answer
  idle      it has nothing to do and would take input
  exit      its process has ended; the status is shown
  done      its task is final: the last iteration is over
  text:RE   its screen or its output from now on matches the regular expression`

func newWait(s Streams) *cobra.Command {
	var o waitOptions
	c := &cobra.Command{
		Use:   "wait SESSION[/TASK] --for waiting|idle|exit|done|text:RE",
		Short: "Wait until an agent asks, rests, ends, or shows a text",
		Long:  waitLong,
		Example: `  rooda wait latest/review --for waiting && rooda attach latest/review
  rooda wait latest/build --for 'text:tests? (passed|failed)' --timeout 10m`,
		Args:              one("session and task", "rooda session list shows them; latest is the newest"),
		ValidArgsFunction: completeTask(s),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("for") {
				return codedError{hintf(errors.New("wait for what?"), "add --for waiting, idle, exit, done or text:RE; %s --help", c.CommandPath()), exitUsage}
			}
			return runWait(c.Context(), s, o, args[0])
		},
	}
	f := c.Flags()
	f.StringVar(&o.what, "for", "", "`what` to wait for: waiting, idle, exit, done or text:RE")
	f.Var((*limit)(&o.timeout), "timeout", "give up after this `time`; 0 is never")
	return c
}

func runWait(ctx context.Context, s Streams, o waitOptions, name string) error {
	wanted, err := parseCondition(o.what)
	if err != nil {
		return codedError{err, exitUsage}
	}
	target, err := findAgent(s, name)
	if err != nil {
		return err
	}
	if err := wanted.fits(target); err != nil {
		return codedError{err, exitUsage}
	}
	ctx, cancel := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	waitCtx, stop := ctx, context.CancelFunc(func() {})
	if o.timeout > 0 {
		waitCtx, stop = context.WithTimeout(ctx, o.timeout)
	}
	defer stop()
	watch := wanted.vigils(s, target)
	var unwatch []func()
	for _, v := range watch {
		unwatch = append(unwatch, v.begin(ctx))
	}
	said, err := awaitCondition(waitCtx, s, target, wanted)
	var silent []silence
	if err == nil && wanted.name == "waiting" || ctx.Err() == nil && waitCtx.Err() != nil { // the host's word may be older than the silence
		for _, v := range watch {
			if found := v.found(ctx); found != (silence{}) {
				silent = append(silent, found)
			}
		}
	}
	for _, end := range unwatch {
		end()
	}
	var over overError
	switch {
	case err == nil:
		s.notef("%s: %s\n", target, said)
		return nil
	case ctx.Err() != nil:
		return exitStatus(exitInterrupted)
	case waitCtx.Err() != nil:
		err := fmt.Errorf("%s %s within %s", target, wanted.missed(), chosen(o.timeout))
		hint := target.whereToLook()
		for i, of := range silent {
			err = fmt.Errorf("%w, and %s", err, of.clause())
			if hint = of.hint; i > 0 {
				hint = silent[i-1].hint + "; " + hint
			}
		}
		return codedError{hintf(err, "%s", hint), exitTimeout}
	case errors.As(err, &over):
		return hintf(fmt.Errorf("%s: %w, and it %s", target, over, wanted.never()), "rooda session resume %s", shortID(target.id))
	case errors.Is(err, errEndedBefore):
		return hintf(fmt.Errorf("%s: %w, and %s", target, err, wanted.never()), "rooda logs %s", target)
	}
	return err
}

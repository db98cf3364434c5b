package cmd

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rooda/pty/shim"
	"rooda/session"
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
	f.DurationVar(&o.timeout, "timeout", 0, "give up after this `time`; 0 is never")
	return c
}

// condition is what is waited for.
type condition struct {
	name string
	text *regexp.Regexp // of name "text"
}

func parseCondition(what string) (condition, error) {
	name, pattern, isText := strings.Cut(what, ":")
	switch {
	case isText && name == "text":
		re, err := regexp.Compile("(?m)" + pattern)
		if err != nil {
			return condition{}, hintf(fmt.Errorf("--for: %w", err), "the syntax is that of Go and RE2")
		}
		return condition{name, re}, nil
	case isText:
	case name == "waiting", name == "idle", name == "exit", name == "done":
		return condition{name: name}, nil
	}
	names := []string{"waiting", "idle", "exit", "done", "text"}
	return condition{}, hintf(fmt.Errorf("--for: cannot wait for %q", what), "%swaiting, idle, exit, done or text:RE", didYouMean(name, names))
}

// missed says of an agent that it has not come to that.
func (c condition) missed() string {
	switch c.name {
	case "exit":
		return "has not ended"
	case "text":
		return "does not show " + strings.TrimPrefix(c.text.String(), "(?m)")
	}
	return "is not " + c.name
}

// never says the same of one that has ended.
func (c condition) never() string {
	switch c.name {
	case "exit":
		return "did not end"
	case "text":
		return "did not show " + strings.TrimPrefix(c.text.String(), "(?m)")
	}
	return "was not " + c.name
}

// errEndedBefore says that it can be waited for in vain.
var errEndedBefore = errors.New("the agent has ended")

func runWait(ctx context.Context, s Streams, o waitOptions, name string) error {
	wanted, err := parseCondition(o.what)
	if err != nil {
		return codedError{err, exitUsage}
	}
	target, err := findAgent(s, name)
	if err != nil {
		return err
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
			err = fmt.Errorf("%w, and %s does not answer", err, of.who)
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

// vigils are for what the condition depends on. What an agent that has begun does by itself is
// seen without a host.
func (c condition) vigils(s Streams, target agent) []*vigil {
	all := []*vigil{watchTerminal(s, target)}
	if c.name == "done" || c.name == "waiting" || target.dir == "" {
		all = append(all, watchHost(s, target.sessions, target.id, target.String()))
	}
	return all
}

// whereToLook says what shows an agent that was waited for in vain.
func (a agent) whereToLook() string {
	if state, err := a.probe(); a.dir == "" || err != nil || state != shim.Running && state != shim.Finished {
		return fmt.Sprintf("rooda session show %s says how it is", shortID(a.id))
	}
	return fmt.Sprintf("rooda screen %s shows it", a)
}

// awaitCondition returns what is so when it is.
func awaitCondition(ctx context.Context, s Streams, target agent, c condition) (string, error) {
	switch c.name {
	case "done":
		return awaitTask(ctx, s, target, func(t *session.Task) string {
			if t.Status == session.Done || t.Status == session.Error {
				return strings.TrimSpace(strings.ToLower(string(t.Status)) + " " + oneLine(t.Reason))
			}
			return ""
		})
	}
	target, err := target.begun(ctx, s)
	if err != nil {
		return "", err
	}
	switch c.name {
	case "exit":
		return awaitExit(ctx, target)
	case "waiting":
		return awaitWaiting(ctx, s, target)
	case "idle":
		return awaitState(ctx, s, target, c.name)
	}
	return awaitText(ctx, target, c.text)
}

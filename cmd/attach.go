package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rooda/internal/attach"
	"rooda/internal/console"
	"rooda/pty/shim"
)

type attachOptions struct {
	next       bool
	follow     bool
	readOnly   bool
	detachKeys string
	noResize   bool
	size       string
	policy     string
	nested     bool
	status     string
	history    int
	budget     int // bytes of the first picture, see attach.Options
}

// firstPicture is what the first picture of 80x24 may take with as much history as fits,
// where nobody says how much that is to be: 8 KB with what else the client sends.
const firstPicture = 7900

const attachLong = `Attach this terminal to an agent's: see its screen, type into it, and leave it
at work with the detach key. Without an argument it is the agent that has waited
longest for a person, and for a session of which several run the one of them
that has.

Attaching needs only the agent, not the rooda that runs the session. While you
type, the task's time limit and automatic answers rest. The agent's terminal
takes the size of the window of whoever typed last, and its own again 10 s after
the last window has gone. What scrolls off the agent's screen goes into your
terminal's own history.

The keys of --detach-keys are separated by commas: characters, or ctrl- and one
of a-z @ [ \ ] ^ _; none switches them off. The default is one key alone, so
that no other is held back.`

func newAttach(s console.Streams) *cobra.Command {
	var o attachOptions
	c := &cobra.Command{
		Use:   "attach [SESSION[/TASK]]",
		Short: "Attach this terminal to an agent's",
		Long:  attachLong,
		Example: `  rooda attach                     whoever has waited longest
  rooda attach --next              one after the other, until nobody waits
  rooda attach latest/review
  rooda attach latest/build --read-only --follow
  rooda attach latest/build --detach-keys ctrl-p,ctrl-q`,
		Args:              atMostOne("session and task", "rooda session list shows them; without one it is whoever has waited longest"),
		ValidArgsFunction: completeTask(s),
		RunE: func(c *cobra.Command, args []string) error {
			if !c.Flags().Changed("history") {
				o.budget = firstPicture
			}
			return runAttach(c.Context(), s, o, args)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.next, "next", false, "go on with the next that waits after detaching")
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with the task's next iteration when one ends")
	f.BoolVar(&o.readOnly, "read-only", false, "only look: send no key, change no size")
	f.StringVar(&o.detachKeys, "detach-keys", "", "`keys` that detach; the default is $ROODA_DETACH_KEYS, or else ctrl-\\")
	f.BoolVar(&o.noResize, "no-resize", false, "leave the agent's terminal its size")
	f.StringVar(&o.size, "size", "", "give the agent's terminal this size, `COLSxROWS`, whatever this window's is")
	f.StringVar(&o.policy, "size-policy", "", "which windows the agent's terminal follows from now on: `latest` (of who typed last), smallest, fixed")
	f.BoolVar(&o.nested, "nested", false, "attach although this terminal is an agent's")
	f.StringVar(&o.status, "status", "task", "exit status: the `task`'s own, or attach for 0 and 69 only")
	f.IntVar(&o.history, "history", 200, "`lines` of the agent's history to show above its screen; without this flag, those of them that fit, with the screen, into 8 KB for a window of 80x24, and more for a larger one")
	c.MarkFlagsMutuallyExclusive("next", "follow")
	c.MarkFlagsMutuallyExclusive("size", "no-resize")
	c.MarkFlagsMutuallyExclusive("size", "read-only")
	_ = c.RegisterFlagCompletionFunc("size-policy", words("latest", "smallest", "fixed"))
	_ = c.RegisterFlagCompletionFunc("status", words("task", "attach"))
	c.MarkFlagsMutuallyExclusive("size-policy", "read-only")
	return c
}

// atMostOne is one for an argument that may be left out.
func atMostOne(what, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return one(what, hint)(c, args)
	}
}

// attaching is what the attach command goes through its agents with.
type attaching struct {
	s        console.Streams
	options  attach.Options
	as       shim.AttachOptions
	terminal *attach.Terminal
	nested   bool
	follow   bool
	sized    bool   // the terminal is to have a size, whatever the window's is
	pausing  func() // ends what attach.Pausing began, nil where nothing has
	ofTask   bool   // the exit status is the task's
	// out and talk are written to at once: what is said before attaching must
	// not come in the middle of the agent's screen.
	out, talk io.Writer
}

func (a *attaching) notef(format string, args ...any) {
	s := a.s
	s.Err = a.talk
	s.Notef(format, args...)
}

func runAttach(ctx context.Context, s console.Streams, o attachOptions, args []string) error {
	a := attaching{s: s, nested: o.nested, follow: o.follow}
	a.out, a.talk = s.Direct()
	defer a.unpausing()
	if err := a.configure(o); err != nil {
		return codedError{err, exitUsage}
	}
	if len(args) > 0 {
		target, err := findWaiting(s, args[0])
		if err != nil {
			return err
		}
		return a.to(ctx, target)
	}
	found, err := waiting(s)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return nobodyWaits(s)
	}
	if o.next {
		return a.each(ctx)
	}
	return a.first(ctx, found)
}

// configure reads the flags.
func (a *attaching) configure(o attachOptions) error {
	keys, err := attach.ParseDetachKeys(cmp.Or(o.detachKeys, a.s.Getenv("ROODA_DETACH_KEYS"), `ctrl-\`))
	if err != nil {
		return hintf(err, `such as ctrl-\, ctrl-p,ctrl-q or none`)
	}
	switch o.status {
	case "task", "attach":
		a.ofTask = o.status == "task"
	default:
		return hintf(fmt.Errorf("--status: %q is neither task nor attach", o.status), "rooda attach --help")
	}
	if o.history < 0 {
		return hintf(fmt.Errorf("--history: %d is no number of lines", o.history), "0 shows none")
	}
	a.options = attach.Options{Detach: keys, Budget: o.budget, ReadOnly: o.readOnly, Fixed: o.noResize || o.readOnly || o.size != "" || o.policy == string(shim.Fixed)}
	a.as = shim.AttachOptions{ReadOnly: o.readOnly, History: o.history}
	if o.policy != "" {
		if a.as.Policy, err = shim.ParseSizePolicy(o.policy); err != nil {
			return hintf(fmt.Errorf("--size-policy: %w", err), "rooda attach --help")
		}
	}
	if a.sized = o.size != ""; a.sized {
		if a.as.Size, err = attach.ParseSize(o.size); err != nil {
			return hintf(err, "such as 120x40")
		}
	}
	return nil
}

// to attaches to one agent and tells how it ended.
func (a *attaching) to(ctx context.Context, target agent) error {
	for {
		end, err := a.run(ctx, &target)
		follow := a.follow && end.Signal == 0
		again := follow && errors.Is(err, shim.ErrLost) && target.startsAgain()
		if err != nil && !again {
			return err
		}
		if again {
			a.notef("[%s: its agent was lost; the rooda that runs it starts it again]\n", target)
		}
		if again || follow && end.Exit != nil {
			next, more, err := nextIteration(ctx, a.s, target)
			if err != nil {
				return err
			}
			if more {
				target = next
				continue
			}
		}
		if again {
			return target.unreachable(shim.ErrLost)
		}
		return a.status(target, end)
	}
}

package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/attach"
	"rooda/pty/shim"
)

type attachOptions struct {
	next       bool
	readOnly   bool
	detachKeys string
	noResize   bool
	size       string
	nested     bool
	status     string
	history    int
}

const attachLong = `Attach this terminal to an agent's: see its screen, type into it, and leave it at work
with the detach key. Without an argument it is the agent that has waited longest for a person.

Attaching needs only the agent, not the rooda that runs the session. While you type, the
task's time limits and automatic answers rest. The agent's terminal takes the size of the window
of whoever typed last. What scrolls off the agent's screen goes into your terminal's own history.

The keys of --detach-keys are separated by commas: characters, or ctrl- and one of a-z @ [ \ ] ^ _;
none switches them off. The default is one key alone, so that no other is held back.

Exit status: 0 after detaching; that of the agent if it ended meanwhile, 128 and the number for
a signal; 64 without a terminal or with a wrong flag; 69 if the agent's terminal cannot be
reached. With --status attach the agent's own status is left out: 0 or 69.`

func newAttach(s Streams) *cobra.Command {
	var o attachOptions
	c := &cobra.Command{
		Use:   "attach [SESSION[/TASK]]",
		Short: "Attach this terminal to an agent's",
		Long:  attachLong,
		Example: `  rooda attach                     whoever has waited longest
  rooda attach --next              one after the other, until nobody waits
  rooda attach latest/review
  rooda attach latest/build --read-only
  rooda attach latest/build --detach-keys ctrl-p,ctrl-q`,
		Args:              atMostOne("session and task", "rooda session list shows them; without one it is whoever has waited longest"),
		ValidArgsFunction: completeTask(s),
		RunE:              func(c *cobra.Command, args []string) error { return runAttach(c.Context(), s, o, args) },
	}
	f := c.Flags()
	f.BoolVar(&o.next, "next", false, "go on with the next that waits after detaching")
	f.BoolVar(&o.readOnly, "read-only", false, "only look: send no key, change no size")
	f.StringVar(&o.detachKeys, "detach-keys", `ctrl-\`, "`keys` that detach")
	f.BoolVar(&o.noResize, "no-resize", false, "leave the agent's terminal its size")
	f.StringVar(&o.size, "size", "", "give the agent's terminal this size, `COLSxROWS`, whatever this window's is")
	f.BoolVar(&o.nested, "nested", false, "attach although this terminal is an agent's")
	f.StringVar(&o.status, "status", "task", "exit status: the `task`'s own, or attach for 0 and 69 only")
	f.IntVar(&o.history, "history", 200, "`lines` of the agent's history to show above its screen")
	c.MarkFlagsMutuallyExclusive("size", "no-resize")
	c.MarkFlagsMutuallyExclusive("size", "read-only")
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
	s        Streams
	options  attach.Options
	as       shim.AttachOptions
	terminal *attach.Terminal
	nested   bool
	ofTask   bool // the exit status is the task's
	// out and talk are written to at once: what is said before attaching must
	// not come in the middle of the agent's screen.
	out, talk io.Writer
}

func (a *attaching) notef(format string, args ...any) {
	io.WriteString(a.talk, escapeControls(fmt.Sprintf(format, args...)))
}

func runAttach(ctx context.Context, s Streams, o attachOptions, args []string) error {
	a := attaching{s: s, nested: o.nested}
	a.out, a.talk = s.direct()
	if err := a.configure(o); err != nil {
		return codedError{err, exitUsage}
	}
	if len(args) > 0 {
		target, err := findAgent(s, args[0])
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
	return a.to(ctx, found[0])
}

// configure reads the flags.
func (a *attaching) configure(o attachOptions) error {
	keys, err := attach.ParseDetachKeys(o.detachKeys)
	if err != nil {
		return hintf(err, `such as ctrl-\, ctrl-p,ctrl-q or none`)
	}
	switch o.status {
	case "task", "attach":
		a.ofTask = o.status == "task"
	default:
		return hintf(fmt.Errorf("--status: %q is neither task nor attach", o.status), "rooda attach --help")
	}
	a.options = attach.Options{Detach: keys, ReadOnly: o.readOnly, Fixed: o.noResize || o.readOnly || o.size != ""}
	a.as = shim.AttachOptions{ReadOnly: o.readOnly, History: max(o.history, 0)}
	if o.size != "" {
		if a.as.Size, err = attach.ParseSize(o.size); err != nil {
			return hintf(err, "such as 120x40")
		}
	}
	return nil
}

// to attaches to one agent and tells how it ended.
func (a *attaching) to(ctx context.Context, target agent) error {
	end, err := a.run(ctx, target)
	if err != nil {
		return err
	}
	return a.status(target, end)
}

// run attaches to one agent.
func (a *attaching) run(ctx context.Context, target agent) (attach.End, error) {
	if err := a.guard(target); err != nil {
		return attach.End{}, err
	}
	if a.terminal == nil {
		if err := a.open(target); err != nil {
			return attach.End{}, err
		}
		defer a.close()
	}
	client, err := target.dial()
	if err != nil {
		return attach.End{}, err
	}
	defer client.Close()
	as := a.as
	if !a.options.Fixed {
		if as.Size, err = a.terminal.Size(); err != nil {
			return attach.End{}, err
		}
	}
	viewer, err := client.Attach(ctx, as)
	if errors.Is(err, shim.ErrFinished) {
		return a.finished(ctx, target, client)
	}
	if err != nil {
		return attach.End{}, target.unreachable(err)
	}
	if keys := a.options.Detach.String(); keys != "none" {
		a.notef("[%s: %s detaches]\n", target, keys)
	}
	options := a.options
	signals, stop := attach.Signals()
	defer stop()
	options.Signals = signals
	end, err := attach.Run(ctx, a.terminal, viewer, options)
	if errors.Is(err, attach.ErrGone) {
		err = target.unreachable(err)
	}
	return end, err
}

// finished shows what is left of an agent that has ended: its last screen.
func (a *attaching) finished(ctx context.Context, target agent, client *shim.Client) (attach.End, error) {
	task, err := client.Task(ctx)
	if err != nil || task.Exit == nil {
		return attach.End{}, target.unreachable(errors.Join(err, shim.ErrFinished))
	}
	if screen, err := client.Snapshot(ctx); err == nil {
		a.out.Write(colored(screen))
	}
	return attach.End{Exit: task.Exit}, nil
}

// open takes this terminal.
func (a *attaching) open(target agent) error {
	in, inOK := a.s.In.(*os.File)
	out, outOK := a.out.(*os.File)
	err := error(attach.ErrNoTerminal)
	if inOK && outOK {
		a.terminal, err = attach.OpenTerminal(in, out)
	}
	if err == nil {
		return nil
	}
	err = fmt.Errorf("attach needs a terminal on standard input and output: %w", err)
	return codedError{hintf(err, "rooda screen %[1]s shows it, rooda send %[1]s TEXT types into it, rooda logs %[1]s -f follows it", target), exitUsage}
}

func (a *attaching) close() {
	a.terminal.Close() // there is nothing left to restore
	a.terminal = nil
}

// guard refuses what would show a terminal inside itself.
func (a *attaching) guard(target agent) error {
	in, task := a.s.Getenv("ROODA_SESSION"), a.s.Getenv("ROODA_TASK")
	switch {
	case in == "":
		return nil
	case in == target.id && task == target.task:
		err := fmt.Errorf("%s is the agent in whose terminal this runs: attaching would show it in itself", target)
		return codedError{err, exitUsage}
	case a.nested:
		return nil
	}
	err := fmt.Errorf("this terminal is that of the agent %s/%s", shortID(in), task)
	return codedError{hintf(err, "attach from another one, or insist with --nested and other --detach-keys"), exitUsage}
}

// status says how it ended, and is the exit code.
func (a *attaching) status(target agent, end attach.End) error {
	switch {
	case end.Exit != nil:
		a.notef("[%s: %s]\n", target, exitWords(*end.Exit))
		if a.ofTask && end.Exit.Code != 0 {
			return exitStatus(end.Exit.Code)
		}
	case end.Signal != 0:
		return exitStatus(exitSignal + int(end.Signal))
	case end.Detached:
		a.notef("[detached; back with: rooda attach %s]\n", target)
	}
	return nil
}

// exitWords says how an agent ended.
func exitWords(e shim.Exit) string {
	took := ""
	if d := e.EndedAt.Sub(e.StartedAt); d > 0 {
		took = " after " + brief(d)
	}
	if e.Signal != 0 {
		return fmt.Sprintf("ended by %s%s", signalName(syscall.Signal(e.Signal)), took)
	}
	return fmt.Sprintf("ended with exit code %d%s", e.Code, took)
}

// nobodyWaits says so, and who could be attached to.
func nobodyWaits(s Streams) error {
	err := errors.New("nobody waits for you")
	return codedError{hintf(err, "rooda session list shows what runs; rooda attach SESSION/TASK goes to one"), exitUnreachable}
}

// each attaches to all that wait, the longest first, until nobody waits or
// the person has enough.
func (a *attaching) each(ctx context.Context) error {
	seen := map[string]time.Time{}
	for {
		found, err := waiting(a.s)
		if err != nil {
			return err
		}
		next, ok := unseen(found, seen)
		if !ok {
			a.notef("[nobody else waits]\n")
			return nil
		}
		if a.terminal == nil {
			if err := a.open(next); err != nil {
				return err
			}
			defer a.close()
		}
		if len(seen) > 0 && !a.wanted(next) {
			return nil
		}
		seen[next.String()] = next.waits()
		end, err := a.run(ctx, next)
		if err != nil {
			a.notef("rooda: %v\n", err)
			continue
		}
		if err := a.status(next, end); err != nil && end.Signal != 0 {
			return err
		}
	}
}

// unseen returns the first whose question has not been shown yet.
func unseen(found []agent, seen map[string]time.Time) (agent, bool) {
	for _, a := range found {
		if since, was := seen[a.String()]; !was || since.Before(a.waits()) {
			return a, true
		}
	}
	return agent{}, false
}

// wanted asks whether to go on with the next.
func (a *attaching) wanted(next agent) bool {
	a.notef("[%s has waited %s: Enter attaches, any other key stops] ", next, brief(time.Since(next.waits())))
	key, err := a.terminal.Key()
	a.notef("\n")
	return err == nil && (key == '\r' || key == '\n')
}

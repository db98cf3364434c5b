package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"

	"rooda/internal/attach"
	"rooda/internal/console"
	"rooda/pty"
	"rooda/pty/shim"
)

// run attaches to one agent, and notes which iteration of its task that was. A signal that ends this may have come
// when the visit was over: End has both then.
func (a *attaching) run(ctx context.Context, found *agent) (attach.End, error) {
	target := *found
	if err := a.guard(target); err != nil {
		return attach.End{}, err
	}
	if a.terminal == nil {
		if err := a.open(target); err != nil {
			return attach.End{}, err
		}
		defer a.close()
	}
	start, cancel := context.WithTimeout(ctx, startLimit)
	target, err := target.begun(start, a.s)
	cancel()
	*found = target
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return attach.End{}, err
	}
	client, err := target.dial()
	if err != nil {
		return attach.End{}, err
	}
	defer client.Close()
	// In the background nobody sees the agent, so nobody is there who rests its answers or its size.
	if err := a.ahead(ctx); err != nil {
		return attach.End{}, err
	}
	if d := target.answered(); d != nil {
		a.notef("%s: an answer was %s\n", target, perhapsAnswered(target.id, d.By, d.Last()))
	}
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
	options := a.options
	options.Greeting = target.String()
	if keys := a.options.Detach.String(); keys != "none" {
		options.Greeting += ": " + keys + " detaches"
		a.notef("[%s%s]\n", options.Greeting, a.around())
	}
	if target.headless() && !a.options.ReadOnly {
		options.Greeting += "; it runs headless: what you type may not show"
	}
	if is := (pty.Size{Cols: uint16(viewer.Hello.Cols), Rows: uint16(viewer.Hello.Rows)}); a.sized && is != as.Size {
		options.Greeting += fmt.Sprintf("; its size is %dx%d, as the windows of others ask (--size-policy fixed makes it %dx%d)", is.Cols, is.Rows, as.Size.Cols, as.Size.Rows)
	}
	signals, back := a.signals()
	options.Signals = signals
	options.Ask = target.asked(client)
	end, err := attach.Run(ctx, a.terminal, viewer, options)
	if late := back(); end.Signal == 0 {
		end.Signal = late
	}
	if end.Signal != 0 && end.Exit == nil && err == nil {
		a.parted(target, end)
	}
	if errors.Is(err, attach.ErrGone) {
		a.unsent(target, end, false)
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
	switch state, err2 := target.probe(); {
	case err2 == nil && state == shim.Lost:
		return codedError{hintf(err, "%s was lost; rooda logs %[1]s shows what it printed", target), exitUsage}
	case err2 == nil && state == shim.Finished:
		return codedError{hintf(err, "%s has ended; rooda logs %[1]s shows what it printed", target), exitUsage}
	}
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

// around warns of keys that do not come this far.
func (a *attaching) around() string {
	if a.nested && a.s.Getenv("ROODA_SESSION") != "" {
		return "; keys of the terminal around this one never arrive: rooda detach from elsewhere works, too"
	}
	return ""
}

// status says how it ended, and is the exit code.
func (a *attaching) status(target agent, end attach.End) error {
	if end.Exit != nil {
		a.notef("[%s: %s]\n", target, exitWords(*end.Exit))
	}
	switch {
	case end.Signal != 0:
		return exitStatus(exitSignal + int(end.Signal))
	case end.Exit != nil && a.ofTask && end.Exit.Code != 0:
		return exitStatus(end.Exit.Code)
	case end.Detached:
		a.unsent(target, end, true)
		a.notef("[detached; back with: rooda attach %s]\n", target)
	}
	return nil
}

// parted says that a signal ended this, not the agent.
func (a *attaching) parted(target agent, end attach.End) {
	a.last("[ended by %s; the agent works on; back with: rooda attach %s]\n", signalName(end.Signal), target)
}

// last says something to a terminal that may be gone, or does not read.
func (a *attaching) last(format string, args ...any) {
	if a.s.ErrTerminal {
		a.terminal.Say(console.FoldWords(fmt.Sprintf(format, args...), a.s.Width(), ""))
		return
	}
	a.notef(format, args...)
}

// exitWords says how an agent ended.
func exitWords(e shim.Exit) string {
	took := ""
	if d := e.EndedAt.Sub(e.StartedAt); d > 0 {
		took = " after " + console.Brief(d)
	}
	if e.Signal != 0 {
		return fmt.Sprintf("ended by %s%s", signalName(syscall.Signal(e.Signal)), took)
	}
	return fmt.Sprintf("ended with exit code %d%s", e.Code, took)
}

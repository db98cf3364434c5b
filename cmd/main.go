package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"

	"rooda/internal/console"
)

// Main runs one command line and returns the exit code.
func Main(args []string, s console.Streams) int {
	s.Quits = console.NewQuits(s, quitCode(args))
	defer s.Quits.End()
	if len(args) > 0 && args[0] == "hook" && !asksHelp(args[1:]) {
		return runHook(args[1:], s, time.Now()) // agents wait for it
	}
	s = s.Relieved()
	root := newRoot(s)
	root.SetArgs(shorthand(root, s, args))
	root.SetIn(s.In)
	root.SetOut(console.Visible(s.Out))
	root.SetErr(console.Visible(s.Err))
	err := root.ExecuteContext(context.Background())
	if lost := s.FlushOut(); err == nil {
		err = lost
	}
	report(s, err)
	s.FlushErr()
	return exitCode(err)
}

// quitCode is what a command ends with by Ctrl-\ where that means nothing else.
func quitCode(args []string) int {
	if len(args) > 0 && args[0] == "attach" {
		return exitSignal + int(syscall.SIGQUIT) // 130 could be the agent's
	}
	return exitInterrupted
}

// hinter is an error that knows what to do next.
type hinter interface{ Hint() string }

// report prints an error with its hint; an outcome was shown when it happened.
func report(s console.Streams, err error) {
	var o outcomeError
	var status exitStatus
	if err == nil || errors.As(err, &o) || errors.As(err, &status) {
		return
	}
	text := "rooda: " + strings.TrimRight(err.Error(), "\n")
	var h hinter
	if errors.As(err, &h) && h.Hint() != "" && !strings.Contains(text, "hint:") {
		text += "\nhint: " + h.Hint()
	}
	s.Notef("%s\n", text)
}

// hinted gives an error a hint.
type hinted struct {
	error
	hint string
}

func (h hinted) Hint() string  { return h.hint }
func (h hinted) Unwrap() error { return h.error }

func hintf(err error, format string, args ...any) error {
	return hinted{err, fmt.Sprintf(format, args...)}
}

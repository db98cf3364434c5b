// Package pty runs an agent on a pseudo-terminal of its own and turns what it
// prints into text.
//
// It owns the process (start, input, size, stop, reaping, and the sweep of
// what the agent left running), the raw output log, and the [Cleaner] that
// makes plain lines of terminal output. It knows nothing of agents, prompts
// or policy, never prints, never looks a program up in PATH, and the goroutine
// that reads the terminal never writes to it. The runner calls it in process,
// the shim calls it behind a socket.
//
//	text := pty.NewCleaner(os.Stdout)
//	term, err := pty.Open(pty.Spec{Path: "/bin/ls", Argv: []string{"ls"}, Env: os.Environ(), Tap: text})
//	...
//	exit, err := term.Wait(ctx)
package pty

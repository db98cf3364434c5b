package pty

import (
	"context"
	"io"
	"syscall"
	"time"
)

// Terminal is one agent's process on its pseudo-terminal, wherever the
// process that holds it lives: in this process (Open), or later behind a
// socket. So every method can fail, can be cancelled, and passes plain values.
// All methods may be called from any goroutine.
type Terminal interface {
	// Pid is the agent's process id, which is also its process group and session.
	Pid() int
	// Input writes p to the terminal as if typed, in order and whole, or
	// fails. It fails with ErrExited once the agent is gone.
	Input(ctx context.Context, p []byte) error
	// Resize changes the terminal's size; the agent gets SIGWINCH.
	Resize(ctx context.Context, size Size) error
	// Stop ends the agent and all its descendants: TERM to the group, a
	// grace, KILL, one more second (ERR-35 to ERR-38). When ctx is done the grace is
	// cut short and KILL is sent at once. Stop returns when the agent is
	// gone or has been given up as unkillable; calling it twice is harmless.
	Stop(ctx context.Context) error
	// Wait blocks until the agent has exited, its output has been drained
	// and what it left running has been swept, and returns how it ended. It
	// returns ctx.Err() when ctx ends first; the agent is not touched then.
	Wait(ctx context.Context) (Exit, error)
	// Close ends the agent like Stop with no grace if it still runs, waits
	// for the goroutines that Open started, and releases the terminal.
	Close() error
}

// Spec describes one process to start.
type Spec struct {
	// Path is the executable, absolute or relative to Dir; it is run
	// directly, never through a shell. Argv includes Argv[0].
	Path string
	Argv []string
	Dir  string
	// Env is the complete environment of the child.
	Env []string
	// Stdin, when StdinPipe is set, is written to a plain pipe on the
	// child's standard input and then closed: no echo, no line limit, a real
	// end of file, at once when Stdin is empty. Without StdinPipe standard
	// input is the pseudo-terminal and Stdin is not used. Standard output,
	// standard error and the controlling terminal are the pseudo-terminal in
	// both cases.
	StdinPipe bool
	Stdin     []byte
	// Size is the terminal's first size; zero means DefaultCols by DefaultRows.
	Size Size
	// Key is the value of KeyVariable (ROODA_ITERATION_KEY) in Env. After the agent has
	// exited, processes of the same user that carry it are ended too. Empty:
	// only the agent's process group and session are swept.
	Key string
	// Log is the path of the file that the raw output is appended to
	// (created with mode 0600); empty for none. A write that fails does not
	// stop the agent: it is reported in Exit.LogErr.
	Log string
	// Tap receives every byte of output, once, in order, from one goroutine,
	// before Wait returns. It is on the output path: it must not block for
	// long. Nil for none. An error from it is ignored.
	Tap io.Writer
	// Grace is the time between TERM and KILL; 0 means DefaultGrace.
	Grace time.Duration
}

// Size is a terminal's size in character cells.
type Size struct{ Cols, Rows uint16 }

// Exit says how an agent ended.
type Exit struct {
	// Code is the exit status; 128 plus the signal number when Signal is set;
	// -1 when something else in this program reaped the agent.
	Code int
	// Signal is the signal that ended the process, 0 when it exited by itself.
	Signal syscall.Signal
	// Killed says that it was rooda's Stop or Close that ended it.
	Killed bool
	// Unkillable says that the process survived KILL and was given up
	// (ERR-38); Signal is KILL then.
	Unkillable         bool
	StartedAt, EndedAt time.Time
	// Bytes counts the raw output.
	Bytes int64
	// Swept counts the processes that the agent left behind and that were ended.
	Swept int
	// LogErr is the first error of writing Log, nil when all of it was written.
	LogErr error
}

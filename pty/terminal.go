package pty

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"

	"rooda/pty/vt"
)

var (
	// ErrExited says that the agent is gone, so nothing can be sent to it.
	ErrExited = errors.New("agent has exited")
	// ErrNoScreen says that the terminal keeps no screen; see Spec.Screen.
	ErrNoScreen = errors.New("terminal keeps no screen")
	// ErrNoLog says that the terminal keeps no log that could be followed.
	ErrNoLog = errors.New("terminal keeps no log")
	// ErrGap says that output at the offset asked for is nowhere any more: the
	// log could not be written (a full disk), and too much has come since.
	ErrGap = errors.New("output is missing from the log")
	// ErrBehind says that a viewer is too far behind to catch up with what it
	// has missed: it goes on with a new snapshot.
	ErrBehind = errors.New("viewer is too far behind")
	// ErrResized says that the terminal has another size now, which a viewer
	// goes on with in a new snapshot.
	ErrResized = errors.New("terminal has been resized")
)

// Terminal is one agent's process on its pseudo-terminal, wherever the
// process that holds it lives: in this process (Open), or behind a socket
// (package shim). So every method can fail, can be cancelled, and passes plain
// values.
// All methods may be called from any goroutine.
type Terminal interface {
	// Pid is the agent's process id, which is also its process group and session.
	Pid() int
	// Input writes p to the terminal as if typed, in order and whole, or
	// fails. It fails with ErrExited once the agent is gone, and with *LineError, nothing
	// being written, where a part of p would be lost.
	Input(ctx context.Context, p []byte) error
	// Resize changes the terminal's size; the agent gets SIGWINCH.
	Resize(ctx context.Context, size Size) error
	// Stop ends the agent and all its descendants: TERM to the group, a
	// grace, KILL, one more second (ERR-35 to ERR-38). When ctx is done the grace is
	// cut short and KILL is sent at once. Stop returns when the agent is
	// gone or has been given up as unkillable; calling it twice is harmless.
	Stop(ctx context.Context) error
	// Snapshot returns the screen as it is, while a program draws one frame
	// (synchronized update) that before or after it. Snapshot.Offset is where in the
	// log the bytes begin that continue it. It works after the end, too, and
	// fails with ErrNoScreen where Spec.Screen is nil.
	Snapshot(ctx context.Context) (*vt.Snapshot, error)
	// Follow writes the raw output to w, from offset from of the log on, as it
	// comes, until the agent's end (nil) or the end of ctx (its error). next
	// is the offset of the first byte that w did not get. A slow w delays
	// nobody else. It fails with ErrNoLog where Spec.Log is empty.
	Follow(ctx context.Context, from int64, w io.Writer) (next int64, err error)
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
	// Sole says that this process exists for this agent only. On Linux the
	// agent is killed with the thread that calls Open, so the caller locks its
	// goroutine to a thread that lives as long as the process; and every
	// descendant of this process that is there at the agent's end is swept. It must be a
	// subreaper for that, and have no other children.
	Sole bool
	// Log is the path of the file that the raw output is appended to
	// (created with mode 0600); empty for none. A write that fails does not
	// stop the agent: it is reported in Exit.LogErr. Offsets are those of this
	// file; after a failure they go on as if it had been written.
	Log string
	// LogFailed is told, once, why output is not in Log any more. It is called
	// on the output path and must not block. Only a terminal in this process
	// calls it; another tells by Hands. Nil for none.
	LogFailed func(error)
	// Index is the path of a file that says when what part of Log came, and
	// in what size of the terminal; see ReadIndex. Empty for none.
	Index string
	// Screen, when set, makes the terminal keep a screen, for Snapshot, and
	// answer what the agent asks its terminal. Nil: neither.
	Screen *ScreenOptions
	// Hands is told when people begin or end to attach as writers, and when
	// they type, at most five times a second, and when the terminal has another size. It must not block. A terminal in this
	// process never calls it: nobody can attach to it. Nil for none.
	Hands func(Hands)
	// Tap receives every byte of output, once, in order, from one goroutine,
	// before Wait returns. It is on the output path: while it blocks, so does
	// an agent that goes on printing. Once Stop or Close has been called it must not block for
	// long, or it is left behind; see Exit.Untaken. Nil for none. An error
	// from it is ignored.
	Tap io.Writer
	// Grace is the time between TERM and KILL; 0 means DefaultGrace.
	Grace time.Duration
}

// ScreenOptions says what screen a terminal keeps.
type ScreenOptions struct {
	// Scrollback is how many rows above the screen are kept; 0 means
	// vt.DefaultScrollback, a negative number none.
	Scrollback int
	// Status answers the query for program status records (OSC 7501); set it
	// only where the records are used.
	Status bool
	// Version is the name that the terminal gives when asked, "rooda" if empty.
	Version string
}

// Hands says which people are at a terminal, and what they have made of its size.
type Hands struct {
	// Writers is how many viewers are attached that may type.
	Writers int
	// Typed is when a person last typed, zero for never.
	Typed time.Time
	// Touched is when anybody did, an agent that may, too, and By is who.
	Touched time.Time
	By      string
	// Deeds is the number of the last that is on record, 0 for none; see
	// package shim.
	Deeds int
	// LogErr says why output is not in the log any more, empty while it is.
	LogErr string
	// Size is the terminal's, which changes as people come and go. It is zero where that is
	// not told: by the shim of an earlier rooda.
	Size Size
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
	// Untaken says that Tap had not taken all output 2 s after the agent's end
	// was wanted and over. One call of it may still be running.
	Untaken bool
	// Bytes counts the raw output.
	Bytes int64
	// Swept counts the processes that the agent left behind and that were ended.
	Swept int
	// Unanswered counts the agent's queries that were dropped, because more than
	// 256 answers waited for it to read them.
	Unanswered int64
	// LogErr is the first error of writing Log, nil when all of it was written.
	LogErr error
}

package shim

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"rooda/pty"
)

var (
	// ErrNeverStarted says that no agent was started here.
	ErrNeverStarted = errors.New("agent was never started")
	// ErrLost says that the shim is gone without having recorded how its agent ended: it was killed, it
	// crashed, or the machine went down. The agent is gone too. What could not be read meanwhile is joined.
	ErrLost = errors.New("agent is lost")
	// ErrUnreachable says that the shim lives but does not answer.
	ErrUnreachable = errors.New("agent's terminal does not answer")
	// ErrReleased says that this Terminal let go of its agent, which works on.
	ErrReleased = errors.New("terminal was released")
	// ErrFinished says that the agent has ended, so nobody can attach to it.
	ErrFinished = errors.New("agent has ended")
	// ErrPastEnd says that so much output has not come yet.
	ErrPastEnd = errors.New("offset is past the end of the output")
	// ErrRefused says that an agent wanted to act on itself or on a sibling.
	ErrRefused = errors.New("agents may not act on the agents of their own session")
	// ErrTurn says that nothing of a host's was typed, because others had the turn for too long.
	ErrTurn = errors.New("others are typing at the agent's terminal")
	// ErrUnread says the same, because the agent does not read what others have typed and what ends that.
	ErrUnread = errors.New("the agent does not read what is typed")
	// ErrPaste says that nothing was typed, because the paste was ended that it was to go on with: nothing
	// of that had come for too long, or another host has come.
	ErrPaste = errors.New("the paste that this goes on with has been ended")
	// ErrPerson says that a person began to type, and a send was stopped.
	ErrPerson = errors.New("somebody types there")
)

// EpochError says that another host has taken the session over, as far as the shim knows: it was told so.
type EpochError struct{ Epoch, Current int }

func (e *EpochError) Error() string {
	return fmt.Sprintf("host of epoch %d has been replaced by that of epoch %d", e.Epoch, e.Current)
}

// Hint says what that means for this host.
func (e *EpochError) Hint() string {
	return "another rooda drives the session from here on, or something else has told its agents' terminals so; rooda session list says whether one does, and rooda session resume goes on where none does"
}

// EarlyEndError says that the process that was to keep an agent's terminal has ended before it began with
// the agent: something kills it, or it was killed because it was not ready in time (Late).
type EarlyEndError struct {
	How   string // the last one's end
	Times int    // how many have ended so
	Late  bool
}

func (e *EarlyEndError) Error() string {
	switch {
	case e.Late:
		return "the process that was to keep its terminal was not ready in time, and was killed"
	case e.Times > 1:
		return fmt.Sprintf("the process that was to keep its terminal ended before it began with the agent, %d times in a row (%s)", e.Times, e.How)
	}
	return fmt.Sprintf("the process that was to keep its terminal ended before it began with the agent (%s)", e.How)
}

// Hint says where to look.
func (e *EarlyEndError) Hint() string {
	if e.Late {
		return "the machine is very busy, or the process was stopped; nothing of the agent has run, so try again"
	}
	return "something ends the processes of rooda, or memory runs out (see the system's log); nothing of the agent has run, so try again"
}

// ListenerError says that somebody listens on a shim's socket who is no shim, and
// that the process that was recorded for it is gone.
type ListenerError struct {
	Socket string
	Pid    int
}

func (e *ListenerError) Error() string {
	return fmt.Sprintf("process %d, which kept its terminal, is gone, and something else listens on %s", e.Pid, e.Socket)
}

// Hint says how to find out.
func (e *ListenerError) Hint() string {
	return "see that no agent of the task runs, and end what listens on " + e.Socket
}

// VersionError says that a later rooda started this shim.
type VersionError struct{ API int }

func (e *VersionError) Error() string {
	return fmt.Sprintf("agent's terminal speaks version %d of the protocol, this rooda knows %d", e.API, API)
}

// Hint says which rooda to use.
func (e *VersionError) Hint() string { return "use the rooda that started the session, or a later one" }

// fault is an error on its way through a pipe or the socket.
type fault struct {
	Text  string `json:"error"`
	Code  string `json:"code,omitempty"`
	Epoch int    `json:"epoch,omitempty"` // the current one, with code "epoch"
	// Line is that of code "line".
	Line *pty.LineError `json:"line,omitempty"`

	// Of an error of the system.
	Op    string `json:"op,omitempty"`
	Path  string `json:"path,omitempty"`
	Errno int    `json:"errno,omitempty"`
}

func newFault(err error) fault {
	f := fault{Text: err.Error()}
	var path *fs.PathError
	if errors.As(err, &path) {
		f.Op, f.Path = path.Op, path.Path
	}
	var errno syscall.Errno
	if errors.As(err, &errno) {
		f.Errno = int(errno)
	}
	return f
}

// faultError is an error that happened on the other side.
type faultError struct {
	text  string
	cause error
}

func (e *faultError) Error() string { return e.text }
func (e *faultError) Unwrap() error { return e.cause }

func (f fault) err() error {
	switch {
	case f.Errno == 0:
		return errors.New(f.Text)
	case f.Op == "":
		return &faultError{f.Text, syscall.Errno(f.Errno)}
	}
	return &faultError{f.Text, &fs.PathError{Op: f.Op, Path: f.Path, Err: syscall.Errno(f.Errno)}}
}

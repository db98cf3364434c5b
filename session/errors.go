package session

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"time"
)

// InvalidIDError is returned for a text that cannot be, or begin, an id.
type InvalidIDError struct{ Text string }

func (e *InvalidIDError) Error() string {
	return fmt.Sprintf("find session: %q is not a session id", e.Text)
}

// Hint says what an id looks like.
func (e *InvalidIDError) Hint() string {
	return fmt.Sprintf("give the id that `rooda session list` shows, or latest; less of it, at least %d characters, where no other session begins with that", minPrefix)
}

// FolderError is returned when the state folder takes no session.
type FolderError struct {
	Dir string
	Err error
}

func (e *FolderError) Error() string {
	err := e.Err
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err // one path is enough
	}
	return fmt.Sprintf("create session in %s: %v", e.Dir, err)
}

// Unwrap returns the cause.
func (e *FolderError) Unwrap() error { return e.Err }

// Hint says where else to, or how to make room.
func (e *FolderError) Hint() string {
	switch {
	case errors.Is(e.Err, syscall.ENOSPC), errors.Is(e.Err, syscall.EDQUOT):
		return "the disk is full: make room, with rooda session prune say, or set ROODA_STATE_HOME to a folder elsewhere"
	case errors.Is(e.Err, fs.ErrPermission), errors.Is(e.Err, syscall.EROFS), errors.Is(e.Err, fs.ErrNotExist), errors.Is(e.Err, syscall.ENOTDIR):
		return "set ROODA_STATE_HOME to a folder that can be written"
	}
	return ""
}

// NotFoundError is returned when no session has that id or prefix. The id is
// empty when there are no sessions at all.
type NotFoundError struct{ ID string }

func (e *NotFoundError) Error() string {
	if e.ID == "" {
		return "find session: there are no sessions"
	}
	return "find session: no session " + e.ID
}

// Hint says where to look.
func (e *NotFoundError) Hint() string {
	if e.ID == "" {
		return "start one with `rooda workflow run`"
	}
	return "see `rooda session list`"
}

// AmbiguousError is returned for a prefix of several ids.
type AmbiguousError struct {
	Prefix string
	// Candidates are the ids, newest first.
	Candidates []string
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("find session: %q begins %d ids", e.Prefix, len(e.Candidates))
}

// Hint lists the newest of them, as short as people are shown them.
func (e *AmbiguousError) Hint() string {
	const most = 5
	shown := e.Candidates[:min(len(e.Candidates), most)]
	short, seen := make([]string, len(shown)), map[string]bool{}
	for i, id := range shown {
		short[i] = ShortID(id)
		seen[short[i]] = true
	}
	if len(seen) == len(shown) {
		shown = short
	}
	text := "one of " + strings.Join(shown, ", ")
	if more := len(e.Candidates) - len(shown); more > 0 {
		text += fmt.Sprintf(", or %d older; rooda session list shows them", more)
	}
	return text
}

// ErrRunning is matched by *RunningError.
var ErrRunning = errors.New("session is running")

// RunningError is returned for a session that another host drives.
type RunningError struct {
	ID   string
	Host Host // zero when it cannot be read
}

// NewRunningError names the host of a record only while that lives: the one that
// has the lock may not have entered itself yet.
func NewRunningError(id string, last Host) *RunningError {
	if !last.Alive() {
		last = Host{}
	}
	return &RunningError{ID: id, Host: last}
}

func (e *RunningError) Error() string {
	if e.Host.PID == 0 {
		return fmt.Sprintf("open session %s: it is running", ShortID(e.ID))
	}
	return fmt.Sprintf("open session %s: it is running in process %d since %s", ShortID(e.ID), e.Host.PID, e.Host.StartedAt.Local().Format(time.DateTime))
}

// Is makes the error match ErrRunning.
func (e *RunningError) Is(target error) bool { return target == ErrRunning }

// Hint says how to get at it.
func (e *RunningError) Hint() string {
	return fmt.Sprintf("rooda attach %[1]s goes to an agent, rooda logs %[1]s -f follows it, rooda session stop %[1]s ends it", ShortID(e.ID))
}

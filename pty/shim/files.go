package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"rooda/internal/statefile"
	"rooda/pty"
)

// API is the version of the wire and the files. It changes only when an
// earlier client could not work with a later shim.
const API = 1

// features are what this API can do beyond its first form.
var features = []string{policies, sends, pieces, tellsBegun}

// The files of an iteration's folder.
const (
	SpecFile   = "spec.json"
	ShimFile   = "shim.json"
	ExitFile   = "exit.json"
	ScreenFile = "screen.json"
)

// record is shim.json.
type record struct {
	API      int      `json:"api"`
	Features []string `json:"features,omitempty"`
	Process  identity `json:"process"`
	Socket   string   `json:"socket"`
}

// plan is spec.json: the part of the spec that may be on disk.
type plan struct {
	API  int      `json:"api"`
	Path string   `json:"path"`
	Argv []string `json:"argv"`
	Dir  string   `json:"dir"`
	Key  string   `json:"key,omitempty"`
	Cols uint16   `json:"cols"`
	Rows uint16   `json:"rows"`
	// Log and Index are the paths of the output and of its times.
	Log   string `json:"log"`
	Index string `json:"index,omitempty"`
}

// Exit is exit.json: how an agent ended.
type Exit struct {
	API        int       `json:"api"`
	Code       int       `json:"code"`
	Signal     int       `json:"signal,omitempty"`
	Killed     bool      `json:"killed,omitempty"`
	Unkillable bool      `json:"unkillable,omitempty"`
	StartedAt  time.Time `json:"started_at"`
	EndedAt    time.Time `json:"ended_at"`
	Bytes      int64     `json:"bytes"`
	Swept      int       `json:"swept,omitempty"`
	Unanswered int64     `json:"unanswered,omitempty"`
	LogError   *fault    `json:"log_error,omitempty"`
	Pid        int       `json:"pid"`
}

func newExit(pid int, e pty.Exit) *Exit {
	out := &Exit{
		API: API, Code: e.Code, Signal: int(e.Signal), Killed: e.Killed, Unkillable: e.Unkillable,
		StartedAt: e.StartedAt, EndedAt: e.EndedAt, Bytes: e.Bytes, Swept: e.Swept, Unanswered: e.Unanswered, Pid: pid,
	}
	if e.LogErr != nil {
		f := newFault(e.LogErr)
		out.LogError = &f
	}
	return out
}

// Terminal returns it as Terminal.Wait does.
func (e *Exit) Terminal() pty.Exit {
	out := pty.Exit{
		Code: e.Code, Signal: syscall.Signal(e.Signal), Killed: e.Killed, Unkillable: e.Unkillable,
		StartedAt: e.StartedAt, EndedAt: e.EndedAt, Bytes: e.Bytes, Swept: e.Swept, Unanswered: e.Unanswered,
	}
	if e.LogError != nil {
		out.LogErr = e.LogError.err()
	}
	return out
}

// exitSize is what is reserved on disk for exit.json: one block.
const exitSize = 4096

// store writes one of the files durably.
func store(dir, name string, v any) error { return storeBy(statefile.Write, dir, name, v) }

func storeBy(write func(path string, data []byte, perm os.FileMode) error, dir, name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return write(filepath.Join(dir, name), append(data, '\n'), 0o600)
}

// load reads one of the files; the error matches fs.ErrNotExist when it is not
// there. Fields that this version does not know are ignored.
func load(dir, name string, v any) error {
	path := filepath.Join(dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	err = decode(data, v)
	var later *VersionError
	if err != nil && !errors.As(err, &later) {
		return &statefile.CorruptError{Path: path, Err: err}
	}
	return err
}

// decode reads what says its version, which comes first: in a later one
// nothing else need be what it was.
func decode(data []byte, v any) error {
	var version struct {
		API int `json:"api"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return err
	}
	if version.API > API {
		return &VersionError{version.API}
	}
	return json.Unmarshal(data, v)
}

func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

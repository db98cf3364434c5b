package shim

import (
	"time"

	"rooda/pty"
)

// launch is what a shim is told to run. It travels through a pipe: the
// environment and the prompt never touch the disk.
type launch struct {
	API    int    `json:"api"`
	Dir    string `json:"dir"`
	Socket string `json:"socket"`
	Epoch  int    `json:"epoch"`
	// Unowned is how long the agent may be silent with no host; negative for ever.
	Unowned time.Duration `json:"unowned"`
	// Siblings lets agents of the session act on this one.
	Siblings bool `json:"siblings,omitempty"`

	Path       string        `json:"path"`
	Argv       []string      `json:"argv"`
	WorkDir    string        `json:"work_dir"`
	Env        []string      `json:"env"`
	StdinPipe  bool          `json:"stdin_pipe"`
	Stdin      []byte        `json:"stdin,omitempty"`
	Cols       uint16        `json:"cols"`
	Rows       uint16        `json:"rows"`
	Key        string        `json:"key,omitempty"`
	Log        string        `json:"log"`
	Index      string        `json:"index,omitempty"`
	Grace      time.Duration `json:"grace,omitempty"`
	Scrollback int           `json:"scrollback,omitempty"`
	Status     bool          `json:"status,omitempty"`
	Version    string        `json:"version,omitempty"`
}

func newLaunch(r Request, socket string) launch {
	s := r.Spec
	l := launch{
		API: API, Dir: r.Dir, Socket: socket, Epoch: r.Epoch, Unowned: r.Unowned, Siblings: r.Siblings,
		Path: s.Path, Argv: s.Argv, WorkDir: s.Dir, Env: s.Env, StdinPipe: s.StdinPipe, Stdin: s.Stdin,
		Cols: s.Size.Cols, Rows: s.Size.Rows, Key: s.Key, Log: s.Log, Index: s.Index, Grace: s.Grace,
	}
	if s.Screen != nil {
		l.Scrollback, l.Status, l.Version = s.Screen.Scrollback, s.Screen.Status, s.Screen.Version
	}
	if l.Cols == 0 || l.Rows == 0 {
		l.Cols, l.Rows = pty.DefaultCols, pty.DefaultRows
	}
	if l.Unowned <= 0 {
		l.Unowned = -1 // 0 meant a day to the first shims
	}
	return l
}

// spec is what the shim opens. There always is a screen: people may attach.
func (l launch) spec() pty.Spec {
	return pty.Spec{
		Path: l.Path, Argv: l.Argv, Dir: l.WorkDir, Env: l.Env, StdinPipe: l.StdinPipe, Stdin: l.Stdin,
		Size: l.size(), Key: l.Key, Sole: true, Log: l.Log, Index: l.Index, Grace: l.Grace,
		Screen: &pty.ScreenOptions{Scrollback: l.Scrollback, Status: l.Status, Version: l.Version},
	}
}

func (l launch) size() pty.Size { return pty.Size{Cols: l.Cols, Rows: l.Rows} }

func (l launch) plan() plan {
	return plan{
		API: API, Path: l.Path, Argv: l.Argv, Dir: l.WorkDir, Key: l.Key,
		Cols: l.Cols, Rows: l.Rows, Log: l.Log, Index: l.Index,
	}
}

// word is what starter and shim say to each other after the launch: the
// shim that it is ready, the starter go, the shim which process the agent is.
type word struct {
	Ready bool   `json:"ready,omitempty"`
	Go    bool   `json:"go,omitempty"`
	Pid   int    `json:"pid,omitempty"`
	Fault *fault `json:"fault,omitempty"`
}

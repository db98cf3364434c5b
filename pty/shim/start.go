package shim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/pty"
)

// Request says what a shim is to run, and where it leaves its traces.
type Request struct {
	// Dir is the iteration's folder; it must be there, and no shim have
	// been started in it. RunDir is the folder for sockets, made if need be.
	Dir, RunDir string
	// Self is the program whose hidden command Command calls Main: this one.
	Self string
	// Spec is the agent. Log is needed; Screen may be nil, there is one anyway; Tap and
	// Hands are called in this process.
	Spec pty.Spec
	// Epoch is the host's.
	Epoch int
	// Unowned is how long the agent may be silent with no host before it is
	// ended; 0 is for ever.
	Unowned time.Duration
	// Siblings lets the agents of the same session (ROODA_SESSION) type into this one,
	// and it into itself.
	Siblings bool

	// step is called between the steps of the handshake.
	step func(name string)
}

// shimEnviron keeps the process small: it has nothing to compute. It has
// nothing of the agent's environment, so nothing can be read there that is secret, and no
// sweep takes it for a process of the agent's.
func shimEnviron() []string {
	env := []string{"GOGC=50", "GOMAXPROCS=1", "GOMEMLIMIT=64MiB"}
	for _, name := range []string{"HOME", "PATH", "TMPDIR"} {
		if value, set := os.LookupEnv(name); set {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// Start starts a shim and, when it has recorded itself, the agent. When ctx
// ends first, or anything fails, there is no agent. The Terminal is a *Terminal.
func Start(ctx context.Context, r Request) (pty.Terminal, error) {
	t, err := start(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("start agent's terminal: %w", err)
	}
	return t, nil
}

func start(ctx context.Context, r Request) (*Terminal, error) {
	if r.Spec.Log == "" {
		return nil, pty.ErrNoLog
	}
	for _, path := range []*string{&r.Dir, &r.RunDir, &r.Self, &r.Spec.Log, &r.Spec.Index, &r.Spec.Dir} {
		if *path != "" && !filepath.IsAbs(*path) {
			whole, err := filepath.Abs(*path)
			if err != nil {
				return nil, err
			}
			*path = whole
		}
	}
	if err := localsock.EnsureDir(r.RunDir); err != nil {
		return nil, err
	}
	socket, err := localsock.Path(r.RunDir, r.Dir)
	if err != nil {
		return nil, err
	}
	if r.step == nil {
		r.step = func(string) {}
	}
	h, err := beginHandshake(r)
	if err != nil {
		return nil, err
	}
	release := context.AfterFunc(ctx, h.kill)
	pid, err := h.shake(r, newLaunch(r, socket))
	h.control.Close() // a shim that has not heard go starts nothing now
	h.report.Close()
	if err != nil {
		pty.WaitChild(h.cmd)
	}
	if !release() {
		err = ctx.Err()
		pty.WaitChild(h.cmd)
		h.forget(r, socket)
	}
	if err != nil {
		return nil, err
	}
	t := newTerminal(place{dir: r.Dir, socket: socket, log: r.Spec.Log, key: r.Spec.Key}, r.Epoch, r.Spec.Tap, r.Spec.Hands)
	t.pid.Store(int64(pid))
	t.child, t.shim = h.cmd, h.cmd.Process.Pid
	t.begin()
	return t, nil
}

// handshake is the starter's side.
type handshake struct {
	cmd             *exec.Cmd
	control, report *os.File
}

func beginHandshake(r Request) (*handshake, error) {
	controlR, controlW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	reportR, reportW, err := os.Pipe()
	if err != nil {
		controlR.Close()
		controlW.Close()
		return nil, err
	}
	defer controlR.Close()
	defer reportW.Close()
	cmd := &exec.Cmd{
		Path: r.Self, Args: []string{"rooda", Command, r.Dir}, Env: shimEnviron(), Dir: "/",
		ExtraFiles:  []*os.File{controlR, reportW}, // controlFD, reportFD
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	r.step("spawn")
	if err := pty.StartChild(cmd); err != nil {
		controlW.Close()
		reportR.Close()
		return nil, fmt.Errorf("start shim: %w", err)
	}
	return &handshake{cmd, controlW, reportR}, nil
}

// shake returns the agent's pid.
func (h *handshake) shake(r Request, l launch) (int, error) {
	said := json.NewDecoder(h.report)
	say := json.NewEncoder(h.control)
	r.step("launch")
	if err := say.Encode(l); err != nil {
		return 0, h.why(said, err)
	}
	r.step("ready")
	if _, err := hear(said); err != nil {
		return 0, err
	}
	r.step("go")
	if err := say.Encode(word{Go: true}); err != nil {
		return 0, h.why(said, err)
	}
	r.step("pid")
	w, err := hear(said)
	r.step("done")
	var old *EpochError
	if errors.As(err, &old) {
		old.Epoch = r.Epoch
	}
	return w.Pid, err
}

// why prefers what the shim said to the fact that it does not listen.
func (h *handshake) why(said *json.Decoder, err error) error {
	if _, reason := hear(said); reason != nil && !errors.Is(reason, io.ErrUnexpectedEOF) {
		return reason
	}
	return fmt.Errorf("talk to shim: %w", err)
}

func hear(said *json.Decoder) (word, error) {
	var w word
	if err := said.Decode(&w); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return w, fmt.Errorf("listen to shim: %w", err)
	}
	if w.Fault != nil {
		if w.Fault.Code == "epoch" {
			return w, &EpochError{Current: w.Fault.Epoch}
		}
		return w, w.Fault.err()
	}
	return w, nil
}

// kill ends the shim, and with it an agent that it has just started.
func (h *handshake) kill() { h.cmd.Process.Kill() }

// forget removes the traces of a shim that was killed.
func (h *handshake) forget(r Request, socket string) {
	var made record
	if load(r.Dir, ShimFile, &made) == nil && made.Process.Pid == h.cmd.Process.Pid {
		os.Remove(filepath.Join(r.Dir, ShimFile))
	}
	localsock.Clear(socket)
	pty.Sweep(r.Spec.Key)
}

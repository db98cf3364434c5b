package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"rooda/internal/localsock"
	"rooda/pty"
)

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

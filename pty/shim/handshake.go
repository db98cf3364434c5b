package shim

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rooda/internal/localsock"
	"rooda/internal/statefile"
	"rooda/pty"
)

// handshake is the starter's side.
type handshake struct {
	cmd             *exec.Cmd
	control, report *os.File
	gone            chan struct{} // closed when the shim has ended; its ProcessState is set

	mu    sync.Mutex
	told  bool // to go
	ended bool // it will not be
}

// errMute says that a shim has said nothing, or not to the end: it ended, or had to be killed. What
// fails otherwise it has said itself, and then there is no agent.
var errMute = errors.New("no word from the shim")

// lastWords is how long what a shim has said may take to be read when it has ended. Whoever else
// holds its end of the pipe holds nobody up.
const lastWords = time.Second

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
	h := &handshake{cmd: cmd, control: controlW, report: reportR, gone: make(chan struct{})}
	go h.wait()
	return h, nil
}

// wait reaps the shim.
func (h *handshake) wait() {
	defer close(h.gone)
	pty.WaitChild(h.cmd)
	h.hurry(lastWords) // fails where the handshake is over
}

// hurry bounds what is still said and heard.
func (h *handshake) hurry(limit time.Duration) {
	late := time.Now().Add(limit)
	h.control.SetWriteDeadline(late)
	h.report.SetReadDeadline(late)
}

// shake returns the agent's pid. It fails with errMute where the shim does not say why.
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
	if !h.tell() {
		return 0, errMute
	}
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
	if _, reason := hear(said); reason != nil && !errors.Is(reason, errMute) {
		return reason
	}
	return fmt.Errorf("%w: %w", errMute, err)
}

func hear(said *json.Decoder) (word, error) {
	var w word
	if err := said.Decode(&w); err != nil {
		return w, fmt.Errorf("%w: %w", errMute, err)
	}
	if w.Fault != nil {
		if w.Fault.Code == "epoch" {
			return w, &EpochError{Current: w.Fault.Epoch}
		}
		return w, w.Fault.err()
	}
	return w, nil
}

// tell reports whether the shim may be told to go, which it then counts as.
func (h *handshake) tell() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = !h.ended
	return h.told
}

// release leaves a shim alone that was told to go, without another word; any other is ended, and never told.
func (h *handshake) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.told {
		h.hurry(0)
		return
	}
	h.ended = true
	h.kill()
}

// working reports whether the shim was told to go.
func (h *handshake) working() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.told
}

// kill ends the shim, and with it an agent that it has just started. Nobody waits for its words any more.
func (h *handshake) kill() {
	h.cmd.Process.Kill()
	h.hurry(0)
}

// close ends the handshake. A shim that has not heard go starts nothing now.
func (h *handshake) close() {
	h.control.Close()
	h.report.Close()
}

// end waits for the shim's, which it does not put off for long when it has said what is wrong.
func (h *handshake) end() {
	late := time.AfterFunc(lastWords, h.kill)
	defer late.Stop()
	<-h.gone
}

// forget removes the traces of a shim that was killed.
func (h *handshake) forget(r Request, socket string) {
	if ours, err := h.recorded(r.Dir); ours && err == nil {
		os.Remove(filepath.Join(r.Dir, ShimFile))
	}
	clearUnbegun(r.Dir, socket)
	pty.Sweep(r.Spec.Key)
}

// clearUnbegun removes what a shim has prepared for an agent that is not going to be there.
func clearUnbegun(dir, socket string) {
	statefile.Unreserve(filepath.Join(dir, ExitFile))
	localsock.Clear(socket)
}

// begun says whether the shim has recorded that there is going to be an agent, without which there is none. A
// record that cannot be read may be that.
func (h *handshake) begun(dir string) bool {
	ours, err := h.recorded(dir)
	return ours || err != nil
}

// recorded says whether the record of an agent is this shim's; it is nobody's where there is none.
func (h *handshake) recorded(dir string) (ours bool, err error) {
	var made record
	if err := load(dir, ShimFile, &made); err != nil {
		if missing(err) {
			return false, nil
		}
		return false, err
	}
	return made.Process.Pid == h.cmd.Process.Pid, nil
}

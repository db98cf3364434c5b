package shim

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
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

// tries bounds how often a shim is started that ends before it has an agent. Nothing is done twice by that.
const tries = 3

// Start starts a shim and, when it has recorded itself, the agent. When ctx
// ends first, or anything fails, there is no agent; when ctx ends with ErrReleased as its cause, there
// may be one, which whoever adopts it finds, and Start fails with that. A shim that is killed before it has begun
// with the agent is started again, twice at the most (*EarlyEndError); one that has begun takes its agent
// along, and the Terminal says so (ErrLost). The Terminal is a *Terminal.
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
	for n := 1; ; n++ {
		t, err := try(ctx, r, socket)
		var early *EarlyEndError
		if !errors.As(err, &early) {
			return t, err
		}
		if early.Times = n; n == tries || early.Late {
			return nil, err
		}
	}
}

// try starts a shim once.
func try(ctx context.Context, r Request, socket string) (*Terminal, error) {
	h, err := beginHandshake(r)
	if err != nil {
		return nil, err
	}
	unbind := context.AfterFunc(ctx, func() {
		if released(ctx) {
			h.release()
			return
		}
		h.kill()
	})
	pid, err := h.shake(r, newLaunch(r, socket))
	h.close()
	over := !unbind()
	switch h.outcome(ctx, over, err) {
	case handedOver:
		return nil, ErrReleased
	case givenUp:
		h.end()
		h.forget(r, socket)
		if released(ctx) {
			return nil, ErrReleased
		}
		return nil, ctx.Err()
	case saidNo:
		h.end()
		return nil, err
	case unheard:
		h.kill() // it is gone, or nothing that can be talked to
		h.end()
		if !h.begun(r.Dir) {
			clearUnbegun(r.Dir, socket)
			return nil, &EarlyEndError{How: h.cmd.ProcessState.String(), Late: over}
		}
	}
	t := newTerminal(place{dir: r.Dir, socket: socket, log: r.Spec.Log, key: r.Spec.Key}, r.Epoch, r.Spec.Tap, r.Spec.Hands)
	t.pid.Store(int64(pid))
	t.reaped, t.shim = h.gone, h.cmd.Process.Pid
	t.begin()
	return t, nil
}

// released reports whether ctx has ended because an agent is left to another host.
func released(ctx context.Context) bool { return errors.Is(context.Cause(ctx), ErrReleased) }

package orchestrator

import (
	"context"
	"path/filepath"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// Terminals starts the agents of a session and finds those that a host before
// this one has started. dir is an iteration's folder, which the Log of spec is in.
type Terminals interface {
	// Open starts an agent; siblings says that agents of its session may act on it. When ctx ends
	// first there is none.
	Open(ctx context.Context, spec pty.Spec, siblings bool) (pty.Terminal, error)
	// Adopt takes an agent over; of spec only Tap, Hands and the folder of Log count.
	Adopt(spec pty.Spec) (pty.Terminal, error)
	// Probe says what has become of an agent. One that was never started will
	// not be, either: its last host may have died as it said go.
	Probe(dir string) (shim.State, error)
}

// startPatience is how long a shim may take to start, on a machine that is
// busy with other agents, and adoptPatience to answer.
const startPatience, adoptPatience = time.Minute, 10 * time.Second

// shims keeps each agent in a process of its own, so that it outlives its
// host (DESIGN 5.6). It is safe for concurrent use.
type shims struct {
	self, runDir string
	epoch        int
	unattended   time.Duration
	name         string // that terminals give when asked
}

func (s shims) Open(ctx context.Context, spec pty.Spec, siblings bool) (pty.Terminal, error) {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	request := shim.Request{Unowned: s.limit(spec), Dir: filepath.Dir(spec.Log), RunDir: s.runDir, Self: s.self, Spec: spec, Epoch: s.epoch, Siblings: siblings}
	var screen pty.ScreenOptions
	if spec.Screen != nil {
		screen = *spec.Screen
	}
	screen.Version = s.name
	request.Spec.Screen = &screen // a shim always has one
	return shim.Start(ctx, request)
}

// limit is how long an agent may be silent without a host. One that is driven
// at its terminal may wait for a person.
func (s shims) limit(spec pty.Spec) time.Duration {
	if spec.Screen != nil {
		return 0
	}
	return s.unattended
}

func (s shims) Adopt(spec pty.Spec) (pty.Terminal, error) {
	ctx, cancel := context.WithTimeout(context.Background(), adoptPatience)
	defer cancel()
	return shim.Adopt(ctx, shim.Adoption{Dir: filepath.Dir(spec.Log), RunDir: s.runDir, Epoch: s.epoch, Tap: spec.Tap, Hands: spec.Hands})
}

func (s shims) Probe(dir string) (shim.State, error) {
	ctx, cancel := context.WithTimeout(context.Background(), adoptPatience)
	defer cancel()
	return shim.Claim(ctx, shim.Adoption{Dir: dir, RunDir: s.runDir, Epoch: s.epoch})
}

// local keeps agents in this process: they end with it, so none is ever found.
type local struct{}

func (local) Open(_ context.Context, spec pty.Spec, _ bool) (pty.Terminal, error) {
	return pty.Open(spec)
}
func (local) Adopt(spec pty.Spec) (pty.Terminal, error) { return nil, shim.ErrNeverStarted }
func (local) Probe(string) (shim.State, error)          { return shim.Never, nil }

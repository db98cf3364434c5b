package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// versions asks the programs of agents for their versions, each of them once. It is
// safe for concurrent use.
type versions struct {
	mu    sync.Mutex
	known map[program]*answer
}

// program is a file as it was, and the folder that it was started in: some choose
// their version by that.
type program struct {
	path, dir string
	size      int64
	changed   time.Time
}

// answer is what a program has said. Who has the turn may look at it.
type answer struct {
	turn    chan struct{}
	given   bool
	version string
	err     error
}

func newVersions() *versions { return &versions{known: map[program]*answer{}} }

// of asks the program of an iteration. One that fails, hangs or is cut short by ctx is asked again the next time.
func (v *versions) of(ctx context.Context, it Iteration) (string, error) {
	if it.Path == "" { // of an agent that another host has started
		return "", fmt.Errorf("find %s: not found in PATH", it.Launch.Argv[0])
	}
	file, err := os.Stat(it.Path)
	if err != nil {
		return "", err
	}
	a := v.entry(program{it.Path, it.Dir, file.Size(), file.ModTime()})
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if a.given {
		return a.version, a.err
	}
	// It is none of the agent's processes, and has nothing to report.
	env := slices.DeleteFunc(slices.Clone(it.Env), func(pair string) bool { return strings.HasPrefix(pair, "ROODA_") })
	line, err := AgentVersion(ctx, it.Path, it.Dir, env)
	a.version, a.err = versionNumber(line), err
	if a.version == "" && err == nil {
		a.err = errors.New("no version in what it says")
	}
	if a.err != nil {
		a.err = fmt.Errorf("%s --version: %w", filepath.Base(it.Path), a.err)
	}
	a.given = err == nil
	return a.version, a.err
}

func (v *versions) entry(p program) *answer {
	v.mu.Lock()
	defer v.mu.Unlock()
	a := v.known[p]
	if a == nil {
		a = &answer{turn: make(chan struct{}, 1)}
		v.known[p] = a
	}
	return a
}

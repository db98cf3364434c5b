package e2e_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/e2e/agents"
	"rooda/pty"
	"rooda/pty/vt"
)

// screen is a real agent in its terminal, started as an adapter says and
// watched by its signs.
type screen struct {
	t      *testing.T
	term   pty.Terminal
	signs  adapters.Signs
	events string
	file   string

	mu      sync.Mutex
	watcher *adapters.Watcher
	view    *vt.Screen
	hooks   []adapters.Hook
	read    int
}

// showAgent starts an agent with its own arguments and those that reach the
// scripted model.
func showAgent(t *testing.T, agent agents.Agent, setup agents.Setup, dir string, req adapters.LaunchRequest) *screen {
	t.Helper()
	adapter, err := adapters.NewRegistry().Get(agent.Name)
	if err != nil {
		t.Fatal(err)
	}
	req.Mode, req.EventFile = adapters.Interactive, filepath.Join(t.TempDir(), "events.jsonl")
	req.ExtraArgs = append(setup.ExtraArgs(agent), req.ExtraArgs...)
	launch, err := adapter.LaunchConfig(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range launch.Files {
		if err := os.WriteFile(f.Path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	detector, err := adapters.NewDetector(launch.Signs)
	if err != nil {
		t.Fatal(err)
	}
	s := &screen{t: t, signs: launch.Signs, events: launch.Events, file: req.EventFile, view: vt.New(vt.Options{})}
	s.watcher = adapters.NewWatcher(detector, s.view, time.Now())
	s.term, err = pty.Open(pty.Spec{
		Path: agent.Path(t), Argv: launch.Argv, Dir: dir, Env: slices.Concat(setup.Env, launch.Env), Tap: s,
		Screen: &pty.ScreenOptions{Status: launch.Signs.OSC7501}, Key: t.Name(),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the screen:\n%s", s.view.Snapshot().Text())
		}
		_ = s.term.Close()
	})
	if launch.Paste != "" {
		s.until("ready for a paste", s.rests)
		s.submit(launch.Paste)
	}
	return s
}

// Write is the tap.
func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watcher.Write(time.Now(), p)
	return len(p), nil
}

// look takes what has come since and returns the state.
func (s *screen) look() adapters.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	data, _ := os.ReadFile(s.file) // comes later, or never
	for {
		line, _, ended := bytes.Cut(data[s.read:], []byte{'\n'})
		if !ended {
			break
		}
		s.read += len(line) + 1
		if hook, ok := adapters.ParseHook(s.events, line); ok {
			s.hooks = append(s.hooks, hook)
			s.watcher.Hook(now, hook)
		}
	}
	s.watcher.Advance(now)
	return s.watcher.State()
}

func (s *screen) rests() bool {
	c := s.look().Condition
	return c == adapters.Idle || c == adapters.Done
}

// until waits for something that the agent is to do.
func (s *screen) until(what string, done func() bool) {
	s.t.Helper()
	for deadline := time.Now().Add(agentLimit); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			s.t.Fatalf("not %s after %s, but %+v", what, agentLimit, s.look())
		}
	}
}

// submit pastes and presses Enter once the agent has been at rest for a moment.
func (s *screen) submit(text string) {
	s.t.Helper()
	time.Sleep(500 * time.Millisecond)
	s.until("at rest", s.rests)
	s.input("\x1b[200~" + text + "\x1b[201~")
	time.Sleep(s.signs.Submit.Settle)
	s.input("\r")
}

func (s *screen) input(keys string) {
	s.t.Helper()
	s.mu.Lock()
	s.watcher.Input(time.Now())
	s.mu.Unlock()
	if err := s.term.Input(s.t.Context(), []byte(keys)); err != nil {
		s.t.Fatal(err)
	}
}

// said waits for a turn's final message that holds text, and returns its event.
func (s *screen) said(text string) (hook adapters.Hook) {
	s.t.Helper()
	s.until("told of "+text, func() bool {
		s.look()
		i := slices.IndexFunc(s.hooks, func(h adapters.Hook) bool { return strings.Contains(h.Message, text) })
		if i >= 0 {
			hook = s.hooks[i]
		}
		return i >= 0
	})
	return hook
}

// leave types what ends the agent and returns how it ended.
func (s *screen) leave() pty.Exit {
	s.t.Helper()
	s.until("at rest", s.rests)
	s.input(s.signs.ExitInput)
	time.Sleep(700 * time.Millisecond)
	s.input("\r")
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	exit, err := s.term.Wait(ctx)
	if err != nil {
		s.t.Fatalf("it did not leave: %v", err)
	}
	return exit
}

package agents

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Setup is a throw-away home in which agents talk to one model.
type Setup struct {
	// Home is a folder of the test's. A process that has it as HOME in its
	// environment was started by the test.
	Home string
	// Env is the whole environment: nothing of the user's but what finds programs.
	Env []string

	model string
}

// The key that no one checks, and the model's name where an agent wants one.
const (
	dummyKey  = "sk-dummy"
	modelName = "test-model"
)

// Prepare writes the settings of the agents into a new home. model is the
// server's URL. The agents are first in PATH, under their own names.
func Prepare(tb testing.TB, model string, list ...Agent) Setup {
	tb.Helper()
	s := Setup{Home: tb.TempDir(), model: model}
	path := os.Getenv("PATH")
	for _, a := range list {
		path = a.bin(cache(tb)) + string(os.PathListSeparator) + path
	}
	s.Env = []string{
		"HOME=" + s.Home, "PATH=" + path, "TERM=xterm-256color", "LANG=C.UTF-8",
		"TMPDIR=" + tb.TempDir(),
		// The repositories of a test must not depend on the machine's settings.
		"GIT_CONFIG_NOSYSTEM=1",
	}
	for _, a := range list {
		if a.env != nil {
			s.Env = append(s.Env, a.env(model)...)
		}
		if a.files != nil {
			s.write(tb, a.files())
		}
	}
	return s
}

// ExtraArgs are the arguments without which the agent would not find the
// model; most need none.
func (s Setup) ExtraArgs(a Agent) []string {
	if a.extra == nil {
		return nil
	}
	return a.extra(s.model)
}

func (s Setup) write(tb testing.TB, files map[string]string) {
	tb.Helper()
	for name, content := range files {
		path := filepath.Join(s.Home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			tb.Fatal(err)
		}
	}
}

type object = map[string]any

// encode is for values built here, which cannot fail.
func encode(v any) string {
	var b strings.Builder
	if err := json.NewEncoder(&b).Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}

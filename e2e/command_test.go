package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rooda/e2e/agents"
)

// built is rooda, built when it is first needed; TestMain removes its folder.
var built = sync.OnceValues(func() (path string, err error) {
	path = filepath.Join(folder, "rooda")
	if out, err := exec.Command("go", "build", "-o", path, "rooda/cmd/rooda").CombinedOutput(); err != nil {
		return "", fmt.Errorf("build rooda: %w\n%s", err, out)
	}
	return path, nil
})

// folder is for what the tests share.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "rooda-bin"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// command is a rooda with a state of its own.
type command struct {
	t    *testing.T
	path string
	dir  string
	env  []string
}

func newCommand(t *testing.T, dir string, setup agents.Setup) command {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return command{t, path, dir, append(slices.Clone(setup.Env), "ROODA_STATE_HOME="+t.TempDir())}
}

// The limit of a whole workflow; one agent after the other needs less.
const commandLimit = 5 * time.Minute

func (c command) run(args ...string) result {
	c.t.Helper()
	return run(c.t, commandLimit, "", c.dir, c.env, append([]string{c.path}, args...)...)
}

// ok returns the standard output of a command that must succeed.
func (c command) ok(args ...string) string {
	c.t.Helper()
	r := c.run(args...)
	if r.code != 0 {
		c.t.Fatalf("rooda %s: %v", strings.Join(args, " "), r)
	}
	return r.stdout
}

func (c command) decode(into any, args ...string) {
	c.t.Helper()
	out := c.ok(args...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		c.t.Fatalf("rooda %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (c command) onlySession() string {
	c.t.Helper()
	var sessions []struct{ ID, State string }
	c.decode(&sessions, "session", "list", "--json")
	if len(sessions) != 1 || sessions[0].ID == "" {
		c.t.Fatalf("sessions %+v, want one", sessions)
	}
	return sessions[0].ID
}

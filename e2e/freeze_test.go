package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/e2e/agents"
	"rooda/e2e/modelserver"
	"rooda/pty/vt"
	"rooda/session"
)

// TestRealFreeze stops an agent for a while when it first shows that it works, as a busy machine
// does: what it said before is not the end of its turn.
func TestRealFreeze(t *testing.T) {
	for _, agent := range []agents.Agent{agents.Claude(), agents.Codex()} {
		t.Run(agent.Name, func(t *testing.T) {
			agents.Require(t, agent)
			model := modelserver.Start(t, func(turn modelserver.Turn) []modelserver.Step {
				if len(turn.Results) == 0 {
					return []modelserver.Step{modelserver.Text("I will make a file."), modelserver.Shell("touch made-late")}
				}
				return []modelserver.Step{modelserver.Text("All is done.\n\n<promise>SUCCESS</promise>\n")}
			})
			setup := agents.Prepare(t, model.URL, agent)
			leaveNothing(t, setup.Home)
			repo := newRepository(t)
			rooda := newCommand(t, repo.dir, setup)
			trustFolder(t, setup, agent, repo.dir, rooda.path)

			var args []string
			for _, arg := range setup.ExtraArgs(agent) {
				args = append(args, strconv.Quote(arg))
			}
			id := rooda.background(fmt.Sprintf("defaults: {auto_approve: true, max_iterations: 1, iteration_timeout: 2m}\n"+
				"stages: [{id: s, tasks: [{id: t, mode: interactive, adapter: %s, prompt: 'Task: late', extra_args: [%s]}]}]\n", agent.Name, strings.Join(args, ", ")))
			dir := rooda.tasks(id, "t", "1")
			awaitWork(t, agent.Name, filepath.Join(dir, session.OutputLog))
			pid := only(t, keeper(t, dir))
			if err := syscall.Kill(-pid, syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
			time.Sleep(4 * time.Second)
			if err := syscall.Kill(-pid, syscall.SIGCONT); err != nil {
				t.Errorf("it was ended while it stood still: %v", err)
			}
			if got := rooda.run("wait", id+"/t", "--for", "done", "--timeout", "60s"); got.code != 0 {
				t.Errorf("rooda wait: %v", got)
			}
			if !repo.has("made-late") {
				t.Error("the command did not run")
			}
			if t.Failed() {
				showScreen(t, dir)
			}
		})
	}
}

// awaitWork reads an agent's output until it shows that it works.
func awaitWork(t *testing.T, adapter, log string) {
	t.Helper()
	signs, err := adapters.NewRegistry().Signs(adapter)
	if err != nil {
		t.Fatal(err)
	}
	signs.OSC7501 = false // its mark is looked for
	detector, err := adapters.NewDetector(signs, adapters.ByTitle)
	if err != nil {
		t.Fatal(err)
	}
	watcher := adapters.NewWatcher(detector, vt.New(vt.Options{Cols: 120, Rows: 40}), time.Now())
	read := 0
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if raw, err := os.ReadFile(log); err == nil && len(raw) > read {
			watcher.Write(time.Now(), raw[read:])
			read = len(raw)
		}
		watcher.Advance(time.Now())
		if !watcher.View().Worked.IsZero() {
			return
		}
	}
	t.Fatal("the agent does not work")
}

// only is the one child of a process.
func only(t *testing.T, pid int) int {
	t.Helper()
	var all []string
	files, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range files {
		children, _ := os.ReadFile(file)
		all = append(all, strings.Fields(string(children))...)
	}
	if len(all) != 1 {
		t.Fatalf("the children of %d are %q", pid, all)
	}
	child, err := strconv.Atoi(all[0])
	if err != nil {
		t.Fatal(err)
	}
	return child
}

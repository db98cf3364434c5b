package modelserver

import (
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWork runs the shipped jobs in a real shell, as an agent would.
func TestWork(t *testing.T) {
	script := Work(Plan("Procedure: plan"), Build("Procedure: build"))
	for _, c := range []struct{ name, prompt, setup, want string }{
		{"plan", "Procedure: plan", "", "SUCCESS"},
		{"build", "Procedure: build", "git init -q && git config user.name T && git config user.email t@example.invalid", "SUCCESS"},
		{"build without a repository", "Procedure: build", "mkdir .git", "FAILURE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			shell(dir, "code", c.setup)
			messages := []Message{{User, c.prompt}}
			steps := script(newTurn(messages, nil))
			command, ok := steps[len(steps)-1].(Shell)
			if !ok {
				t.Fatalf("steps %v, want a command last", steps)
			}
			messages = append(messages, Message{Result, "$ " + string(command) + "\n" + shell(dir, "code", string(command))})
			steps = script(newTurn(messages, nil))
			if got, want := steps[len(steps)-1], Text("<promise>"+c.want+"</promise>"); got != want {
				t.Errorf("last step %q, want %q", got, want)
			}
		})
	}
	if diff := cmp.Diff([]Step{Text("There is nothing to do here.")}, script(newTurn([]Message{{User, "Hello"}}, nil))); diff != "" {
		t.Error(diff)
	}
}

func TestBuildsSideBySide(t *testing.T) {
	dir := t.TempDir()
	shell(dir, "", "git init -q && git config user.name T && git config user.email t@example.invalid")
	steps := Build("mark").steps(Turn{})
	command := string(steps[len(steps)-1].(Shell))
	tasks := []string{"a", "b", "stage/c", "d"}
	var all sync.WaitGroup
	for _, task := range tasks {
		all.Go(func() {
			if out := shell(dir, task, command); !strings.Contains(out, finished) {
				t.Errorf("task %s: %s", task, out)
			}
		})
	}
	all.Wait()
	got := strings.Fields(shell(dir, "", "git log --format=%f; git status --porcelain"))
	slices.Sort(got)
	want := []string{"Build-result-a.txt", "Build-result-b.txt", "Build-result-c.txt", "Build-result-d.txt"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// shell returns the output; a failure is the caller's to see in it.
func shell(dir, task, command string) string {
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "ROODA_TASK="+task)
	out, _ := cmd.CombinedOutput()
	return string(out)
}

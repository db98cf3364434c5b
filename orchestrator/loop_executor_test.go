package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator/loop"
	"rooda/prompts"
	"rooda/pty"
)

// diary is a LoopObserver that writes down what it hears.
type diary struct {
	t     *testing.T
	lines []string
}

func (d *diary) Starting(n int, command, prompt string) {
	if want := fmt.Sprintf("Iteration: %d of 3", n+1); !strings.Contains(prompt, want) || command == "" {
		d.t.Errorf("starting %q, and the prompt has no %q", command, want)
	}
	d.lines = append(d.lines, fmt.Sprintf("start %d", n))
}
func (d *diary) Output(clean []byte) { d.lines = append(d.lines, "output") }
func (d *diary) Unfinished([]byte)   {}
func (d *diary) Notice(n Notice)     { d.lines = append(d.lines, n.Action) }
func (d *diary) Finished(n int, _ Result, v loop.Verdict) {
	d.lines = append(d.lines, fmt.Sprintf("%s %d", v.Outcome, n))
}

// TestLoopExecutor: one procedure, by the rules of a task, without a session.
func TestLoopExecutor(t *testing.T) {
	procedure, err := prompts.Lookup("build")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := adapters.Command(quick("").AICmd)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		acts   []act
		status loop.Status
		counts int
		heard  []string
	}{
		{"success", []act{{says: "more\n"}, {says: success}}, loop.Success, 2,
			[]string{"start 0", "output", "continue 0", "start 1", "output", "success 1"}},
		{"aborted", []act{{exit: pty.Exit{Code: 1}}}, loop.Aborted, 2,
			[]string{"start 0", "failure 0", "start 1", "failure 1"}},
		{"out of iterations", []act{{}}, loop.MaxIters, 3,
			[]string{"start 0", "continue 0", "start 1", "continue 1", "start 2", "continue 2"}},
		{"interrupted", []act{{}, {takes: time.Hour}}, loop.Interrupted, 1,
			[]string{"start 0", "continue 0", "start 1", "sending_sigterm"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				notes, started := &diary{t: t}, 0
				x := &LoopExecutor{
					Procedure: procedure, Agent: agent, Dir: dir, Limits: loop.Limits{MaxIterations: 3, FailureThreshold: 2}, MaxOutput: 1 << 10, Observer: notes,
					Runner: AgentRunner{Open: func(spec pty.Spec) (pty.Terminal, error) {
						started++
						return newActor(tt.acts[min(started, len(tt.acts))-1], spec), nil
					}},
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				counted := 0
				summary, err := x.Execute(ctx, t.Context(), func(loop.Position, loop.Status) { counted++ })
				if err != nil || summary.Err != nil || summary.Status != tt.status || counted != tt.counts || summary.Stats.Count != tt.counts {
					t.Errorf("Execute = %+v, %v after %d iterations; want %s after %d", summary, err, counted, tt.status, tt.counts)
				}
				if diff := cmp.Diff(tt.heard, notes.lines); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestLoopExecutorCannotStart(t *testing.T) {
	procedure, err := prompts.Lookup("build")
	if err != nil {
		t.Fatal(err)
	}
	agent, err := adapters.Command("./no-such-agent")
	if err != nil {
		t.Fatal(err)
	}
	notes := &diary{t: t}
	x := &LoopExecutor{Procedure: procedure, Agent: agent, Dir: t.TempDir(), Limits: loop.Limits{MaxIterations: 3, FailureThreshold: 2}, Observer: notes}
	summary, err := x.Execute(t.Context(), t.Context(), nil)
	if err != nil || summary.Status != loop.Aborted || summary.Err == nil || len(notes.lines) > 0 {
		t.Errorf("Execute = %+v, %v, told %q; want it aborted before anything was told", summary, err, notes.lines)
	}
}

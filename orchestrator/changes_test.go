package orchestrator

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
)

// script is the short form of events, for comparison.
func script(events []Event) []string {
	var lines []string
	for _, e := range events {
		line := e.Body.Type()
		switch b := e.Body.(type) {
		case TaskStatusChanged:
			line = fmt.Sprintf("%s/%s %s->%s", e.Stage, e.Task, b.From, b.To)
		case SessionStateChanged:
			line = fmt.Sprintf("session %s->%s", b.From, b.To)
		case StageStarted:
			line = fmt.Sprintf("stage %d %s", b.Index, e.Stage)
		case IterationStarted:
			line = fmt.Sprintf("%s/%s starts %d/%d of %d", e.Stage, e.Task, e.Attempt, e.Iteration, b.MaxIterations)
		case IterationFinished:
			line = fmt.Sprintf("%s/%s ends %d/%d %s", e.Stage, e.Task, e.Attempt, e.Iteration, b.Outcome)
		case SessionFinished:
			line = fmt.Sprintf("finished %s", b.Outcome)
		case InteractionNeeded:
			line = fmt.Sprintf("%s/%s asks", e.Stage, e.Task)
		}
		lines = append(lines, line)
	}
	return lines
}

// TestChanges: a reader hears first what ended, then which stage came, then
// what started, then what runs (CORE-10).
func TestChanges(t *testing.T) {
	wf := flow(inStage("one", quick("a"), quick("b")), inStage("two", quick("c")))
	ends := func(task string, iteration int, status plan.Outcome) plan.Event {
		return plan.IterationFinished{Key: plan.Key{Task: task, Attempt: 1, Iteration: iteration}, Status: status, Good: true}
	}
	firstOfA := plan.Key{Task: "a", Attempt: 1}
	tests := []struct {
		name   string
		before []plan.Event
		events []plan.Event
		want   []string
	}{
		{"open", nil, []plan.Event{plan.Opened{}}, []string{
			"stage 0 one", "one/a PENDING->RUNNING", "one/b PENDING->RUNNING", "session IDLE->RUNNING",
			"one/a starts 1/0 of 3", "one/b starts 1/0 of 3",
		}},
		{"next iteration", []plan.Event{plan.Opened{}}, []plan.Event{ends("a", 0, plan.Continue)}, []string{"one/a starts 1/1 of 3"}},
		{"one of two is done", []plan.Event{plan.Opened{}}, []plan.Event{ends("a", 0, plan.Success)}, []string{"one/a RUNNING->DONE"}},
		{"next stage", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success)}, []plan.Event{ends("b", 0, plan.Success)}, []string{
			"one/b RUNNING->DONE", "stage 1 two", "two/c PENDING->RUNNING", "two/c starts 1/0 of 3",
		}},
		{"the end", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success), ends("b", 0, plan.Success)}, []plan.Event{ends("c", 0, plan.Success)}, []string{
			"two/c RUNNING->DONE", "session RUNNING->IDLE", "finished success",
		}},
		{"failure", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success)}, []plan.Event{ends("b", 0, plan.Aborted)}, []string{
			"one/b RUNNING->ERROR", "session RUNNING->ERROR", "finished aborted",
		}},
		{"question", []plan.Event{plan.Opened{}}, []plan.Event{plan.QuestionRaised{Key: firstOfA}}, []string{
			"one/a RUNNING->WAITING_FOR_USER", "session RUNNING->AWAITING_INTERACTION",
		}},
		{"answer", []plan.Event{plan.Opened{}, plan.QuestionRaised{Key: firstOfA}}, []plan.Event{plan.QuestionClosed{Key: firstOfA}}, []string{
			"one/a WAITING_FOR_USER->RUNNING", "session AWAITING_INTERACTION->RUNNING",
		}},
		{"interrupted", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success), plan.Interrupt{}}, []plan.Event{ends("b", 0, plan.Interrupted)}, []string{
			"one/b RUNNING->PENDING", "session RUNNING->IDLE", "finished interrupted",
		}},
		{"two at once", []plan.Event{plan.Opened{}}, []plan.Event{ends("a", 0, plan.Continue), ends("b", 0, plan.Success)}, []string{
			"one/b RUNNING->DONE", "one/a starts 1/1 of 3",
		}},
		{"resume where all was running", []plan.Event{plan.Opened{}}, []plan.Event{plan.Opened{}}, []string{
			"stage 0 one", "one/a starts 2/0 of 3", "one/b starts 2/0 of 3",
		}},
		{"resume after a failure", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success), ends("b", 0, plan.Aborted)}, []plan.Event{plan.Opened{}}, []string{
			"stage 0 one", "one/b ERROR->RUNNING", "session ERROR->RUNNING", "one/b starts 2/0 of 3",
		}},
		{"resume of what is finished", []plan.Event{plan.Opened{}, ends("a", 0, plan.Success), ends("b", 0, plan.Success), ends("c", 0, plan.Success)}, []plan.Event{plan.Opened{}}, []string{
			"finished success",
		}},
		{"stale", []plan.Event{plan.Opened{}}, []plan.Event{ends("a", 4, plan.Success)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := plan.New(wf)
			for _, e := range tt.before {
				before, _ = plan.Apply(wf, before, e)
			}
			after, opened := before, false
			var commands []plan.Command
			for _, e := range tt.events {
				var more []plan.Command
				after, more = plan.Apply(wf, after, e)
				commands = append(commands, more...)
				_, opened = e.(plan.Opened)
			}
			if diff := cmp.Diff(tt.want, script(changes(wf, before, after, commands, opened))); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

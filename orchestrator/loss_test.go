package orchestrator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

func askingWhenLost(id string) workflows.Task {
	t := quick(id)
	t.OnLost = workflows.LostAsk
	return t
}

// hosted is a run that goes on in the background.
type hosted struct {
	*Run
	stop    context.CancelFunc
	outcome chan plan.Outcome
}

func inBackground(t *testing.T, run *Run) hosted {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	h := hosted{run, cancel, make(chan plan.Outcome, 1)}
	go func() {
		outcome, err := run.Execute(ctx, t.Context())
		if err != nil {
			t.Error(err)
		}
		h.outcome <- outcome
	}()
	t.Cleanup(cancel)
	return h
}

// TestLostWithAskWaitsForAWord: an agent is lost while its host lives. The
// task waits for a person, its sibling goes on, and the word is obeyed.
func TestLostWithAskWaitsForAWord(t *testing.T) {
	word := func(policy workflows.OnLost) func(context.Context, *Run) error {
		return func(ctx context.Context, r *Run) error { return r.Settle(ctx, "a", "human", policy) }
	}
	tests := []struct {
		name     string
		say      func(context.Context, *Run) error
		action   string
		attempts int
		want     plan.Outcome
	}{
		{"retry", word(workflows.LostRetry), "retry", 2, plan.Success},
		{"resume", word(workflows.LostResume), "resume", 2, plan.Success},
		{"fail", word(workflows.LostFail), "fail", 1, plan.Aborted},
		{"approve", func(ctx context.Context, r *Run) error { return r.Approve(ctx, "a", "human") }, "retry", 2, plan.Success},
		{"cancel", func(ctx context.Context, r *Run) error { return r.Cancel(ctx, "a", "human") }, "cancel", 1, plan.Aborted},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := newOffice(t)
			synctest.Test(t, func(t *testing.T) {
				th := &theatre{acts: map[string][]act{"a": {{lost: 1, says: success}}, "b": {{takes: time.Minute, says: success}}}}
				h := inBackground(t, o.start(t, flow(inStage("s", askingWhenLost("a"), quick("b"))), th))
				synctest.Wait()
				now := h.Now().Record
				a := now.Tasks["a"]
				if !IsLost(a) || a.Interaction.Excerpt == "" || now.Tasks["b"].Status != session.Running || now.Outcome != "" {
					t.Fatalf("a %+v, b %+v", a, now.Tasks["b"])
				}
				if a.Loss == nil || a.Loss.Cause == "" || !a.Loss.At.Equal(a.Interaction.Since) {
					t.Errorf("loss %+v, want that of %v", a.Loss, a.Interaction.Since)
				}
				if diff := cmp.Diff([]string{"retry", "fail"}, a.Interaction.Options); diff != "" {
					t.Errorf("options (-want +got):\n%s", diff)
				}
				time.Sleep(2 * time.Minute) // the sibling ends meanwhile
				since := now.UpdatedAt
				if now = h.Now().Record; now.Tasks["b"].Status != session.Done {
					t.Errorf("task b: %+v", now.Tasks["b"])
				}
				if !since.Equal(a.Interaction.Since) || now.UpdatedAt.Sub(since) < 30*time.Second {
					t.Errorf("asked at %v: changed at %v, and at %v when the other task had ended", a.Interaction.Since, since, now.UpdatedAt)
				}
				if err := tt.say(t.Context(), h.Run); err != nil {
					t.Fatal(err)
				}
				if got := <-h.outcome; got != tt.want {
					t.Errorf("outcome %s, want %s", got, tt.want)
				}
				if got := o.load(t, h.Record().ID).Tasks["a"]; got.Attempt != tt.attempts || (got.Loss != nil) != (tt.want == plan.Aborted) {
					t.Errorf("%d attempts, want %d; loss %+v", got.Attempt, tt.attempts, got.Loss)
				}
				var told []string
				for _, e := range o.journal(t, h.Record().ID) {
					if e.Task == "a" && (e.Type == "interaction_needed" || e.Type == "requested" || e.Type == "interaction_resolved") {
						told = append(told, e.Type+" "+string(e.Data))
					}
				}
				want := []string{
					`interaction_needed {"kind":"lost","excerpt":"its agent was lost; run its iteration again?","options":["retry","fail"],"yes":"retry"}`,
					`requested {"by":"human","action":"` + tt.action + `"}`, `interaction_resolved {"by":"human"}`,
				}
				if diff := cmp.Diff(want, told); diff != "" {
					t.Errorf("journal (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestLostQuestionOutlivesItsHost: nobody has said a word when the session
// stops; the next resume asks.
func TestLostQuestionOutlivesItsHost(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{lost: 1, says: success}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", askingWhenLost("a"))), th))
		synctest.Wait()
		id := h.Record().ID
		h.stop()
		if got := <-h.outcome; got != plan.Interrupted {
			t.Errorf("outcome %s, want interrupted", got)
		}
		if err := h.Settle(t.Context(), "a", "human", workflows.LostRetry); !errors.Is(err, ErrOver) {
			t.Errorf("settle after the end: %v", err)
		}
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		if a := o.load(t, id).Tasks["a"]; !IsLost(a) {
			t.Fatalf("the record forgets the question: %+v", a)
		}
		var ask *AskError
		if _, err := o.Resume(id, ""); !errors.As(err, &ask) || len(ask.Tasks) != 1 {
			t.Errorf("resume: %v, want it to ask", err)
		}
		run, err := o.Resume(id, workflows.LostAsk) // as session stop does
		if err != nil {
			t.Fatal(err)
		}
		stopped, stop := context.WithCancel(t.Context())
		stop()
		if got, err := th.take(t, run).Execute(stopped, t.Context()); got != plan.Interrupted || err != nil {
			t.Errorf("a stop: %s, %v", got, err)
		}
		if err := run.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Resume(id, ""); !errors.As(err, &ask) {
			t.Errorf("resume after a stop: %v, want it to ask", err)
		}
		next, err := o.Resume(id, workflows.LostRetry)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := th.take(t, next).Execute(t.Context(), t.Context()); got != plan.Success || err != nil {
			t.Errorf("outcome %s, %v", got, err)
		}
		var told []string
		for _, e := range o.journal(t, id) {
			switch e.Type {
			case "agent_lost", "requested", "interaction_resolved":
				told = append(told, e.Type+" "+string(e.Data))
			case "session_resumed":
				var r SessionResumed
				if err := json.Unmarshal(e.Data, &r); err != nil || r.PID != os.Getpid() {
					t.Errorf("%s: %v", e.Data, err)
				}
				told = append(told, fmt.Sprintf("%s %d %s %s", e.Type, r.Epoch, r.How, r.Lost))
			}
		}
		want := []string{
			`agent_lost {"policy":"ask","cause":"its shim is gone"}`, "session_resumed 2 resume ask", "session_resumed 3 resume retry",
			`requested {"by":"human","action":"retry"}`, `interaction_resolved {"by":"human"}`,
		}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("journal (-want +got):\n%s", diff)
		}
	})
}

// TestGoOnWithoutAnAnswer: a resume may leave the question open; everything
// else goes on, and the word still counts later.
func TestGoOnWithoutAnAnswer(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{lost: 1, says: success}}, "b": {{takes: time.Minute, says: success}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", askingWhenLost("a"), quick("b"))), th))
		synctest.Wait()
		h.stop()
		<-h.outcome
		if err := h.Close(); err != nil {
			t.Fatal(err)
		}
		run, err := o.Resume(h.Record().ID, workflows.LostAsk)
		if err != nil {
			t.Fatal(err)
		}
		next := inBackground(t, th.take(t, run))
		time.Sleep(2 * time.Minute)
		now := next.Now().Record
		if !IsLost(now.Tasks["a"]) || now.Tasks["b"].Status != session.Done || now.Outcome != "" {
			t.Errorf("a %+v, b %+v, outcome %q", now.Tasks["a"], now.Tasks["b"], now.Outcome)
		}
		if err := next.Settle(t.Context(), "a", "human", workflows.LostRetry); err != nil {
			t.Error(err)
		}
		if got := <-next.outcome; got != plan.Success {
			t.Errorf("outcome %s, want success", got)
		}
	})
}

// An agent that is lost as a person ends it is not started again: its work would be done twice.
func TestLostAsItWasCompleted(t *testing.T) {
	for policy, want := range map[workflows.OnLost]workflows.OnLost{
		workflows.LostRetry: workflows.LostFail, workflows.LostResume: workflows.LostFail,
		workflows.LostFail: workflows.LostFail, workflows.LostAsk: workflows.LostAsk,
	} {
		x := atWork(func(t *workflows.Task) { t.OnLost = policy })
		for _, by := range []string{endedByPerson, endedByExit} {
			event, _ := x.judge(report{key: secondOfA, result: &Result{Err: shim.ErrLost, EndedBy: by}})
			if by == endedByExit {
				want = policy
			}
			if got := event.(plan.IterationLost).Policy; got != want {
				t.Errorf("on_lost %s, ended by %s: %s, want %s", policy, by, got, want)
			}
		}
	}
}

package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/workflows"
)

func TestPeople(t *testing.T) {
	var p people
	if err := p.ask(t.Context(), "a", request{text: "hi"}); !errors.Is(err, ErrNotDriven) {
		t.Errorf("without a driver: %v", err)
	}
	person, leave := p.enter("a")
	served := make(chan request)
	go func() {
		r := <-person.requests()
		r.answer <- ErrNothingAsked
		served <- r
	}()
	if err := p.ask(t.Context(), "a", request{who: "alice", approve: true}); !errors.Is(err, ErrNothingAsked) {
		t.Errorf("the driver's own answer: %v", err)
	}
	if r := <-served; r.who != "alice" || !r.approve {
		t.Errorf("the driver got %+v", r)
	}

	// A driver that leaves while somebody waits for it.
	failed := make(chan error)
	go func() { failed <- p.ask(t.Context(), "a", request{text: "late"}) }()
	select {
	case err := <-failed:
		t.Fatalf("nobody listens, and yet %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	_, leaveNext := p.enter("a") // the next iteration's is not closed with it
	leave()
	if err := <-failed; !errors.Is(err, ErrNotDriven) {
		t.Errorf("after the driver left: %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := p.ask(ctx, "a", request{text: "hi"}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a driver that is busy: %v", err)
	}
	leaveNext()
}

func TestEventLines(t *testing.T) {
	text := "{\"a\":1}\n\nlonger line \xff\nlast"
	for chunk := 1; chunk <= len(text); chunk++ {
		var got []string
		lines := &eventLines{take: func(line []byte) { got = append(got, string(line)) }}
		for rest := text; rest != ""; {
			n := min(chunk, len(rest))
			if wrote, err := lines.Write([]byte(rest[:n])); wrote != n || err != nil {
				t.Fatal(wrote, err)
			}
			rest = rest[n:]
		}
		if diff := cmp.Diff([]string{"{\"a\":1}", "", "longer line \xff"}, got); diff != "" {
			t.Fatalf("in pieces of %d (-want +got):\n%s", chunk, diff)
		}
	}
}

// TestPeopleBeforeAll: who is faster than a run that has just been taken up waits for it, and is not told that
// nothing drives the agent.
func TestPeopleBeforeAll(t *testing.T) {
	o := newOffice(t)
	task := quick("a")
	task.Mode = workflows.Interactive
	gone := errors.New("no terminal")
	run := o.start(t, flow(inStage("s", task)), &theatre{acts: map[string][]act{"a": {{refuses: gone}}}})
	failed := make(chan error, 1)
	go func() { failed <- run.Complete(t.Context(), "a", "human") }()
	select {
	case err := <-failed:
		t.Fatalf("before the run began: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	if _, err := run.Execute(t.Context(), t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-failed; !errors.Is(err, ErrTaskOver) && !errors.Is(err, ErrNotDriven) {
		t.Errorf("after it has ended: %v", err)
	}
}

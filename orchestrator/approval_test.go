package orchestrator

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// offers is becomes for an agent that says that it asks, by a question that no rule knows.
func (r *rehearsed) offers(d *adapters.Dialog) *rehearsed {
	r.becomes(adapters.Blocked, adapters.Permission, nil)
	r.s.State.Offered, r.s.Asked = d, r.now
	return r
}

// TestApproval: what a person approved is typed once the question has stood for a moment,
// however much else moves on the screen, and never to another; then who approved is told.
func TestApproval(t *testing.T) {
	const needed = "2.00 needed permission: "
	for _, test := range []struct {
		name string
		play func(*rehearsed)
		want []string
	}{
		{"beside a spinner", func(r *rehearsed) {
			for at := 2.5; at < 10; at += 0.1 {
				r.s.Changed = r.now
				r.until(at)
			}
		}, []string{needed, "2.50 types 1", "2.50 typed by human"}},
		{"as soon as it came", func(r *rehearsed) {
			r.offers(asking("a")).until(5)
		}, []string{needed, "2.80 types 1", "2.80 typed by human"}},
		{"of another question", func(r *rehearsed) {
			r.offers(asking("b")).until(5)
		}, []string{needed, "2.50 warning: approved by human, and nothing typed: the question had changed"}},
		{"of one that went away", func(r *rehearsed) {
			r.becomes(adapters.Working, "", nil).until(5)
		}, []string{needed, "2.50 warning: approved by human, and nothing typed: the question had changed", "2.60 resolved by agent"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(Interactive{}, nil)
			r.until(1).offers(asking("a")).until(2.5)
			r.c.yes, r.c.approved = "human", "a"
			test.play(r)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
		})
	}
	if adapters.Ripe > 500*time.Millisecond {
		t.Error("the times above are no longer right")
	}
}

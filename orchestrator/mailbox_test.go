package orchestrator

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
)

func TestMailbox(t *testing.T) {
	a, b := plan.Key{Task: "a"}, plan.Key{Task: "b"}
	ask := func(k plan.Key, state string) report { return report{key: k, talk: ProgramStatus{State: state}.talk()} }
	sent := func(k plan.Key) report { return report{key: k, talk: InputSent{Number: 1}} }
	end := func(k plan.Key) report { return report{key: k, result: &Result{}} }
	tests := []struct {
		name string
		put  []report
		want []string
	}{
		{"in order", []report{end(b), end(a)}, []string{"b ended", "a ended"}},
		{"an unread question is replaced", []report{ask(a, "blocked"), ask(b, "blocked"), ask(a, "")}, []string{"a:resolved", "b:needed"}},
		{"what is no question stays", []report{sent(a), ask(a, "blocked"), sent(a), ask(a, "")}, []string{"a:sent", "a:resolved", "a:sent"}},
		{"a question does not replace a result", []report{end(a), ask(a, "blocked")}, []string{"a ended", "a:needed"}},
		{"a result makes an unread question idle", []report{ask(a, "blocked"), ask(b, "blocked"), end(a)}, []string{"a ended", "b:needed"}},
		{"but not who answered one", []report{ask(a, "blocked"), ask(a, ""), end(a)}, []string{"a:resolved", "a ended"}},
		{"another iteration has a question of its own", []report{ask(a, "blocked"), ask(plan.Key{Task: "a", Iteration: 1}, "")}, []string{"a:needed", "a:resolved"}},
		{"nothing", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newMailbox()
			for _, r := range tt.put {
				m.put(r)
			}
			var got []string
			for _, r := range m.take() {
				if r.result != nil {
					got = append(got, r.key.Task+" ended")
				} else {
					_, what, _ := strings.Cut(r.talk.Type(), "_")
					got = append(got, r.key.Task+":"+what)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("reports (-want +got):\n%s", diff)
			}
			if rest := m.take(); rest != nil {
				t.Errorf("%d reports were given out twice", len(rest))
			}
		})
	}
}

// TestMailboxNames: who answered the question that its reader knows of is told, whatever is asked and answered
// before the next look.
func TestMailboxNames(t *testing.T) {
	k := plan.Key{Task: "a"}
	needed, resolved := func(what string) Talk { return InteractionNeeded{Excerpt: what} }, func(by string) Talk { return InteractionResolved{By: by} }
	for _, tt := range []struct {
		name string
		said []Talk
		ends bool
		want []Talk
	}{
		{"another one", []Talk{resolved("human"), needed("second")}, false, []Talk{InteractionNeeded{Excerpt: "second", Answered: "human"}}},
		{"told anew", []Talk{resolved("human"), needed("second"), needed("third")}, false, []Talk{InteractionNeeded{Excerpt: "third", Answered: "human"}}},
		{"answered, too", []Talk{resolved("human"), needed("second"), resolved("agent")}, false, []Talk{resolved("human")}},
		{"and a third", []Talk{resolved("human"), needed("second"), resolved("agent"), needed("third")}, false, []Talk{InteractionNeeded{Excerpt: "third", Answered: "human"}}},
		{"the end with another one open", []Talk{resolved("human"), needed("second")}, true, []Talk{resolved("human"), nil}},
		{"one that nobody knew of", []Talk{needed("first"), resolved("human")}, false, []Talk{resolved("human")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := newMailbox()
			for _, said := range tt.said {
				m.put(report{key: k, talk: said})
			}
			if tt.ends {
				m.put(report{key: k, result: &Result{}})
			}
			var got []Talk
			for _, r := range m.take() {
				got = append(got, r.talk)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("reports (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMailboxWakesItsReader: no report may lie unread while the reader waits.
func TestMailboxWakesItsReader(t *testing.T) {
	m := newMailbox()
	const senders, each = 8, 200
	var work sync.WaitGroup
	for range senders {
		work.Go(func() {
			for range each {
				m.put(report{result: &Result{}})
			}
		})
	}
	for got := 0; got < senders*each; {
		<-m.ready
		got += len(m.take())
	}
	work.Wait()
}

package orchestrator

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty"
	"rooda/session"
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
	const needed = "2.00 needed permission: 1 Yes | 2 No"
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
		{"of one that somebody answers, and that is asked again", func(r *rehearsed) {
			r.offers(asking("a")).until(2.6)
			r.types("another", 0).offers(asking("a")).until(5)
		}, []string{needed, "2.60 warning: approved by human, and nothing typed: somebody has typed since the question was asked"}},
		{"of one at which somebody typed before, which is heard of late", func(r *rehearsed) {
			r.s.touched, r.s.who = r.now.Add(-100*time.Millisecond), "another"
			r.until(5)
		}, []string{needed, "2.50 warning: approved by human, and nothing typed: somebody has typed since the question was asked"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(Interactive{}, nil)
			r.until(1).offers(asking("a")).until(2.5)
			_ = r.c.agree("human", "a", r.now)
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

// TestApprovedTwice: one yes answers a question, so who comes after that is told, until the question has
// had its time to go away.
func TestApprovedTwice(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	r.until(1).offers(asking("a")).until(2.5)
	agree := func(who string, want error) {
		t.Helper()
		if err := r.c.agree(who, "a", r.now); !errors.Is(err, want) {
			t.Errorf("at %v: %s is told %v, want %v", r.now.Sub(r.start), who, err, want)
		}
	}
	agree("human", nil)
	agree("another", ErrAnswered)
	r.until(4)
	agree("a third", ErrAnswered)
	r.until(6)
	agree("a fourth", nil)
	r.until(7)
	if diff := cmp.Diff([]string{"2.00 needed permission: 1 Yes | 2 No", "2.50 types 1", "2.50 typed by human", "6.00 types 1", "6.00 typed by a fourth"}, r.log); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
	// What cannot be seen counts for nobody: it may have gone away just now.
	r = rehearse(Interactive{}, nil)
	r.until(1).offers(asking("a")).until(2.5)
	agree("human", nil)
	r.until(4)
	r.c.pause(r.now, r.now.Add(time.Minute))
	r.now = r.now.Add(time.Minute)
	agree("another after a silence", ErrAnswered)
	r = rehearse(Interactive{AutoApprove: true}, nil)
	r.until(1).becomes(adapters.Blocked, adapters.Permission, asking("a")).until(2.5)
	r.c.asked.answered = r.now
	agree("human", ErrAnswered)
}

// TestDriverApprovedAtOnce: of three who approve at the same time one is told that it is done.
func TestDriverApprovedAtOnce(t *testing.T) {
	t.Parallel()
	errs := make(chan error, 3)
	st := stage{prompt: "Go. [shell]", when: map[string]func(*Person){"interaction_needed": func(p *Person) {
		for range cap(errs) {
			go func() { errs <- p.ask(context.Background(), request{who: "human", approve: true}) }()
		}
	}}}
	noted, told, res := st.play(t, "at once")
	done := 0
	for range cap(errs) {
		if err := <-errs; err == nil {
			done++
		} else if !errors.Is(err, ErrAnswered) && !errors.Is(err, ErrNothingAsked) {
			t.Error(err)
		}
	}
	if res.Err != nil || done != 1 || strings.Count(strings.Join(told, "\n"), "typed by human") != 1 {
		t.Errorf("%d were told that it is done, told %q, noted %q (%v)", done, told, noted, res.Err)
	}
}

// TestApproveAfterKeys: what somebody typed at a question may have answered it, for as long as it takes to go away.
func TestApproveAfterKeys(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	r.until(1).offers(asking("a")).until(4)
	typed := r.now
	seen := r.s
	seen.touched = typed
	for _, test := range []struct {
		since, at time.Duration
		want      bool
	}{{-3, 0, true}, {-3, Vanish - 1, true}, {-3, Vanish, false}, {1, 2, false}} {
		q := obstacle{told: typed.Add(-time.Second)}
		q.since = typed.Add(test.since)
		if got := q.justTyped(seen, typed.Add(test.at)); got != test.want {
			t.Errorf("asked %v and %v after a key: %v", test.since, test.at, got)
		}
	}
}

// TestApprovedJustNow: a question that still stands there, with the answer to it behind it, has been answered.
func TestApprovedJustNow(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	e, err := newEye(tuiSigns(), new(nothing), r.now)
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{talk: r.c, eye: e}
	r.until(1).offers(asking("a")).until(2.5)
	_ = r.c.agree("human", "a", r.now)
	r.until(3)
	if err := d.serve(t.Context(), request{who: "another", approve: true}, r.now); !errors.Is(err, ErrAnswered) {
		t.Errorf("approve what has just been answered: %v", err)
	}
}

// TestDriverApprovalTold: who approves hears that it was done once the answer has been typed, and otherwise why not.
func TestDriverApprovalTold(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	e, err := newEye(tuiSigns(), new(nothing), r.now)
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{talk: r.c, eye: e}
	r.until(1).offers(asking("a")).until(2.5)
	approves := func() request {
		r.c.asked.agreed = time.Time{}
		p := request{who: "human", approve: true, answer: make(chan error, 1), over: make(chan struct{})}
		_ = r.c.agree(p.who, "a", r.now)
		d.yes = &p
		return p
	}
	told := approves()
	if len(told.answer) != 0 {
		t.Fatal("told before anything was typed")
	}
	r.until(4)
	d.settled()
	if err := <-told.answer; err != nil {
		t.Errorf("of what was typed: %v", err)
	}
	told = approves()
	r.offers(asking("b")).until(8)
	d.settled()
	if err := <-told.answer; !errors.Is(err, ErrChanged) {
		t.Errorf("of what was not: %v", err)
	}
	over := make(chan struct{})
	told = approves()
	d.yes.over = over
	close(over)
	d.withdraw()
	if r.c.yes != "" || d.yes != nil {
		t.Error("the yes of somebody who waits for it no more stands")
	}
}

// TestApproveChanged: who approves what people were called to does not approve what has taken its place.
func TestApproveChanged(t *testing.T) {
	e, err := newEye(tuiSigns(), new(nothing), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	_, _ = e.Write([]byte("Delete it? [y/n] "))
	now := time.Now().Add(time.Minute)
	seen, _ := e.look(now)
	if _, _, ok := seen.State.Yes(); !ok {
		t.Fatalf("no question: %+v", seen.State)
	}
	c := &conversation{asked: obstacle{state: adapters.State{Condition: adapters.Blocked, Kind: adapters.Permission, Dialog: asking("a")}, told: now}}
	if err := (&driver{talk: c, eye: e}).agree("human", now); !errors.Is(err, ErrChanged) {
		t.Errorf("approve another: %v", err)
	}
}

// TestSpoilt: people are told anew of a question that approve can answer no more, because something else stands
// behind it, once.
func TestSpoilt(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	r.until(1).offers(asking("a")).until(2.5)
	left := *asking("a")
	left.Options = nil
	r.s.State.Offered = &left
	r.until(5).offers(asking("a")).until(6) // that was only drawn anew
	r.s.State.Offered = &left
	r.until(20)
	want := []string{"2.00 needed permission: 1 Yes | 2 No", "9.00 needed permission: "}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

// TestHidden: while the question is not all on the screen nobody is told to approve it, and who does is told why not; once
// it is again they may. Nobody is called again for that.
func TestHidden(t *testing.T) {
	known := func(r *rehearsed) { r.becomes(adapters.Blocked, adapters.Permission, asking("a")) }
	offered := func(r *rehearsed) { r.s.Hidden = false; r.offers(asking("a")) }
	for name, test := range map[string]struct {
		shows  func(*rehearsed)
		hides  func(*rehearsed)
		needed string
	}{
		"all of it":                {known, func(r *rehearsed) { r.becomes(adapters.Blocked, adapters.Permission, nil) }, "1.00 needed permission: Run a?"},
		"the words of it":          {func(r *rehearsed) { r.s.Hidden = false; known(r) }, func(r *rehearsed) { r.s.Hidden = true }, "1.00 needed permission: Run a?"},
		"by no rule":               {offered, func(r *rehearsed) { r.becomes(adapters.Blocked, adapters.Permission, nil) }, "2.00 needed permission: 1 Yes | 2 No"},
		"of which a part is known": {offered, func(r *rehearsed) { r.s.Hidden = true }, "2.00 needed permission: 1 Yes | 2 No"},
		"but for one answer":       {known, func(r *rehearsed) { one(r.offers(asking("b"))) }, "1.00 needed permission: Run a?"},
		"by another kind, perhaps": {known, func(r *rehearsed) { r.becomes(adapters.Blocked, adapters.Question, nil) }, "1.00 needed permission: Run a?"},
	} {
		t.Run(name, func(t *testing.T) {
			r := rehearse(Interactive{}, nil)
			r.s.size = pty.Size{Cols: 40, Rows: 10}
			r.until(1)
			test.shows(r)
			r.until(5)
			test.hides(r)
			r.until(7)
			test.shows(r)
			r.until(10)
			test.hides(r)
			r.until(20)
			if !r.c.asked.veils(r.s) {
				t.Error("it can be approved")
			}
			test.shows(r)
			r.until(60)
			want := []string{test.needed, "13.00 changed, yes : it is not all on the agent's screen, which has 40 columns and 10 rows: look at it from a larger window", "20.00 changed, yes 1 Yes: "}
			if diff := cmp.Diff(want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCut: of a question that a window has cut nobody is told to look at it in a larger one, and what was approved just
// before is not typed.
func TestCut(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	r.offers(asking("a")).until(5)
	r.s.Hidden, r.s.Cut = true, true
	if err := r.c.agree("ann", "a", r.now); err != nil {
		t.Fatal(err)
	}
	r.until(10)
	want := []string{"1.00 needed permission: 1 Yes | 2 No", "5.00 warning: approved by ann, and nothing typed: the question is not all on the agent's screen", "8.00 changed, yes : it is not all on the agent's screen: a smaller window has cut it, and something came after that"}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

// TestHiddenFromTheHostBefore: a question that was hidden as its host went can be approved again once it is read.
func TestHiddenFromTheHostBefore(t *testing.T) {
	r := rehearse(Interactive{Adopted: true}, func(it *Iteration) {
		it.Asked = &session.Interaction{Kind: "permission", Excerpt: "Run a?", Note: hiddenWords + ", which has 30 columns", Fingerprint: "a", Since: time.Unix(990, 0)}
	})
	r.until(1).becomes(adapters.Blocked, adapters.Permission, nil).until(10)
	r.becomes(adapters.Blocked, adapters.Permission, asking("a")).until(60)
	if r.c.asked.fresh() {
		t.Error("policy takes it up")
	}
	if diff := cmp.Diff([]string{"10.00 changed, yes 1 Yes: "}, r.log); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

// one leaves of a question's answers only the first on the screen.
func one(r *rehearsed) {
	d := *r.s.State.Offered
	d.Options = d.Options[:1]
	r.s.State.Offered = &d
}

// TestLapsesWithTheYes: who has approved a question that has no plain yes any more is told so, not left to wait.
func TestLapsesWithTheYes(t *testing.T) {
	r := rehearse(Interactive{}, nil)
	r.until(1).offers(asking("a")).until(2.5)
	left := *asking("a")
	left.Options = nil
	r.s.State.Offered = &left
	_ = r.c.agree("human", "a", r.now)
	r.until(20)
	want := []string{"2.00 needed permission: 1 Yes | 2 No", "5.50 warning: approved by human, and nothing typed: the question has no plain yes", "5.50 needed permission: "}
	if diff := cmp.Diff(want, r.log); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

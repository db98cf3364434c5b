package orchestrator

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty"
	"rooda/session"
)

// TestInheritedQuestion: a question with which another host called a person stays open, with the whole
// of interaction_timeout, until the screen shows that it is gone; nobody is called again.
func TestInheritedQuestion(t *testing.T) {
	const working, idle, blocked, unknown = adapters.Working, adapters.Idle, adapters.Blocked, adapters.Unknown
	permission := session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Yes: "1 Yes"}
	silent := lacking(textGone)
	shows := func(r *rehearsed, fingerprint string) { r.becomes(blocked, adapters.Permission, asking(fingerprint)) }
	approves := func(r *rehearsed) { _ = r.c.agree("human", "a", r.now) }
	for _, test := range []struct {
		name  string
		asked session.Interaction
		in    Interactive
		play  func(*rehearsed)
		want  []string
	}{
		{"seen again", permission, Interactive{}, func(r *rehearsed) {
			r.until(5)
			shows(r, "a")
			r.until(60).types("human", 0).becomes(working, "", nil).until(61)
		}, []string{"60.00 resolved by human"}},
		{"its clock begins anew", permission, Interactive{Patience: 25 * time.Second}, func(r *rehearsed) {
			r.until(5)
			shows(r, "a")
			r.until(60)
		}, []string{"25.00 ends: question"}},
		{"which a terminal that does not answer holds up", permission, Interactive{Patience: 25 * time.Second}, func(r *rehearsed) {
			shows(r, "a")
			r.until(5)
			r.c.pause(r.at(0), r.at(5))
			r.until(60)
		}, []string{"30.00 ends: question"}},
		{"but nothing ends before it is seen", permission, Interactive{Patience: 3 * time.Second}, func(r *rehearsed) {
			r.until(5)
			shows(r, "a")
			r.until(60)
		}, []string{"5.00 ends: question"}},
		{"answered meanwhile", permission, Interactive{Patience: 11 * time.Second}, func(r *rehearsed) {
			r.s.touched, r.s.who = r.at(-3), "human"
			r.until(1).becomes(idle, "", nil).until(4.2)
		}, []string{"4.00 resolved by human"}},
		{"asked again after an answer", permission, Interactive{}, func(r *rehearsed) {
			r.s.touched, r.s.who = r.at(-3), "human"
			r.until(3)
			shows(r, "a")
			r.until(60)
		}, []string{"3.00 resolved by human", "3.00 needed permission: Run a?"}},
		{"asked again after an answer, by no rule", permission, Interactive{}, func(r *rehearsed) {
			r.s.touched, r.s.who = r.at(-3), "human"
			r.until(3).offers(asking("a")).until(60)
		}, []string{"3.00 resolved by human", "4.00 needed permission: 1 Yes | 2 No"}},
		{"approved, and asked again after an answer", permission, Interactive{}, func(r *rehearsed) {
			r.until(1)
			approves(r)
			r.s.touched, r.s.who = r.at(-3), "human" // the word of it may come late
			r.until(3).offers(asking("a")).until(60)
		}, []string{"3.00 warning: approved by human, and nothing typed: somebody has typed since the question was asked", "3.00 resolved by human", "4.00 needed permission: 1 Yes | 2 No"}},
		{"asked again after an answer and a silence", permission, Interactive{}, func(r *rehearsed) {
			r.s.touched, r.s.who = r.at(-3), "human"
			r.until(1)
			r.c.pause(r.at(1), r.at(20))
			r.until(20)
			shows(r, "a")
			r.until(60)
		}, []string{"20.00 resolved by human", "20.00 needed permission: Run a?"}},
		{"gone, and the agent works", permission, Interactive{}, func(r *rehearsed) {
			r.until(3).becomes(working, "", nil).until(4)
		}, []string{"3.10 resolved by agent"}},
		{"gone without a sign", permission, Interactive{}, func(r *rehearsed) {
			r.s.State.Condition = working
			r.until(40)
		}, []string{"30.10 resolved by agent"}},
		{"gone, and the screen moves", permission, Interactive{}, func(r *rehearsed) {
			r.s.State.Condition = working
			r.until(4)
			r.s.Changed = r.at(4)
			r.until(40)
		}, []string{"12.10 resolved by agent"}},
		{"another one stands there", permission, Interactive{}, func(r *rehearsed) {
			shows(r, "b")
			r.until(10)
		}, []string{"2.10 resolved by agent", "2.10 needed permission: Run b?"}},
		{"another one stands there, by no rule", permission, Interactive{}, func(r *rehearsed) {
			r.offers(asking("b")).until(10)
		}, []string{"2.10 resolved by agent", "3.10 needed permission: 1 Yes | 2 No"}},
		{"approved before it is seen", permission, Interactive{}, func(r *rehearsed) {
			r.until(1)
			approves(r)
			r.until(5)
			shows(r, "a")
			r.until(10)
		}, []string{"5.30 types 1", "5.30 typed by human"}},
		{"approved, and another one stands there", permission, Interactive{}, func(r *rehearsed) {
			r.until(1)
			approves(r)
			shows(r, "b")
			r.until(10)
		}, []string{"2.00 warning: approved by human, and nothing typed: the question had changed", "2.10 resolved by agent", "2.10 needed permission: Run b?"}},
		{"policy had left it to a person", session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Note: "again"}, Interactive{AutoApprove: true}, func(r *rehearsed) {
			shows(r, "a")
			r.until(60)
		}, nil},
		{"unreadable", session.Interaction{Kind: "unreadable"}, Interactive{Patience: 25 * time.Second}, func(r *rehearsed) {
			r.s.Blind, r.s.Composing = true, false
			r.until(60)
		}, []string{"25.00 ends: question"}},
		{"stuck", session.Interaction{Kind: "stuck"}, Interactive{}, func(r *rehearsed) {
			r.s.State.Condition = working
			r.until(90).becomes(unknown, adapters.Stuck, nil).until(200).becomes(working, "", nil).until(201)
		}, []string{"200.10 resolved by agent"}},
		{"nothing had come of the text", session.Interaction{Kind: "input", Excerpt: silent.words}, Interactive{}, func(r *rehearsed) {
			r.until(1).becomes(idle, "", nil).until(60).becomes(working, "", nil).until(61).becomes(idle, "", nil).until(70)
		}, []string{"60.00 resolved by agent", "62.00 ends: idle"}},
		{"a text stood in the composer", session.Interaction{Kind: "input", Excerpt: lacking(foreign).words}, Interactive{}, func(r *rehearsed) {
			r.s.Draft = "mine"
			r.until(1).becomes(idle, "", nil).until(30)
			r.s.Draft = ""
			r.until(30)
		}, []string{"30.00 resolved by agent", "30.00 ends: idle"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			in := test.in
			in.Adopted = true
			r := rehearse(in, func(it *Iteration) {
				test.asked.Since = time.Unix(990, 0)
				it.Asked = &test.asked
			})
			test.play(r)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
		})
	}
}

// TestApproveInherited: who approves what is still to be read again is not told that nothing is asked.
func TestApproveInherited(t *testing.T) {
	in := Interactive{Adopted: true}
	r := rehearse(in, func(it *Iteration) {
		it.Asked = &session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Yes: "1 Yes", Since: time.Unix(990, 0)}
	})
	e, err := newEye(tuiSigns(), new(nothing), r.now)
	if err != nil {
		t.Fatal(err)
	}
	d := &driver{talk: r.c, eye: e}
	if err := d.serve(t.Context(), request{who: "human", approve: true}, r.now); err != nil {
		t.Errorf("approve: %v", err)
	}
	if r.c.yes != "human" || r.c.approved != "a" {
		t.Errorf("approved %q by %q", r.c.approved, r.c.yes)
	}
	e.people(pty.Hands{Touched: time.Unix(995, 0), By: "human"})
	if err := d.serve(t.Context(), request{who: "human", approve: true}, r.now); !errors.Is(err, ErrTypedSince) {
		t.Errorf("approve what somebody may have answered: %v", err)
	}
	r.c.yes, r.c.asked = "", obstacle{again: true, since: r.now}
	if err := d.serve(t.Context(), request{who: "human", approve: true}, r.now); !errors.Is(err, ErrTypedSince) {
		t.Errorf("approve what nobody was called to yet: %v", err)
	}
	r.c.asked = obstacle{state: adapters.State{Condition: adapters.Blocked, Kind: adapters.Permission}, told: r.now}
	if err := d.serve(t.Context(), request{who: "human", approve: true}, r.now); !errors.Is(err, ErrNoPlainYes) {
		t.Errorf("approve what is no more on the screen: %v", err)
	}
}

type nothing struct{}

func (nothing) Write(p []byte) (int, error) { return len(p), nil }

// What a text has come to, another host has told in its words: nothing is unsent.
func TestInheritedLack(t *testing.T) {
	for words, want := range map[string]lackCause{
		lacking(foreign).words:   foreign,
		lacking(unsent).words:    unsent,
		lacking(textStays).words: inherited,
		vain("").words:           inherited,
		vain("● Done.").words:    inherited,
		"typing is not safe":     unhanded,
	} {
		if got := inheritedLack(words).cause; got != want {
			t.Errorf("%s: cause %d, want %d", words, got, want)
		}
	}
}

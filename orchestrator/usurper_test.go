package orchestrator

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/session"
)

// TestUsurped: a question that takes the place of the one that people were told of, by an agent that says all the
// time that it asks, is told once it stands; they are called to it where somebody may have answered the first, or
// its answers are others. One that flickers, or counts, calls nobody.
func TestUsurped(t *testing.T) {
	other := func(fingerprint string) *adapters.Dialog {
		d := *asking(fingerprint)
		d.Options = []adapters.Option{{Key: "1", Label: "Yes, all of " + fingerprint}, {Key: "2", Label: "No"}}
		return &d
	}
	const needed = "2.00 needed permission: 1 Yes | 2 No"
	for name, test := range map[string]struct {
		play func(*rehearsed)
		want []string
	}{
		"by itself":                  {func(r *rehearsed) { r.offers(asking("b")) }, []string{needed, "6.00 changed to b, yes 1 Yes: 1 Yes | 2 No"}},
		"for a moment":               {func(r *rehearsed) { r.offers(asking("b")).until(5.9).offers(asking("a")) }, []string{needed}},
		"by one that a rule knows":   {func(r *rehearsed) { r.becomes(adapters.Blocked, adapters.Permission, asking("b")) }, []string{needed, "6.00 changed to b, yes 1 Yes: Run b?"}},
		"since somebody has typed":   {func(r *rehearsed) { r.types("another", 0).offers(asking("b")) }, []string{needed, "8.00 needed permission: 1 Yes | 2 No"}},
		"with other answers":         {func(r *rehearsed) { r.offers(other("b")) }, []string{needed, "6.00 needed permission: 1 Yes, all of b | 2 No"}},
		"as the window gets smaller": {func(r *rehearsed) { r.s.Resized = r.now; r.offers(other("b")) }, []string{needed, "6.00 changed to b, yes : 1 Yes, all of b | 2 No"}},
		"to and fro": {func(r *rehearsed) {
			r.offers(other("b")).until(23).offers(asking("a")).until(43).offers(other("b"))
		}, []string{
			needed, "6.00 needed permission: 1 Yes, all of b | 2 No", "26.00 changed to a, yes 1 Yes: 1 Yes | 2 No",
			"49.00 changed to b, yes : 1 Yes, all of b | 2 No",
		}},
		"counting": {func(r *rehearsed) {
			for n := range 100 {
				r.offers(asking(fmt.Sprint(n))).until(4 + 3.5*float64(n))
			}
		}, []string{needed, "7.00 changed to 1, yes 1 Yes: 1 Yes | 2 No"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := rehearse(Interactive{}, nil)
			r.until(1).offers(asking("a")).until(3)
			test.play(r)
			r.until(60)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Errorf("what happened (-want +got):\n%s", diff)
			}
		})
	}
}

// TestApproveUsurper: nobody approves a question that they have not been told of.
func TestApproveUsurper(t *testing.T) {
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
	for _, told := range []string{"another", ""} {
		c := &conversation{asked: obstacle{state: seen.State, told: now, print: told}}
		if err := (&driver{talk: c, eye: e}).agree("human", now); !errors.Is(err, ErrChanged) {
			t.Errorf("told of %q: %v", told, err)
		}
	}
	for name, test := range map[string]struct {
		asked obstacle
		want  error
	}{
		"nobody was called":   {obstacle{}, ErrUncalled},
		"nobody was yet":      {obstacle{state: seen.State, since: now}, ErrUncalled},
		"policy has answered": {obstacle{state: seen.State, answered: now}, ErrAnswered},
		"policy did, in vain": {obstacle{state: seen.State, answered: now.Add(-Vanish)}, ErrUncalled},
	} {
		if err := (&driver{talk: &conversation{asked: test.asked}, eye: e}).agree("human", now); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
	c := &conversation{asked: obstacle{state: seen.State, told: now, print: seen.State.Offered.Fingerprint}}
	if err := (&driver{talk: c, eye: e}).agree("human", now); err != nil {
		t.Errorf("told of it: %v", err)
	}
}

// TestUsurperOnRecord: the record follows to the question that stands there now, if it is still the one that was left.
func TestUsurperOnRecord(t *testing.T) {
	lost := &session.Interaction{Kind: KindLost}
	for name, test := range map[string]struct{ open, want *session.Interaction }{
		"told":        {&session.Interaction{Kind: "permission", Excerpt: "Run a?", Fingerprint: "a", Yes: "y"}, &session.Interaction{Kind: "permission", Excerpt: "Run b?", Options: []string{"1 Yes"}, Fingerprint: "b", Yes: "1 Yes"}},
		"of a third":  {&session.Interaction{Kind: "permission", Fingerprint: "c"}, &session.Interaction{Kind: "permission", Fingerprint: "c"}},
		"of no agent": {lost, lost},
	} {
		x := atWork(nil)
		x.edit("a", func(task *session.Task) { task.Interaction = test.open })
		x.state.Tasks[0].Status = plan.WaitingForUser
		from := "a"
		if test.open == lost {
			from = ""
		}
		_, notes := x.judge(report{key: secondOfA, talk: InteractionChanged{
			Kind: "permission", Excerpt: "Run b?", Options: []string{"1 Yes"}, Fingerprint: "b", Yes: "1 Yes", Another: true, from: from,
		}})
		if diff := cmp.Diff(test.want, x.record.Tasks["a"].Interaction); diff != "" || len(notes) != map[bool]int{true: 1}[name == "told"] {
			t.Errorf("%s: %d notes, on record (-want +got):\n%s", name, len(notes), diff)
		}
	}
}

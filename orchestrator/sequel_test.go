package orchestrator

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// An agent that takes its text as an argument, and does not show it, may have answered before it
// first rests. What came until then counts where something looked like work, or was asked, since its
// composer was first seen; a promise that is its own counts in any case.
func TestAnAnswerBeforeTheFirstRest(t *testing.T) {
	const fresh = "Agent\nHere it is:\none\ntwo\nthree\n❯"
	for _, test := range []struct {
		name, prompt, first, then string
		toils, asks               bool
		known                     string
		want                      []string
	}{
		{"after a sign of work", "prompt", "Agent\n❯", fresh, true, false, "", []string{"18.00 ends: idle"}},
		{"and no more than may be a notice", "prompt", "Agent\n❯", "Agent\nOk.\n❯", true, false, "", []string{"18.00 needed input: the agent has been given its text, and shows no more than may be a notice: Ok."}},
		{"without a sign, as what a program shows when it starts", "prompt", "Agent\n❯", fresh, false, false, "", []string{"18.00 needed input: the agent has been given its text, and does nothing"}},
		{"with a composer that comes with it", "prompt", "", fresh, true, false, "", []string{"18.00 needed input: the agent has been given its text, and does nothing"}},
		{"a promise", "prompt", "", "Agent\n<promise>SUCCESS</promise>\n❯", false, false, "", []string{"18.00 ends: idle"}},
		{"a promise of the text's", "prompt\n\n<promise>SUCCESS</promise>\nsays so", "", "Agent\nprompt\n\n<promise>SUCCESS</promise>\nsays so\n❯", false, false, "", []string{"93.00 needed input: the agent has been given its text, and does nothing"}},
		{"a promise beside other words", "prompt\n\n<promise>SUCCESS</promise>\nsays so", "", "Agent\nDone.\n\n<promise>SUCCESS</promise>\n❯", false, false, "", []string{"18.00 ends: idle"}},
		{"of an agent whose work is always seen", "prompt", "Agent\n❯", fresh, true, false, "1", []string{"18.00 needed input: the agent has been given its text, and does nothing"}},
		{"after a question that policy answered", "prompt", "Agent\n❯", fresh, false, true, "", []string{"1.30 types 1", "1.30 answered by once", "18.00 ends: idle"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(Interactive{AutoApprove: test.asks}, func(it *Iteration) {
				it.Prompt, it.Launch.Signs.Recorded = test.prompt, test.known
			})
			r.s.Text, r.s.Composing = test.first, test.first != ""
			r.until(1)
			if test.toils {
				r.s.Toiled = r.now
			}
			if test.asks {
				r.becomes(adapters.Blocked, adapters.Permission, asking("a")).until(2)
			}
			r.becomes(adapters.Starting, "", nil)
			r.s.Text, r.s.Composing = test.then, true
			r.until(3).becomes(adapters.Idle, "", nil).until(95)
			if diff := cmp.Diff(test.want, r.log); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The last answer is what came since the text before; one that says the same as the one before it is
// known by that.
func TestFormerAnswer(t *testing.T) {
	seen := func(above string) (s scene) {
		s.Above = above
		return s
	}
	at := time.Unix(1000, 0)
	for _, test := range []struct {
		name  string
		f     former
		want  int
		known bool
	}{
		{"the first text", former{none: true}, 0, true},
		{"one that nobody knows", former{}, 3, false},
		{"another host's", former{text: "Agent v1"}, 1, true},
		{"another host's that is out of sight", former{text: "do it all"}, 3, false},
		{"a new one", former{moment: moment{"Agent v1\nTip: press x", at}}, 1, true},
		{"below the text that it is to", former{moment: moment{"Agent v1", at}, text: "Tip: press x"}, 1, true},
		{"the same again", former{moment: moment{"Agent v1\nTip: press x\nDone 1.", at}, rows: rowsOf("Done 0.")}, 1, true},
		{"none", former{moment: moment{"Agent v1\nTip: press x\nDone 1.", at}}, 0, true},
	} {
		if rows, known := test.f.answer(seen("Agent v1\nTip: press x\nDone 2.")); len(rows) != test.want || known != test.known {
			t.Errorf("%s: %d rows, known is %t", test.name, len(rows), known)
		}
	}
}

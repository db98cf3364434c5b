package orchestrator

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// Where nothing proved that a text was taken whose Enter was typed, an answer to it ends the call, and
// the turn; what may be a notice does not, and no more does anything while the text stands in the composer.
func TestAnAnswerToATextWithoutProof(t *testing.T) {
	sent := []string{
		"0.00 sending 0", "0.25 types <prompt>", "0.40 types Enter", "15.40 failed 0: there is no sign that the text was taken",
		"15.40 needed input: there is no sign that the text was taken",
	}
	for _, test := range []struct {
		name, text, composer string
		want                 []string
	}{
		{"an answer", "Agent\n> prompt\nIt is done.\n❯", "❯", []string{"60.00 resolved by agent", "65.00 ends: idle"}},
		{"an answer without an echo", "Agent\nIt is so.\nAnd so.\nAnd so on.\n❯", "❯", []string{"60.00 resolved by agent", "65.00 ends: idle"}},
		{"a promise", "Agent\n<promise>SUCCESS</promise>\n❯", "❯", []string{"60.00 resolved by agent", "65.00 ends: idle"}},
		{"a notice", "Agent\nTip: press x\n❯", "❯", nil},
		{"the echo alone", "Agent\n> prompt\n❯", "❯", nil},
		{"an answer, and the text in the composer", "Agent\n> prompt\nIt is done.\n❯ prompt", "❯ prompt", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rehearse(Interactive{}, func(it *Iteration) { it.Launch.Paste, it.Prompt = "prompt", "" })
			r.s.Text = "Agent\n❯"
			r.becomes(adapters.Idle, "", nil).until(0.3)
			r.s.Composing, r.s.Text = false, "Agent\nprompt"
			r.until(0.4)
			r.s.Text = "Agent"
			r.becomes(adapters.Starting, "", nil).until(60)
			r.s.Composing, r.s.Composer, r.s.Text = true, test.composer, test.text
			r.becomes(adapters.Idle, "", nil).until(200)
			if diff := cmp.Diff(append(sent, test.want...), r.log); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An Enter that could not be typed does not count as one that nothing came of.
func TestAnEnterThatWasNotTyped(t *testing.T) {
	r := rehearse(Interactive{}, func(it *Iteration) { it.Launch.Paste, it.Prompt = "prompt", "" })
	r.s.Text = "Agent\n❯"
	r.becomes(adapters.Idle, "", nil).until(0.3)
	m := r.c.step(r.s, r.at(0.4))
	if strings.Join(m.keys, "") != "\r" {
		t.Fatalf("no Enter: %+v", m)
	}
	m.undo()
	if !r.c.sequel.trail.at.IsZero() {
		t.Errorf("taken back, it is followed all the same: %+v", r.c.sequel.trail)
	}
	if m = r.c.step(r.s, r.at(0.4)); strings.Join(m.keys, "") != "\r" {
		t.Fatalf("no Enter once more: %+v", m)
	}
	m.cut("others type", false)
	m = r.c.step(r.s, r.at(31))
	failed, _ := m.tell.(InputFailed)
	if failed.Problem != "others type, and Enter was not typed" || r.c.lack.cause != unhanded || r.c.lack.entered || !r.c.sequel.trail.at.IsZero() {
		t.Errorf("%+v, %+v, %+v", m, r.c.lack, r.c.sequel.trail)
	}
}

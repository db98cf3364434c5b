package orchestrator

import (
	"testing"
	"time"

	"rooda/adapters"
)

// TestAnswerUntyped: an answer that could not be typed is not told of as one that came to nothing, and
// the next who approves is not told that it has been answered.
func TestAnswerUntyped(t *testing.T) {
	now := time.Unix(1000, 0)
	d := &adapters.Dialog{Kind: adapters.Permission, Text: "Do you want to proceed?", Fingerprint: "one", Options: []adapters.Option{{Key: "1", Label: "Yes", Selected: true}, {Key: "2", Label: "No"}}}
	s := scene{View: adapters.View{State: adapters.State{Condition: adapters.Blocked, Kind: d.Kind, Dialog: d}, Current: true, Asked: now.Add(-time.Minute)}}
	c := &conversation{asked: obstacle{state: s.State}}
	c.policy = adapters.NewPolicy([]adapters.Handler{{Name: "once", Kind: d.Kind, Match: "proceed", Use: "confirmYes"}})
	m, ours := c.answer(s, now)
	if !ours || len(m.keys) == 0 {
		t.Fatalf("%+v, %q", m, c.asked.word)
	}
	m.cut("others type", false)
	if m, ours := c.answer(s, now); ours || len(m.keys) > 0 || c.asked.note != "an answer is known, and was not typed: others type" {
		t.Errorf("%+v, ours %t, %q", m, ours, c.asked.note)
	}
	if err := c.agree("human", "one", now); err != nil {
		t.Fatal(err)
	}
	m, ours = c.approve(s, now)
	if !ours || len(m.keys) == 0 {
		t.Fatalf("approved: %+v", m)
	}
	m.cut("others type", false)
	if err := c.agree("human", "one", now); err != nil || c.asked.word != "the yes of human was not typed: others type" {
		t.Errorf("again: %v, %q", err, c.asked.word)
	}
}

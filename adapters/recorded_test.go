package adapters_test

import (
	"slices"
	"strings"
	"testing"
)

// TestRecordedTruth holds what is decided against what somebody saw there: each
// mark of these recordings names it, as the conditions that are right.
func TestRecordedTruth(t *testing.T) {
	for _, test := range []struct{ agent, session, signs string }{
		{"opencode", "lists", "opencode"}, // lists above a composer that stays
		{"pi", "small", "generic"},        // a composer without a sign, and questions that are quoted
	} {
		t.Run(test.agent+" "+test.session, func(t *testing.T) {
			t.Parallel()
			r := openRecording(t, test.agent, test.session)
			changes := r.replay(detector(t, test.signs), whole)
			marks := 0
			for _, event := range r.events {
				mark, truth, ok := strings.Cut(event.Data, " =")
				if event.Type != "m" || !ok {
					continue
				}
				marks++
				got, _, _ := strings.Cut(at(changes, epoch.Add(event.Time-1)), "/")
				if !slices.Contains(strings.Split(truth, "|"), got) {
					t.Errorf("%v %s: %s, want %s", event.Time, mark, got, truth)
				}
			}
			if marks < 10 {
				t.Errorf("only %d marks", marks)
			}
		})
	}
}

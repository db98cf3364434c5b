package adapters_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty/vt"
)

// TestRecordedTruth holds what is decided against what somebody saw there: each
// mark of these recordings names it, as the conditions that are right.
func TestRecordedTruth(t *testing.T) {
	// These quote a whole question as their last words. Of an agent that nobody has
	// described nothing tells that from one which asks above its composer.
	quoted := map[string]string{"pi small prose": "blocked", "pi small lastq": "blocked"}
	for _, test := range []struct{ agent, session, signs string }{
		{"opencode", "lists", "opencode"}, // lists above a composer that stays
		{"opencode", "pages", "opencode"}, // pages that hide the cursor, above a composer that stays
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
				if asks, ok := quoted[test.agent+" "+test.session+" "+mark]; ok {
					truth = asks
				}
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

// TestRecordedDrafts: a text of several lines is seen wherever the cursor stands
// in it. What codex shows below a first line that is blank may be about the agent.
func TestRecordedDrafts(t *testing.T) {
	for _, test := range []struct {
		agent, session string
		top            bool
	}{{"opencode", "pages", true}, {"codex", "drafts", false}} {
		t.Run(test.agent, func(t *testing.T) {
			t.Parallel()
			r := openRecording(t, test.agent, test.session)
			screen := vt.New(vt.Options{Cols: r.header.Width, Rows: r.header.Height})
			w := adapters.NewWatcher(detector(t, test.agent), screen, epoch)
			got := map[string]bool{}
			for _, event := range r.events {
				w.Advance(epoch.Add(event.Time))
				switch event.Type {
				case "o":
					w.Write(epoch.Add(event.Time), []byte(event.Data))
				case "m":
					mark, _, _ := strings.Cut(event.Data, " =")
					got[mark] = w.View().Draft != ""
				}
			}
			delete(got, "trusted")
			want := map[string]bool{
				"start": false, "turn": false, "draft": true, "up": true, "home": true,
				"gone": false, "blank first": true, "to the top": test.top,
			}
			if test.agent == "opencode" {
				for _, page := range []string{"help", "help closed", "status", "status closed"} {
					want[page] = false
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("whether there is a draft (-want +got):\n%s", diff)
			}
		})
	}
}

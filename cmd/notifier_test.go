package cmd

import (
	"slices"
	"testing"

	"rooda/orchestrator"
)

// A call says something, also where the agent has not said what it asks.
func TestCallHasWords(t *testing.T) {
	for _, tt := range []struct {
		q    orchestrator.InteractionNeeded
		want string
	}{
		{orchestrator.InteractionNeeded{Kind: "question", Excerpt: "Run\nmake?"}, "Run make?"},
		{orchestrator.InteractionNeeded{Kind: "stuck", Note: "attach and look"}, "attach and look"},
		{orchestrator.InteractionNeeded{Kind: "permission"}, unworded},
	} {
		if got := asksFor(orchestrator.Event{}, tt.q); !slices.Contains(got, "ROODA_EXCERPT="+tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

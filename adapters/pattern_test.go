package adapters

import (
	"slices"
	"testing"
)

// TestPatternsAreWellFormed compiles every pattern that the program holds.
func TestPatternsAreWellFormed(t *testing.T) {
	patterns := []*pattern{timer, numbered, unnumbered, column, gap, wallClock, frame, wordless, boundary, paragraph, keyHelp, ticked, reports, rule, closed, hints, hint, counting, counter, percent, secret, code, labeled, prompted, word, radio, direct, prompt, pointed, signed, item, plainEdge, plainRow, closing, pair, inPairs, task, bare, pager, prose, clipped}
	for _, topic := range kinds {
		patterns = append(patterns, topic.words, topic.answers)
	}
	for _, p := range patterns {
		p.MatchString("")
	}
}

// The rule of every agent's dialogs, which is data, and what tells a list from
// a composer mean the same lines.
func TestKeyHelpIsOne(t *testing.T) {
	signs, err := genericSigns()
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(signs.Dialogs, func(d DialogRule) bool { return slices.Contains(d.Features, keyHelp.text) }) {
		t.Error("generic.yml has no dialog with the pattern of keyHelp")
	}
}

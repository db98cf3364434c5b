package adapters

import "testing"

// TestPatternsAreWellFormed compiles every pattern that the program holds.
func TestPatternsAreWellFormed(t *testing.T) {
	patterns := []pattern{timer, numbered, unnumbered, column, gap, wallClock, frame, wordless, boundary, paragraph, keyHelp}
	for _, topic := range kinds {
		patterns = append(patterns, topic.words)
	}
	for _, p := range patterns {
		p.MatchString("")
	}
}

package adapters

import (
	"slices"
	"strings"
)

// towers reports whether the composer is only out of sight because the text in
// it is taller than the screen: its end has come to stand at the bottom, and is
// where something is typed. A question may quote the text there, too.
func (s *Submission) towers(v View) bool {
	if len(s.marks) == 0 || v.Covered {
		return false
	}
	end := s.marks[len(s.marks)-1]
	switch {
	case strings.Count(solid(v.Bottom), end) <= strings.Count(solid(s.before.Bottom), end):
		return false
	case v.Focused:
		return strings.HasSuffix(solid(v.Caret), end)
	}
	return strings.HasSuffix(solid(v.Caret), end) || v.founded(end)
}

// founded reports whether a text stands right above the lower edge of the
// composer, which may have a line about the agent in its frame.
func (v View) founded(end string) bool {
	const above = 4
	lines := strings.Split(v.Text, "\n")
	for i, line := range slices.Backward(lines) {
		if v.Foot != "" && strings.TrimSpace(line) == v.Foot {
			return strings.Contains(solid(strings.Join(lines[max(0, i-above):i], "")), end)
		}
	}
	return false
}

// moved reports whether the screen says something else than at the last Enter.
// Clocks and counters tick whatever became of it.
func (s *Submission) moved(v View) bool {
	return v.Changed.After(s.held.Changed) && Unticked(v.Text) != Unticked(s.held.Text)
}

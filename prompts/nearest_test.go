package prompts

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestNearest(t *testing.T) {
	keys := []string{"auto_approve", "max_iterations", "iteration_timeout", "goal", "id"}
	tests := []struct {
		name  string
		known []string
		want  []string
	}{
		{"autoApprove", keys, []string{"auto_approve"}},
		{"max-iteration", keys, []string{"max_iterations"}},
		{"gaol", keys, []string{"goal"}},
		{"iter", keys, []string{"iteration_timeout"}},
		{"di", keys, []string{"id"}},
		{"x", keys, nil},
		{"", keys, nil},
		{"zzzzzz", keys, nil},
		{"goal", nil, nil},
		{"abc", []string{"abd", "abe", "abf", "abg"}, []string{"abd", "abe", "abf"}},
		{"abc", []string{"abd", "abd", "abc"}, []string{"abc", "abd"}},
		{"größe", []string{"grösse", "große"}, []string{"große", "grösse"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Nearest(tt.name, tt.known)); diff != "" {
			t.Errorf("Nearest(%q) (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestNearestProperties(t *testing.T) {
	word := rapid.StringMatching(`[a-dA-D_-]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		name, known := word.Draw(t, "name"), rapid.SliceOfN(word, 0, 8).Draw(t, "known")
		before := slices.Clone(known)
		got := Nearest(name, known)
		if len(got) > maxSuggestions || !slices.Equal(before, known) {
			t.Fatalf("Nearest(%q, %q) = %q; known is now %q", name, before, got, known)
		}
		for _, g := range got {
			if !slices.Contains(known, g) {
				t.Fatalf("%q is not a known name", g)
			}
		}
		if len(name) > 1 && slices.Contains(known, name) && !strings.EqualFold(got[0], name) {
			t.Fatalf("Nearest(%q, %q) = %q, want itself first", name, known, got)
		}
	})
}

func TestDistanceProperties(t *testing.T) {
	word := rapid.SliceOfN(rapid.RuneFrom([]rune("abcd")), 0, 8)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := distance(a, b)
		if d != distance(b, a) || (d == 0) != slices.Equal(a, b) || d > max(len(a), len(b)) {
			t.Fatalf("distance(%q, %q) = %d", string(a), string(b), d)
		}
	})
}

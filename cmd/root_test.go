package cmd

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/internal/console"
)

// TestCommandsAreWrittenDown: a command that is missing there would hide a
// procedure of its name without a word.
func TestCommandsAreWrittenDown(t *testing.T) {
	root := newRoot(console.Streams{})
	want := []string{"help"}
	for _, c := range root.Commands() {
		want = append(want, c.Name())
	}
	got := commands()
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
}

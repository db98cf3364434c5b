package session_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/session"
)

// A cursor yields each event once while the journal grows, none that is still
// being written, and none beyond what it is told to trust.
func TestCursor(t *testing.T) {
	handle := create(t, session.NewManager(t.TempDir()), fixture())
	all, some := session.NewCursor(handle.Dir(), 0), session.NewCursor(handle.Dir(), 3)
	next := func(c *session.Cursor, last uint64) []session.Event {
		t.Helper()
		got, err := c.Next(last)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	check := func(name string, got, want []session.Event) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	check("empty journal", next(all, 5), nil)
	if err := handle.Append(events(1, 4)); err != nil {
		t.Fatal(err)
	}
	check("what can be trusted", next(all, 2), events(1, 2))
	check("the rest", next(all, 9), events(3, 4))
	check("no more", next(all, 9), nil)
	check("from the middle", next(some, 9), events(4, 4))

	path := filepath.Join(handle.Dir(), "events.jsonl")
	whole := content(t, path)
	write(t, path, whole+`{"seq":5,"ti`)
	check("half a line", next(all, 9), nil)
	write(t, path, whole)
	if err := handle.Append(events(5, 700)); err != nil {
		t.Fatal(err)
	}
	var got []session.Event
	for piece := next(all, 700); piece != nil; piece = next(all, 700) {
		got = append(got, piece...)
	}
	check("in pieces", got, events(5, 700))
}

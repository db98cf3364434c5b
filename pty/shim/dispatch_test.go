package shim

import (
	"context"
	"testing"
)

// What an agent that does not read is owed stays so whatever else is tried.
func TestOwedIsKept(t *testing.T) {
	k := newKeyboard(func(context.Context, []byte) (int, error) { return 0, context.DeadlineExceeded })
	k.owed = []byte(pasteEnd)
	d := &dispatch{server: &server{keyboard: k}, text: []byte("abc"), report: newReport(nil)}
	if err := d.paced(t.Context()); err == nil || string(k.owed) != pasteEnd {
		t.Errorf("%v, still owed is %q", err, k.owed)
	}
}

// A key that was typed in part is ended before anything else is typed.
func TestKeyIsBrokenOff(t *testing.T) {
	for n, want := range []string{"", "[A", "A", "", "[B", "B", ""} {
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return n, context.DeadlineExceeded })
		d := &dispatch{server: &server{keyboard: k}, strike: [][]byte{[]byte("\x1b[A"), []byte("\x1b[B")}}
		if err := d.struck(t.Context()); err == nil || string(k.owed) != want {
			t.Errorf("%d: %v, owed is %q, want %q", n, err, k.owed, want)
		}
	}
}

// Nor does a text end inside of a key or a character.
func TestTextIsBrokenOff(t *testing.T) {
	text := "a\x1b[1;5Bé\x1bOPx"
	for n, want := range []string{"", "", "[1;5B", "1;5B", ";5B", "5B", "B", "", "\xa9", "", "OP", "P", "", ""} {
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return n, context.DeadlineExceeded })
		d := &dispatch{server: &server{keyboard: k}, text: []byte(text), report: newReport(nil)}
		if err := d.paced(t.Context()); err == nil || string(k.owed) != want {
			t.Errorf("%d: %v, owed is %q, want %q", n, err, k.owed, want)
		}
	}
}

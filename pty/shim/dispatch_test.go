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

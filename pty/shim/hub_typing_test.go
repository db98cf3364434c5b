package shim

import (
	"testing"

	"rooda/pty"
)

// Word of a wait that is over says nothing any more when it comes behind word of its end.
func TestWaitIsToldTooLate(t *testing.T) {
	h, v := newHub(pty.Size{Cols: 80, Rows: 24}, nil), &viewer{}
	for _, l := range []struct{ said, want line }{
		{line{true, 0}, line{true, 0}},
		{line{false, 0}, line{false, 0}},
		{line{true, 0}, line{false, 0}}, // of the same message
		{line{true, 3}, line{true, 3}},  // of the next
	} {
		if h.queue(v, l.said); lineOf(h, v) != l.want {
			t.Errorf("after %+v: %+v, want %+v", l.said, lineOf(h, v), l.want)
		}
	}
}

func lineOf(h *hub, v *viewer) line {
	stands, _, _ := h.of(v)
	return stands
}

func cutsOf(h *hub, v *viewer) int {
	_, cuts, _ := h.of(v)
	return cuts
}

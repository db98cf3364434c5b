package orchestrator

import (
	"math"
	"testing"
)

// After the last epoch there is none, and no session is locked out by that.
func TestAfter(t *testing.T) {
	for epoch, want := range map[int]int{0: 1, 1: 2, math.MaxInt - 1: math.MaxInt, math.MaxInt: math.MaxInt} {
		if got := after(epoch); got != want {
			t.Errorf("after %d comes %d, want %d", epoch, got, want)
		}
	}
}

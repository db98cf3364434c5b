package orchestrator

import (
	"math"
	"testing"

	"rooda/pty/shim"
)

// After the last epoch there is none, and no session is locked out by that.
func TestAfter(t *testing.T) {
	for epoch, want := range map[int]int{0: 1, 1: 2, shim.LastEpoch - 1: shim.LastEpoch, shim.LastEpoch: shim.LastEpoch} {
		if got := after(epoch); got != want {
			t.Errorf("after %d comes %d, want %d", epoch, got, want)
		}
	}
	if got := after(math.MaxInt); got != shim.LastEpoch { // told when there was no last one
		t.Errorf("after the highest number comes %d, want %d", got, shim.LastEpoch)
	}
}

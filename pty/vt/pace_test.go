package vt

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	for _, tt := range []struct {
		before, next string
		want         time.Duration
	}{
		{"y", "1", keyPause},
		{"y", "\r", EnterPause},
		{"\x1b[B", "y", keyPause},
		{"\x1b", "y", EscapePause},
		{"\x1b", "\r", EscapePause},
		{"\x1b\x1b", "\x1b[A", EscapePause},
	} {
		if got := Pace(tt.before, tt.next); got != tt.want {
			t.Errorf("%q, then %q: %v, want %v", tt.before, tt.next, got, tt.want)
		}
	}
}

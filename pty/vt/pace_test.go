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

func TestPaceBehind(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 0, "y": EnterPause, "a text": EnterPause, "y\x1b": EscapePause} {
		if got := PaceBehind([]byte(text), "1"); got != want {
			t.Errorf("behind %q: %v, want %v", text, got, want)
		}
	}
}

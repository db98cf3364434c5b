package cmd

import (
	"testing"
	"time"
)

// A time to wait is given as in a workflow's file.
func TestLimit(t *testing.T) {
	for text, want := range map[string]time.Duration{"2": 2 * time.Second, "0": 0, "1.5s": 1500 * time.Millisecond, "20m": 20 * time.Minute, "-1s": -1, "2.5": -1, "": -1, "7d": -1} {
		var l limit
		err := l.Set(text)
		if refused := want < 0; refused != (err != nil) || !refused && time.Duration(l) != want {
			t.Errorf("%q: %s, %v, want %s", text, time.Duration(l), err, want)
		}
	}
}

package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// Much output begins with the mark of an open question, and a question that has been answered keeps it.
func TestMarksThatAskNothing(t *testing.T) {
	for _, shown := range []string{
		"$ go test ./...\nok   rooda/pty  0.2s\n? rooda/cmd [no test files]",
		"?   rooda/cmd [no test files]\n?   rooda/e2e [no test files]",
		"? unknown",
		"M modified\n? unknown",
		"? x : y",
		"? c.go",
		"? a.txt",
		"? optional",
		"\x1b[33m? rooda/cmd [no test files]\x1b[m",
		"\x1b[32m?\x1b[39m \x1b[1mInstall?\x1b[22m \x1b[36mYes\x1b[39m",
		"◆  It is done",
	} {
		for _, busy := range []bool{false, true} {
			s := told(t, strings.ReplaceAll(shown, "\n", "\r\n"), busy, "hello", "go")
			if s.count(adapters.Blocked) > 0 {
				t.Errorf("%q, busy %v: %q", shown, busy, s.w.State().Excerpt)
			}
		}
	}
	if state := above(t, "? Proceed › - Yes / no"); state.Condition != adapters.Blocked {
		t.Errorf("a place for an answer: %s", state.Condition)
	}
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.paint("? Name of the branch ")
	s.wait(5 * time.Second)
	s.want(adapters.Blocked, adapters.Unspecified, adapters.ByScreen)
}

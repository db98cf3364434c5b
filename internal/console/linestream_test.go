package console

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestStreamUnfinishedLine: a line without an end is seen while it waits, and
// stands there once when it has its end (AI-18, LOOP-29).
func TestStreamUnfinishedLine(t *testing.T) {
	const log = "[log]" // something else is written
	tests := []struct {
		name     string
		terminal bool
		steps    []string // "~" begins an unfinished line, a duration waits
		want     string
	}{
		{"whole lines", false, []string{"a\n", "b\n"}, "a\nb\n"},
		{"a question", false, []string{"~Go on? ", "100ms", "Go on? yes\n"}, "Go on? yes\n"},
		{"too early", false, []string{"~Go on? ", "99ms"}, ""},
		{"growing", false, []string{"~a", "100ms", "~ab", "100ms", "abc\nd\n"}, "abc\nd\n"},
		{"never still, but growing", false, []string{"~a", "60ms", "~ab", "60ms"}, "ab"},
		{"after output", false, []string{"x\n", "~a", "100ms", "ab\n"}, "x\nab\n"},
		{"end of a piece", false, []string{"~a", "100ms", "a"}, "a"},
		{"counter", false, []string{"~1%", "100ms", "~2%", "900ms", "~3%", "900ms", "4%\n"}, "1%\n4%\n"},
		{"counter that stops", false, []string{"~1%", "100ms", "~2%", "1s", "2%\n"}, "1%\n2%\n"},
		{"counter erased", false, []string{"~1%", "100ms", "~", "2s", "\nx\n"}, "1%\nx\n"},
		{"backspace", false, []string{"~abd", "100ms", "abc\n"}, "abd\nabc\n"},
		{"log in between, then the end", false, []string{"~Go on? ", "100ms", log, "Go on? \nx\n"}, "Go on? \n[log]\nx\n"},
		{"log in between, then more", false, []string{"~Go on? ", "100ms", log, "~Go on? y", "100ms", "Go on? yes\n"}, "Go on? \n[log]\nGo on? yes\n"},
		{"log in between, then the rest at once", false, []string{"~Go on? ", "100ms", log, "Go on? yes\n"}, "Go on? \n[log]\nGo on? yes\n"},
		{"log in between, then nothing", false, []string{"~Go on? ", "100ms", log, "5s", "Go on? ", log}, "Go on? \n[log]\n[log]\n"},
		{"log before it is shown", false, []string{"~Go on? ", log, "Go on? yes\n"}, "[log]\nGo on? yes\n"},

		{"counter on a terminal", true, []string{"~1%", "100ms", "~2%", "100ms", "3%\n"}, "1%\r\x1b[K2%\r\x1b[K3%\n"},
		{"counter erased on a terminal", true, []string{"~1%", "100ms", "~", "100ms", log}, "1%\r\x1b[K[log]\n"},
		{"too wide for the terminal", true, []string{"~1234567890", "100ms", "~2%", "100ms", "1s", "3%\n"}, "1234567890\n2%\r\x1b[K3%\n"},
		{"behind a long line", true, []string{"long", "~1%", "100ms", "2%\n"}, "long1%\n2%\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				var erasable func([]byte) bool
				if test.terminal {
					erasable = func(text []byte) bool { return len(text) < 10 }
				}
				s := NewLineStream(&out, erasable, func(err error) { t.Error(err) })
				for _, step := range test.steps {
					if d, err := time.ParseDuration(step); err == nil {
						time.Sleep(d)
						synctest.Wait()
					} else if line, ok := strings.CutPrefix(step, "~"); ok {
						s.Unfinished([]byte(line))
					} else if step == log {
						s.EndLine()
						out.WriteString(log + "\n")
					} else {
						s.Write([]byte(step))
					}
				}
				if diff := cmp.Diff(test.want, out.String()); diff != "" {
					t.Errorf("shown (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestStreamReaderGone: that nobody reads is said once, also when it is the
// unfinished line that finds out.
func TestStreamReaderGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := 0
		var s *LineStream
		s = NewLineStream(broken{}, nil, func(error) { told++; s.EndLine() })
		s.Unfinished([]byte("Go on? "))
		time.Sleep(soon)
		synctest.Wait()
		s.Unfinished([]byte("Go on? y"))
		s.Write([]byte("Go on? yes\n"))
		s.EndLine()
		if told != 1 {
			t.Errorf("told %d times, want 1", told)
		}
	})
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("nobody reads") }

package console

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLoggerShowsEveryByte: no value ends at a byte that is no character, and
// none acts on the terminal that shows it, in colour or not (ERR-58).
func TestLoggerShowsEveryByte(t *testing.T) {
	tests := []struct {
		name  string
		value any
		want  string
	}{
		{"invalid bytes", "ung\xfcltig\xff.", `"ung\xfcltig\xff."`},
		{"a replaced character", "ung\uFFFDltig.", "\"ung\uFFFDltig.\""},
		{"an error", errors.New("read \xe4: gone"), `"read \xe4: gone"`},
		{"an escape sequence", "a\x1b[31mred\x1b]0;title", `"a\x1b[31mred\x1b]0;title"`},
		{"an escape sequence in writing", `a\x1b[31mred b`, `"a\\x1b[31mred b"`},
		{"lines", "one\ntwo\t.", `"one\ntwo\t."`},
		{"nothing odd", "grün", "grün"},
		{"words", "grün und", `"grün und"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, color := range []bool{false, true} {
				var out bytes.Buffer
				NewLogger(&out, LogStyle{Format: "text", Timestamp: "none", Color: color}).Info("m", "key", test.value)
				want := "INFO m key=" + test.want + "\n"
				if color {
					want = "INFO m \x1b[2mkey=\x1b[0m" + test.want + "\n"
				}
				if diff := cmp.Diff(want, out.String()); diff != "" {
					t.Errorf("colour %t (-want +got):\n%s", color, diff)
				}
			}
		})
	}
}

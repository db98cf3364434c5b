package shim

import (
	"context"
	"strings"
	"testing"
)

// A key that is broken off anywhere is ended as the same key.
func TestStrokeIsCompleted(t *testing.T) {
	for _, key := range []string{
		"a", "é", "端", "\x1bx", "\x1bé", "\x1b\r", "\x1b\x1b[A", "\x1b[A", "\x1b[1;5B", "\x1bOP", "\x1bO5P",
		"\x1b[M !!", "\x1b[<0;12;3M", "\x1b[[A", "\x1b[27;5;9~", "\x1b[97;5u", "\xff",
	} {
		for _, before := range []string{"", "x", "é", "\x1b[B", "\x1bb", "\xa9"} {
			for _, after := range []string{"", "y", "é", "\x1b[C", "\r"} {
				p := []byte(before + key + after)
				for n := range key {
					want := ""
					if n > 0 {
						want = key[n:]
					}
					if got := string(completion(p, len(before)+n, false)); got != want {
						t.Errorf("%q cut at %d: %q, want %q", p, len(before)+n, got, want)
					}
				}
			}
		}
	}
	for _, tt := range []struct{ p, want string }{
		{"\x1b\x1b", "\x1b"}, {"\x1b", ""}, {"\x1b\x1bx", "\x1bx"}, {strings.Repeat("\x1b", 100), ""},
	} {
		if got := string(completion([]byte(tt.p), 1, false)); got != tt.want {
			t.Errorf("%q cut at 1: %q, want %q", tt.p, got, tt.want)
		}
	}
}

// A text is typed in pieces that cut no key in two, wherever it is.
func TestPiecesAreClearOfKeys(t *testing.T) {
	for _, key := range []string{"é", "\x1bx", "\x1b[1;5B", "\x1bOP", "\x1b[M !!"} {
		for at := textPiece - len(key); at <= textPiece; at++ {
			text := strings.Repeat("x", at) + key + strings.Repeat("y", 10)
			var pieces []string
			k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
				pieces = append(pieces, string(p))
				return len(p), nil
			})
			d := &dispatch{server: &server{keyboard: k}, text: []byte(text), report: newReport(nil)}
			if err := d.paced(t.Context()); err != nil || strings.Join(pieces, "") != text {
				t.Fatalf("%v, typed %q", err, pieces)
			}
			if in := strings.Join(pieces, "|"); !strings.Contains(in, key) {
				t.Errorf("%q at %d is cut: %q", key, at, in[textPiece-8:])
			}
		}
	}
}

package cmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLastLines: the last lines stay, however they come, and whole ones only in order.
func TestLastLines(t *testing.T) {
	var all strings.Builder
	for i := range 25 {
		fmt.Fprintln(&all, "line", i)
	}
	all.WriteString("unfinished")
	lines := strings.SplitAfter(all.String(), "\n")
	for _, most := range []int{1, 2, 7, 26, 27, 100} {
		for _, piece := range []int{1, 3, 10, 1000} {
			var out bytes.Buffer
			l := &lastLines{w: &out, max: most}
			for rest := all.String(); rest != ""; {
				n := min(piece, len(rest))
				_, _ = l.Write([]byte(rest[:n]))
				rest = rest[n:]
			}
			if out.Len() > 0 {
				t.Fatalf("%q before the end", out.String())
			}
			if err := l.Flush(); err != nil {
				t.Fatal(err)
			}
			_, _ = l.Write([]byte(" and more\n"))
			if want := strings.Join(lines[max(len(lines)-most, 0):], "") + " and more\n"; out.String() != want {
				t.Errorf("the last %d in pieces of %d: %q, want %q", most, piece, out.String(), want)
			}
		}
	}
}

// TestLastLinesLong: of a line without an end, as an interface paints one, the end is kept, and
// it begins with a whole sequence or character.
func TestLastLinesLong(t *testing.T) {
	for name, frame := range map[string]string{"sequences": "\x1b[5;3Hframe", "characters": "日本語"} {
		var out bytes.Buffer
		cut := 0
		l := &lastLines{w: &out, max: 3, cut: func() { cut++ }}
		_, _ = l.Write([]byte("before\n"))
		painted := strings.Repeat(frame, 1000)
		for range 64 * longLine / len(painted) {
			_, _ = l.Write([]byte(painted))
		}
		held := 0
		for _, line := range l.lines {
			held += cap(line)
		}
		if held > 5*longLine {
			t.Errorf("%s: %d bytes are held of it", name, held)
		}
		_, _ = l.Write([]byte("the end\nafter"))
		if err := l.Flush(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		begins := strings.TrimPrefix(got, "before\n")
		if len(begins) == len(got) || !utf8.ValidString(got) || frame[0] == '\x1b' && begins[0] != '\x1b' || !strings.HasSuffix(got, frame+"the end\nafter") || len(got) < longLine {
			t.Errorf("%s: %d bytes, from %q to %q", name, len(got), got[:min(40, len(got))], got[max(0, len(got)-40):])
		}
		if cut != 1 {
			t.Errorf("%s: told %d times", name, cut)
		}
	}
}

func BenchmarkLastLines(b *testing.B) {
	line := []byte("a line of a log\n")
	for _, most := range []int{10, 10000} {
		b.Run(fmt.Sprint(most), func(b *testing.B) {
			for b.Loop() {
				l := &lastLines{w: &bytes.Buffer{}, max: most}
				for range 300_000 {
					_, _ = l.Write(line)
				}
			}
		})
	}
}

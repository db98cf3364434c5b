package oracle

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rooda/pty"
)

// shared holds recordings that may not be copied into the repository.
const shared = "../../../../shared/recordings"

// TestRecordings feeds what agents printed, whole.
func TestRecordings(t *testing.T) {
	recordings := map[[2]int][]recording{} // by the size of the terminal
	for _, where := range []struct {
		agent, pattern string
		least          int
	}{
		{"", "../testdata/*/*.cast.gz", 10},
		{"", "../../../adapters/testdata/*.cast.gz", 3}, // narrow ones
		{"claude", shared + "/claude/*.cast", 0},
		{"copilot", shared + "/copilot/*.cast", 0},
	} {
		paths, _ := filepath.Glob(where.pattern)
		if len(paths) < where.least {
			t.Errorf("found %d recordings in %s", len(paths), where.pattern)
		}
		if len(paths) == 0 {
			t.Run(where.agent, func(t *testing.T) {
				t.Skipf("recordings of %s may not be copied into the repository and are not on this machine", where.agent)
			})
		}
		for _, path := range paths {
			r := readRecording(t, path)
			recordings[r.size] = append(recordings[r.size], r)
		}
	}
	for size, list := range recordings {
		for _, o := range oracles(t, size[0], size[1]) {
			for _, r := range list {
				name := o.name + " " + r.name
				t.Run(name, func(t *testing.T) {
					if why, ok := recordingDifferences[name]; ok {
						t.Skip(why)
					}
					// At the end the program has cleaned up; look at busier moments too.
					for _, part := range []int{3, 2, 1} {
						compare(t, o, r.stream[:cutAt(r.stream, len(r.stream)/part)], size[0], size[1])
					}
				})
			}
		}
	}
}

// cutAt moves n back to before an escape character, so that no sequence is cut.
func cutAt(stream []byte, n int) int {
	if n == len(stream) {
		return n
	}
	return max(bytes.LastIndex(stream[:n], []byte("\x1b[")), 0)
}

// recording is what an agent printed on a terminal of one size.
type recording struct {
	name   string
	size   [2]int // columns and rows
	stream []byte
}

func readRecording(t *testing.T, path string) recording {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	cast, err := pty.ReadCast(in)
	if err != nil {
		t.Fatal(err)
	}
	r := recording{name: filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path), size: [2]int{cast.Header.Width, cast.Header.Height}}
	for e, err := range cast.Events() {
		switch {
		case err != nil:
			t.Fatal(err)
		case e.Type == "r": // each terminal moves the lines in its own way
			return r
		case e.Type == "o":
			r.stream = append(r.stream, e.Data...)
		}
	}
	return r
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

func compare(t failer, o oracle, stream []byte, cols, rows int) {
	t.Helper()
	want, got := o.take(stream), model(stream, cols, rows)
	if o.name == "tmux" {
		want, got = want.withoutBackground(), got.withoutBackground()
	}
	for i := range want {
		if want[i] != got[i] {
			t.Fatalf("after %d bytes, row %d:\n%s has %q\n model has %q", len(stream), i, o.name, want[i], got[i])
		}
	}
}

// agreed are the pieces of random streams: what agents print, without what
// differences_test.go lists.
var agreed = []string{
	"a", "hello ", "0123456789", "─│", "ABC", "\r", "\r\n", "\t",
	"\r\x1b[%dA", "\r\x1b[%dB", "\x1b[%dC", "\x1b[%dE", "\x1b[%dF", "\x1b[%dG", "\x1b[%d;%dH", "\r\x1b[%dd",
	"\r\x1b[K", "\x1b[H\x1b[J", "\r\x1b[2K", "\r\x1b[1J", "\x1b[2;5r\x1b[3H\x1b[%dM", "\x1b[2;5r\x1b[4H\x1b[%dL", "\x1b[r\x1b[%dM", "\x1b[r\x1b[3H\x1b[%dL", "\r\x1b[%dP", "\r\x1b[%d@", "\r\x1b[%dX",
	"\x1b[%dS", "\x1b[%dT", "\x1b[2;5r", "\x1b[1;4r", "\x1b[3;6r", "\x1b[r", "\r\x1b7\x1b[2;2Hs\x1b8", "\r\x1bD", "\r\x1bM",
	"\x1b[m", "\x1b[1m", "\x1b[2;3m", "\x1b[7m", "\x1b[22;23;27m", "\x1b[3%dm", "\x1b[38;2;%d;9;9m", "\x1b[38;5;1%dm", "\x1b[9%dm", "\x1b[39m",
	"\x1b[4%dm", "\x1b[49m", "\x1b[4:3m", "\x1b[24m",
	"\x1b(0lqk\x1b(B", "\r\x1b[?1049h\x1b[Halt\x1b[?1049l", "\r\x1b[m\x1b[?1049h\x1b[2;3H", "\x1b[?25l", "\x1b]0;t%d\a", "\x1b]8;;http://x\x1b\\l\x1b]8;;\x1b\\", "\x1b[?2026h",
	"e\u0301", "\r\x1b[4hXY\x1b[4l", "\r\x1b[?7l0123456789ABCDEFGHIJKLMN\r\x1b[?7h", "\x1bH", "\r\x1b[%dC\x1bH", "\x1b[g", "\x1b[3g",
}

// wide are pieces with characters of two columns, and halving those that may leave
// half of one, or show how that half looks: oracles differ there.
var (
	wide    = []string{"世", "\r世界", "a世b", "世e\u0301"}
	halving = []string{
		"\x1b[1m", "\x1b[2;3m", "\x1b[7m", "\x1b[3%dm", "\x1b[38;2;%d;9;9m", "\x1b[38;5;1%dm", "\x1b[9%dm", "\x1b[4%dm", "\x1b[4:3m", "\x1b]8;;http://x\x1b\\l\x1b]8;;\x1b\\",
		"\t", "\x1b[%dC", "\x1b[%dG", "\x1b[%d;%dH", "\r\x1b7\x1b[2;2Hs\x1b8", "\r\x1b[m\x1b[?1049h\x1b[2;3H", "\r\x1b[%dC\x1bH",
		"\r\x1b[1J", "\r\x1b[%dP", "\r\x1b[%d@", "\r\x1b[%dX", "\r\x1b[4hXY\x1b[4l",
	}
)

// TestRandom compares random streams.
func TestRandom(t *testing.T) {
	const cols, rows = 20, 6
	for _, o := range oracles(t, cols, rows) {
		t.Run(o.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				var b strings.Builder
				pieces, avoid := agreed, o.avoid
				if rapid.Bool().Draw(t, "wide") {
					pieces, avoid = slices.Concat(agreed, wide), slices.Concat(o.avoid, halving)
				}
				for _, form := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 40).Draw(t, "pieces") {
					if slices.Contains(avoid, form) {
						continue
					}
					numbers := make([]any, strings.Count(form, "%d"))
					for i := range numbers {
						numbers[i] = rapid.IntRange(1, 7).Draw(t, "n")
					}
					fmt.Fprintf(&b, form, numbers...)
				}
				compare(t, o, []byte(b.String()), cols, rows)
			})
		})
	}
}

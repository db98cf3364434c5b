package vt_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/pty/vt"
)

// pieces are what streams are made of in the properties: every sequence that
// the model knows, with numbers to be filled in, text, and rubbish.
var pieces = []string{
	"a", "hello world ", "0123456789abcdefghij", "世界", "e\u0301", "👍🏽", "🇩🇪", "⚠\ufe0f", "─│", "\u0301",
	"\r", "\n", "\r\n", "\b", "\t", "\v", "\x0e", "\x0f", "\x85", "\x8d", "\x84",
	"\x1b[%dA", "\x1b[%dB", "\x1b[%dC", "\x1b[%dD", "\x1b[%dE", "\x1b[%dF", "\x1b[%dG", "\x1b[%d;%dH", "\x1b[%dI", "\x1b[%dZ",
	"\x1b[%dd", "\x1b[%da", "\x1b[%de", "\x1b[%d`", "\x1b[%dJ", "\x1b[%dK", "\x1b[%dL", "\x1b[%dM", "\x1b[%dP", "\x1b[%d@",
	"\x1b[%dX", "\x1b[%dS", "\x1b[%dT", "\x1b[%db", "\x1b[%d;%dr", "\x1b[r", "\x1b[s", "\x1b[u", "\x1b7", "\x1b8",
	"\x1bD", "\x1bM", "\x1bE", "\x1bH", "\x1b[g", "\x1b[3g", "\x1b#8", "\x1b[!p", "\x1bc",
	"\x1b[4h", "\x1b[4l", "\x1b[20h", "\x1b[20l", "\x1b[?6h", "\x1b[?6l", "\x1b[?7h", "\x1b[?7l", "\x1b[?25l", "\x1b[?25h",
	"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l", "\x1b[?1048h", "\x1b[?1048l",
	"\x1b[?2004h", "\x1b[?1003;1006h", "\x1b[?1003l", "\x1b[?1004h", "\x1b[?1h", "\x1b=", "\x1b>", "\x1b[%d q",
	"\x1b[m", "\x1b[1m", "\x1b[7;4:3m", "\x1b[22;24m", "\x1b[3%dm", "\x1b[4%dm", "\x1b[49m", "\x1b[38;2;%d;%d;9m", "\x1b[48:5:%dm", "\x1b[58:2::1:%d:3m",
	"\x1b(0", "\x1b(B", "\x1b)0", "\x1b*0", "\x1bN", "\x1bn",
	"\x1b[>%du", "\x1b[<u", "\x1b[=%d;2u", "\x1b[>4;%dm", "\x1b[6n", "\x1b[c",
	"\x1b]2;title %d\a", "\x1b]8;;http://%d\x1b\\", "\x1b]8;;\x1b\\", "\x1b]9;4;1;%d\a", "\x1bPx\x1b\\", "\x1b]0;\u2733",
	"\x1b", "\x1b[", "\x1b[1;", "\xe4\xb8", "\xff", "\x9b", "\x18",
}

// streams generates output for a small screen.
func streams() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		var b bytes.Buffer
		for _, form := range rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 60).Draw(t, "pieces") {
			numbers := make([]any, strings.Count(form, "%d"))
			for i := range numbers {
				numbers[i] = rapid.IntRange(0, 9).Draw(t, "n")
			}
			fmt.Fprintf(&b, form, numbers...)
		}
		return b.Bytes()
	})
}

// view is everything that a snapshot tells, in a form to compare.
func view(sn *vt.Snapshot) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d %+v %q %v %v\n", sn.Cols, sn.Rows, sn.Cursor, sn.Title, sn.Modes.Names(), sn.Keyboard)
	for y := range sn.Rows {
		fmt.Fprintf(&b, "%2d %-5v %q\n", y, sn.Line(y).Wrapped(), sn.Line(y).Styled())
	}
	return b.String()
}

// TestAnyChunking: how the output is cut changes nothing.
func TestAnyChunking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stream := streams().Draw(t, "stream")
		whole := vt.New(vt.Options{Cols: 12, Rows: 5, Scrollback: 8})
		whole.Write(stream)
		cut := vt.New(vt.Options{Cols: 12, Rows: 5, Scrollback: 8})
		for rest := stream; len(rest) > 0; {
			n := rapid.IntRange(1, min(9, len(rest))).Draw(t, "chunk")
			cut.Write(rest[:n])
			rest = rest[n:]
		}
		same(t, whole, cut)
	})
}

type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

// same compares all that two screens tell.
func same(t fataler, a, b *vt.Screen) {
	t.Helper()
	if diff := cmp.Diff(view(a.Snapshot()), view(b.Snapshot())); diff != "" {
		t.Fatalf("screens differ:\n%s", diff)
	}
	if diff := cmp.Diff(history(a), history(b)); diff != "" {
		t.Fatalf("histories differ:\n%s", diff)
	}
	if diff := cmp.Diff(a.Replies(), b.Replies()); diff != "" {
		t.Fatalf("replies differ:\n%s", diff)
	}
	if diff := cmp.Diff(a.Events(), b.Events()); diff != "" {
		t.Fatalf("events differ:\n%s", diff)
	}
}

func history(s *vt.Screen) (lines []string) {
	for _, l := range s.Lines(0, 1000) {
		lines = append(lines, l.Styled())
	}
	return lines
}

// TestRepaint: what Styled and ModeBytes write makes another terminal equal,
// not only to look at: the same output afterwards has the same effect.
func TestRepaint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := vt.New(vt.Options{Cols: 12, Rows: 5, Scrollback: 8})
		stream := streams().Draw(t, "stream")
		first.Write(stream)
		sn := first.Snapshot()
		second := vt.New(vt.Options{Cols: 12, Rows: 5, Scrollback: 8})
		second.Write(sn.Styled())
		second.Write(sn.ModeBytes())
		if diff := cmp.Diff(view(sn), view(second.Snapshot())); diff != "" {
			t.Fatalf("after %q and %q:\n%s", sn.Styled(), sn.ModeBytes(), diff)
		}
		// What had come only in part comes again.
		rest := stream[sn.Offset:]
		if bytes.ContainsFunc(rest, func(r rune) bool { return r < ' ' && r != 0x1b }) {
			return // controls inside it have had their effect
		}
		second.Write(rest)
		for range 3 {
			more := []byte(rapid.SampledFrom(afterwards).Draw(t, "more"))
			first.Write(more)
			second.Write(more)
		}
		if diff := cmp.Diff(unwrapped(first), unwrapped(second)); diff != "" {
			t.Fatalf("later, after %q and %q:\n%s", sn.Styled(), sn.ModeBytes(), diff)
		}
	})
}

// unwrapped is the view without saying which rows go on: of a row that was
// last on the screen that is not known in a repaint.
func unwrapped(s *vt.Screen) string {
	return strings.ReplaceAll(view(s.Snapshot()), " true  ", " false ")
}

// afterwards makes differences in what cannot be seen show.
var afterwards = []string{
	"qx", "\tX", "\nX", "\x1b8qX", "\x1b[?1049lqX", "\x1b[?47lqX", "\x1b[3;3HX", "\x1b[9B\nX", "\x1b[9A\x1bMX", "\x0eq\x0fq", "\x1b[2KX",
}

// TestResize: any sizes in any order leave a whole screen that still works.
func TestResize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := vt.New(vt.Options{Cols: 12, Rows: 5, Scrollback: 8})
		for range rapid.IntRange(1, 6).Draw(t, "rounds") {
			s.Write(streams().Draw(t, "stream"))
			cols, rows := rapid.IntRange(0, 30).Draw(t, "cols"), rapid.IntRange(0, 20).Draw(t, "rows")
			s.Resize(cols, rows)
			sn := s.Snapshot()
			if sn.Cols != max(cols, 2) || sn.Rows != max(rows, 1) {
				t.Fatalf("%dx%d after a resize to %dx%d", sn.Cols, sn.Rows, cols, rows)
			}
			whole(t, sn)
			s.Write([]byte("\x18\x1b[!p\x1b[99;99H\x1b[mZ"))
			if got := s.Snapshot().Line(sn.Rows - 1).Cell(sn.Cols - 1).Text; got != "Z" {
				t.Fatalf("last cell is %q", got)
			}
		}
	})
}

// whole checks that a snapshot is in order: no half characters, no line too
// long, the cursor inside.
func whole(t fataler, sn *vt.Snapshot) {
	if sn.Cursor.X < 0 || sn.Cursor.X >= sn.Cols || sn.Cursor.Y < 0 || sn.Cursor.Y >= sn.Rows {
		t.Fatalf("cursor at %+v", sn.Cursor)
	}
	for y := range sn.Rows {
		line := sn.Line(y)
		if line.Len() > sn.Cols {
			t.Fatalf("row %d has %d cells", y, line.Len())
		}
		for x := 0; x < sn.Cols; x++ {
			switch cell := line.Cell(x); {
			case cell.Width == 0:
				t.Fatalf("half a character at %d,%d", x, y)
			case cell.Width == 2:
				if x++; x == sn.Cols || line.Cell(x).Width != 0 {
					t.Fatalf("half a character at %d,%d", x-1, y)
				}
			}
		}
	}
}

func TestResizeKeepsTheMainScreen(t *testing.T) {
	s := vt.New(vt.Options{Cols: 10, Rows: 4})
	s.Write([]byte("1\r\n2\r\n3\r\n4\r\n5"))
	s.Write([]byte("\x1b[?1049halt"))
	s.Resize(10, 2)
	s.Resize(12, 6)
	s.Write([]byte("\x1b[?1049lX"))
	if got := picture(s.Snapshot()); got != "1|2|3|4|5X @2,4" {
		t.Error(got)
	}
}

// FuzzScreen: any bytes leave a whole screen, in any cutting the same, whose
// repaint shows the same.
func FuzzScreen(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte("ab\r\n"+p+"世x"), uint8(3))
	}
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		a := vt.New(vt.Options{Cols: 9, Rows: 4, Scrollback: 3})
		a.Write(stream)
		b := vt.New(vt.Options{Cols: 9, Rows: 4, Scrollback: 3})
		writeChunks(b, stream, int(size))
		same(t, a, b)
		whole(t, a.Snapshot())
	})
}

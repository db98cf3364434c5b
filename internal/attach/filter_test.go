package attach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rooda/pty/vt"
)

func TestFilter(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"text", "héllo\r\nworld\t✳", "héllo\r\nworld\t✳"},
		{"colours", "\x1b[1;38;2;1;2;3mx\x1b[4:3m", "\x1b[1;38;2;1;2;3mx\x1b[4:3m"},
		{"modes", "\x1b[?2004h\x1b[?1049h", "\x1b[?2004h\x1b[?1049h"},
		{"device attributes", "a\x1b[cb\x1b[0cc\x1b[>cd\x1b[=ce", "abcde"},
		{"status reports", "a\x1b[5nb\x1b[6nc\x1b[?6nd\x1b[?996ne", "abcde"},
		{"mode requests", "a\x1b[?2026$pb\x1b[4$pc", "abc"},
		{"version, keyboard, sizes", "\x1b[>q\x1b[>0q\x1b[?u\x1b[14t\x1b[16t\x1b[18t\x1b[?4mx", "x"},
		{"colours asked", "\x1b]10;?\x1b\\\x1b]11;?\a\x1b]4;1;?\ax", "x"},
		{"colours set", "\x1b]11;#000000\a", "\x1b]11;#000000\a"},
		{"clipboard asked", "\x1b]52;c;?\ax", "x"},
		{"clipboard set", "\x1b]52;c;aGk=\a", "\x1b]52;c;aGk=\a"},
		{"status records", "\x1b]7501;?\x1b\\\x1b]7501;state=idle\ax", "x"},
		{"terminfo and settings asked", "\x1bP+q544e\x1b\\\x1bP$qm\x1b\\x", "x"},
		{"graphics asked", "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\x", "x"},
		{"graphics", "\x1b_Gf=24,a=T;AAAA\x1b\\", "\x1b_Gf=24,a=T;AAAA\x1b\\"},
		{"where questions stood", "a\x00\x00b", "ab"},
		{"who are you", "a\x05b\x1bZc", "abc"},
		{"the person's history", "\x1b[2J\x1b[3J\x1b[H", "\x1b[2J\x1b[H"},
		{"the window", "\x1b[8;50;100t\x1b[1t\x1b[?3h\x1b[22;0tx\x1b[23;0t", "\x1b[22;0tx\x1b[23;0t"},
		{"a title", "\x1b]0;✳ a\a\x1b]2;b\x1b\\", "\x1b[22;0t\x1b]0;✳ a\a\x1b]2;b\x1b\\"},
		{"alternate scroll", "\x1b[?1007h\x1b[?1007l", "\x1b[?1007s\x1b[?1007h\x1b[?1007l"},
		{"a reset", "\x1b[?1000h\x1bcx", "\x1b[?1000h\x1b[?1000l\x1b[m\x1b[H\x1b[2Jx"},
		{"controls of one character", "\u009b1mx\xc2\x9d8;;u\a\x9b2J", "\x1b[1mx\x1b]8;;u\a\x1b[2J"},
		{"a void sequence", "\x1b[1\x1b[2mx\x1b]0;t\x1b[3mx", "\x1b[2mx\x1b[3mx"},
		{"a cancelled one", "\x1b[1\x18x", "x"},
		{"a control inside", "\x1b[1\nm", "\n\x1b[1m"},
		{"broken UTF-8", "a\xffb\xe2\x9cc", "a\xffb\xe2\x9cc"},
		{"cut UTF-8 before a sequence", "\xe2\x9c\x1b[m", "\xe2\x9c\x1b[m"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := filter{cols: 80}
			if got := string(f.appendTo(nil, []byte(test.in))); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			for i := 1; i < len(test.in); i++ {
				f := filter{cols: 80}
				got := string(f.appendTo(f.appendTo(nil, []byte(test.in[:i])), []byte(test.in[i:])))
				if got != test.want {
					t.Errorf("cut at %d: got %q, want %q", i, got, test.want)
				}
			}
		})
	}
}

// TestFilterEndless passes a string on that is longer than can be kept, and
// ends it when the terminal is left in the middle.
func TestFilterEndless(t *testing.T) {
	image := "\x1bPq" + strings.Repeat("~", 3*maxString) + "\x1b\\after"
	for _, size := range []int{1, 100, 1 << 20} {
		f := filter{cols: 80}
		var out []byte
		for rest := []byte(image); len(rest) > 0; {
			n := min(size, len(rest))
			out = f.appendTo(out, rest[:n])
			rest = rest[n:]
		}
		if string(out) != image {
			t.Errorf("in pieces of %d: %d bytes of %d came out", size, len(out), len(image))
		}
		if end := f.forget(); end != nil {
			t.Errorf("after the end: got %q", end)
		}
	}
	f := filter{cols: 80}
	f.appendTo(nil, []byte(image[:2*maxString]))
	if got := string(f.forget()); got != "\x18\x1b\\" {
		t.Errorf("in the middle: got %q", got)
	}
	if out := f.appendTo(nil, []byte("x")); string(out) != "x" {
		t.Errorf("afterwards: got %q", out)
	}
	f = filter{cols: 80}
	f.appendTo(nil, []byte(image[:2*maxString]))
	if got := string(f.interrupt()); got != "\x18\x1b\\" {
		t.Errorf("for another's: got %q", got)
	}
	if out := f.appendTo(f.aside(nil, []byte("\x1b[1mother")), []byte(image[2*maxString:])); string(out) != "\x1b[1motherafter" {
		t.Errorf("after another's: got %d bytes", len(out))
	}
}

// A long string is passed on in parts, whatever stands where it is cut.
func TestFilterCutsALongString(t *testing.T) {
	begin := "\x1bPq" + strings.Repeat("~", maxString-4)
	for end, want := range map[string]string{"Ü\x1b\\": "Ü\x1b\\", "\u009c": "\xc2\x1b\\"} {
		f := filter{cols: 80}
		if got := string(f.appendTo(nil, []byte(begin+end+"after"))); got != begin+want+"after" {
			t.Errorf("%q: got %q at its end", end, got[max(len(got)-20, 0):])
		}
	}
}

func TestFilterHoldsBack(t *testing.T) {
	for _, part := range []string{"\x1b", "\x1b[", "\x1b[?20", "\x1b]0;tit", "\x1b]0;t\x1b", "\x1b(", "\xe2", "\xe2\x9c", "\xc2"} {
		f := filter{cols: 80}
		if out := f.appendTo(nil, []byte("a"+part)); string(out) != "a" {
			t.Errorf("%q: got %q, want a", part, out)
		}
		if f.tokens.place == ground && len(f.tokens.seq) == 0 {
			t.Errorf("%q: nothing pending", part)
		}
	}
}

// pieces are what programs write that outlives them, and some that does not.
var pieces = []string{
	"text", "\r\n", "✳", "\x1b[31;1m", "\x1b[4:3m", "\x1b]8;id=1;http://x\x1b\\", "\x1b]8;;\x1b\\",
	"\x1b[?1049h", "\x1b[?1049l", "\x1b[?47h", "\x1b[?47l", "\x1b[?1047h", "\x1b[?1047l",
	"\x1b[?1h", "\x1b[?1l", "\x1b[?5h", "\x1b[?6h", "\x1b[?6l", "\x1b[?7l", "\x1b[?7h", "\x1b[?12h", "\x1b[?25l", "\x1b[?25h", "\x1b[?66h", "\x1b[?66l",
	"\x1b[?9h", "\x1b[?1000h", "\x1b[?1002h", "\x1b[?1003h", "\x1b[?1004h", "\x1b[?1005h", "\x1b[?1006h", "\x1b[?1006l", "\x1b[?1015h", "\x1b[?1016h",
	"\x1b[?1007h", "\x1b[?2004h", "\x1b[?2004l", "\x1b[?2026h", "\x1b[?2026l", "\x1b[?2031h", "\x1b[?2048h", "\x1b[?1;1000;25;2004h", "\x1b[?1;1000;25;2004l",
	"\x1b[4h", "\x1b[20h", "\x1b[4l", "\x1b=", "\x1b>", "\x1b(0", "\x1b(B", "\x1b)0", "\x1b*0", "\x0e", "\x0f", "\x1bn", "\x1bo",
	"\x1b[>1u", "\x1b[>31u", "\x1b[<u", "\x1b[<3u", "\x1b[=5u", "\x1b[=1;2u", "\x1b[>4;2m", "\x1b[>4;1m", "\x1b[>4m", "\x1b[>4;0m", "\x1b[>4n",
	"\x1b[2;5r", "\x1b[r", "\x1b[3g", "\x1b[g", "\x1bH", "\x1b[?5W", "\x1b[3 q", "\x1b[ q", "\x1b[6 q",
	"\x1b]0;title\a", "\x1b]2;other\x1b\\", "\x1b[22;0t", "\x1b[23;0t", "\x1b]9;4;1;50\a", "\x1b]9;4;0\a",
	"\x1b[!p", "\x1bc", "\x1b7", "\x1b8", "\x1b[5;7H", "\x1b[2J", "\x1b[3J", "\x1b[6n", "\x1b[c",
	"\u009b?1000h", "\x1b[?10", "\x1b]0;half", "\xe2\x9c",
}

// TestUndo runs whatever programs do through the filter and asks another
// terminal model whether the undoing leaves it as it was.
func TestUndo(t *testing.T) {
	const cols, rows = 40, 10
	rapid.Check(t, func(t *rapid.T) {
		drawn := rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces")
		f := filter{cols: cols}
		s := vt.New(vt.Options{Cols: cols, Rows: rows})
		s.Write([]byte("\x1b]2;mine\a"))
		for _, p := range drawn {
			s.Write(f.appendTo(nil, []byte(p)))
			if n := len(s.Replies()); n > 0 {
				t.Fatalf("after %q the terminal answers", p)
			}
		}
		s.Write(f.forget())
		s.Write(f.ledger.undoModes(cols))
		s.Write(f.ledger.undoRest())
		s.Write([]byte("\x1b7\x1b[HX\x1b[H\x1b7"))
		if got, want := state(s), "mine"; got != want {
			t.Fatalf("left behind by %q: %q", drawn, got)
		}
	})
}

// state is what differs from a terminal at its start; only the title is
// expected.
func state(s *vt.Screen) string {
	sn := s.Snapshot()
	fresh := vt.New(vt.Options{Cols: sn.Cols, Rows: sn.Rows})
	fresh.Write([]byte("\x1b7\x1b[HX\x1b[H\x1b7"))
	want := fresh.Snapshot()
	b := []byte(sn.Title)
	if sn.Modes != want.Modes {
		b = fmt.Appendf(b, " modes %v", sn.Modes.Names())
	}
	for _, flags := range sn.Keyboard.Kitty {
		if flags != 0 {
			b = fmt.Appendf(b, " keys %v", sn.Keyboard)
		}
	}
	if sn.Progress != want.Progress {
		b = fmt.Appendf(b, " progress")
	}
	sn.Title, sn.Keyboard.Kitty = "", nil
	if got := sn.ModeBytes(); !bytes.Equal(got, want.ModeBytes()) {
		b = fmt.Appendf(b, " state %q", got)
	}
	if sn.Line(0).Cell(0) != want.Line(0).Cell(0) {
		b = fmt.Appendf(b, " style %+v", sn.Line(0).Cell(0))
	}
	return string(b)
}

// FuzzFilter feeds anything in any cuts: it must not panic, keep much, or let
// a query through.
func FuzzFilter(f *testing.F) {
	for _, p := range pieces {
		f.Add([]byte(p), uint8(3))
	}
	f.Fuzz(func(t *testing.T, p []byte, size uint8) {
		filter := filter{cols: 80}
		s := vt.New(vt.Options{Cols: 80, Rows: 24})
		for len(p) > 0 {
			n := min(int(size)+1, len(p))
			s.Write(filter.appendTo(nil, p[:n]))
			p = p[n:]
			for _, r := range s.Replies() {
				if r.Data != nil {
					t.Fatalf("the terminal answers %q", r.Data)
				}
			}
		}
		s.Write(filter.forget())
		s.Write(filter.ledger.undoModes(80))
		if modes := s.Snapshot().Modes.Names(); len(modes) != 2 {
			t.Fatalf("left behind: %v", modes)
		}
	})
}

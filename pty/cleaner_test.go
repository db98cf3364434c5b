package pty

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// clean runs the pieces through one Cleaner and returns all of its text.
func clean(t testing.TB, pieces ...string) string {
	t.Helper()
	var out bytes.Buffer
	c := NewCleaner(&out)
	for _, p := range pieces {
		if n, err := c.Write([]byte(p)); n != len(p) || err != nil {
			t.Fatalf("Write(%q) = %d, %v", p, n, err)
		}
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// CORE-05: what a terminal would show, as text.
func TestCleanerText(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	tests := []struct{ name, in, want string }{
		{"plain", "one\ntwo", "one\ntwo"},
		{"crlf", "one\r\ntwo\r\n", "one\ntwo\n"},
		{"doubled cr", "one\r\r\ntwo", "one\ntwo"},
		{"blank lines stay", "a\n\n\nb", "a\n\n\nb"},
		{"tab stays", "a\tb", "a\tb"},
		{"vertical tab and form feed end a line", "a\vb\fc", "a\nb\nc"},
		{"other controls go", "a\x00\x01\x05\x07\x0e\x0f\x7fb", "ab"},

		// One-shot inputs that the regular expression gets wrong.
		{"title by bel", "\x1b]0;my title\x07X", "X"},
		{"title by st", "\x1b]0;Claude Code\x1b\\X", "X"},
		{"hyperlink", "\x1b]8;;https://a.b/c\x1b\\link\x1b]8;;\x1b\\ end", "link end"},
		{"progress", "\x1b]9;4;3;\x1b\\X", "X"},
		{"dcs", "\x1bP+q544e\x1b\\X", "X"},
		{"apc", "\x1b_Gi=1,a=q;AAAA\x1b\\X", "X"},
		{"pm", "\x1b^private\x1b\\X", "X"},
		{"sos", "\x1bXstring\x1b\\X", "X"},
		{"kitty keyboard", "\x1b[>1uA\x1b[<uB\x1b[?uC", "ABC"},
		{"modify other keys", "\x1b[>4;2mX", "X"},
		{"decrqm", "\x1b[?2026$pX", "X"},
		{"cursor shape", "\x1b[2 qX", "X"},
		{"soft reset", "\x1b[!pX", "X"},
		{"colon sgr", "\x1b[4:3mX\x1b[38:2::255:0:0mY", "XY"},
		{"row", "A\x1b[5dX", "A\nX"},
		{"erase characters", "A\x1b[10XX", "AX"},
		{"insert characters", "A\x1b[2@X", "AX"},
		{"scroll", "A\x1b[3SX", "A\nX"},
		{"save cursor", "A\x1b[sX", "AX"},
		{"raw c1", "a\x85b\x84c\x8dd\x9b31me\x9d0;t\x9cX", "abcd31me0;tX"},
		{"c1 as utf-8", "a\u0085b\u009b31me\u009d0;t\u009cX\u0080Y", "ab31me0;tXY"},
		{"rest of a cut character", "\x9f\x98\x80\n\x9fy\n<promise>\n\x1b[1mz", "\ny\n<promise>\nz"},
		{"twice encoded", "Stra\u00c3\u009fe\n<promise>\n\x1b[1mz", "Stra\u00c3e\n<promise>\nz"},
		{"graphics set", "\x1b(0lqk\x1b(B", "lqk"},
		{"progress by cr", "10%\r55%\r100%", "100%"},
		{"words set apart by moves", "Do\x1b[Cyou\x1b[2Cmind", "Do you  mind"},

		{"sgr", "\x1b[1;31merror\x1b[0m: no", "error: no"},
		{"cr at the end", "50%\r", "50%"},
		{"cr, colour, text", "wait\r\x1b[32mdone\x1b[0m\n", "done\n"},
		{"cr and erase", "long text\r\x1b[K\nnext", "\nnext"},
		{"erase to the end without cr", "keep\x1b[K\n", "keep\n"},
		{"erase line", "gone\x1b[2Kstays\n", "stays\n"},
		{"erase below after cr", "gone\r\x1b[Jstays\n", "stays\n"},
		{"clear screen keeps text", "kept\x1b[2J\x1b[Hnext", "kept\nnext"},
		{"column one", "gone\x1b[Gnew", "new"},
		{"words set apart by columns", "Do\x1b[4Gyou\x1b[8`mind", "Do you mind"},
		{"the next column", "a\x1b[2Gb", "ab"},
		{"a column to the left", "abc\x1b[2Gx\x1b[5Gy", "abc\nx  y"},
		{"a column behind wide characters", "日本\x1b[6Gx", "日本 x"},
		{"a column behind a tab", "a\tb\x1b[11Gc", "a\tb c"},
		{"a column of an empty line", "a\r\n\x1b[3Gb", "a\n  b"},
		{"a column after cr", "ab\r\x1b[4Gc\r\x1b[2Gd", "ab c\nd"},
		{"a column of a line that starts elsewhere", "\x1b[3;20Hab\x1b[23Gc", "ab c"},
		{"a column of nobody knows which line", "ab\x1b[Acd\x1b[9Ge\x1b[11Gf", "ab\ncd\ne f"},
		{"a column after a line is erased", "gone\x1b[2K\x1b[7Ga\x1b[9Gb", "a b"},
		{"a huge column", "a\x1b[1000Gb\x1b[1002Gc", "a" + strings.Repeat(" ", maxGap) + "b c"},
		{"a column after the cursor is restored", "\x1b7\x1b[r\x1b8a\x1b[3Gb\x1b7\x1b8c\x1b[7Gd", "a b\nc  d"},
		{"places in a row", "\x1b[5;3Hab\x1b[5;6Hc\x1b[5;1Hd\x1b[6;6He", "ab c\nd\ne"},
		{"places in a row that scrolled", "\x1b[5;1Hab\r\n\x1b[5;6Hc", "ab\nc"},
		{"tab after cr", "a\r\tb", "a\n\tb"},
		{"forward after cr", "abc\r\x1b[2Cx", "abc\n  x"},
		{"backspace", "abd\bc", "abc"},
		{"backspace over a rune", "aé\bb", "ab"},
		{"backspace at the start", "\b\bx", "x"},
		{"cursor left", "abcd\x1b[2Dx", "abx"},
		{"cursor left to the start", "50%\x1b[1000D60%\n", "60%\n"},
		{"cursor left, then the end", "text\x1b[1000D\n", "text\n"},
		{"repeat", "-\x1b[4bx", "-----x"},
		{"moves collapse", "a\x1b[5;1H\x1b[7;1H\x1b[A\x1b[Bb", "a\nb"},
		{"moves on an empty line", "\x1b[H\x1b[2;2Hx", "x"},
		{"moves after a line end", "a\n\x1b[3;1Hb", "a\nb"},
		{"huge forward", "a\x1b[99999999999999999999Cb", "a" + strings.Repeat(" ", maxGap) + "b"},
		{"index and reverse index", "a\x1bDb\x1bMc\x1bEd", "a\nb\nc\nd"},
		{"the left edge is saved", "\x1b[3;10H\r\x1b7abc\x1b8\x1b[5Gd", "abc\n    d"},
		{"restore cursor", "a\x1b7b\x1b8c\x1b[ud", "ab\nc\nd"},
		{"alternate screen", "a\x1b[?1049hb\x1b[?25l\x1b[?1;1049lc", "a\nb\nc"},
		{"application keypad", "\x1b=a\x1b>b", "ab"},
		{"two escapes", "\x1b\x1b[31mx", "x"},
		{"cancelled sequences", "\x1b[31\x18a\x1b]0;t\x1ab", "ab"},
		{"newline inside a sequence", "a\x1b[3\n1mb", "a\nb"},
		{"intermediate before parameter", "a\x1b[1 2Cb", "ab"},
		{"escape inside a string", "\x1b]0;title\x1b[31mred", "red"},
		{"title with 0x9c inside a rune", "\x1b]0;✳ Claude\x07X", "X"},
		{"bel does not end dcs", "\x1bPq\x07data\x1b\\X", "X"},

		{"wide", "日本語 🎉\n", "日本語 🎉\n"},
		{"lone continuation", "a\xbfb", "a\uFFFDb"},
		{"truncated rune", "a\xe2\x9bb", "a\uFFFDb"},
		{"truncated rune at the end", "a\xe2\x9b", "a\uFFFD"},
		{"overlong", "a\xc0\xafb", "a\uFFFD\uFFFDb"},
		{"surrogate", "a\xed\xa0\x80b", "a\uFFFD\uFFFDb"},
		{"escape cuts a rune", "\xe2\x9b\x1b[31mx", "\uFFFDx"},

		{"long line", long + "tail\n", long + "tail\n"},
		{"long line replaced", long + "tail\rnew\n", long + "\nnew\n"},
		{"unterminated title, then text", "\x1b]0;title\n<promise>SUCCESS</promise>\n", "\n<promise>SUCCESS</promise>\n"},
		{"long line erased", long + "tail\x1b[2Knew\n", long + "\nnew\n"},
		{"long line erased as it is passed on", long + "\x1b[2Knew\n", long + "\nnew\n"},
		{"long line erased to its end", long + "\x1b[Knew\n", long + "new\n"},
		{"unterminated for long", "\x1b]0;" + long + "rest", "xxrest"},
		{"unterminated lines for long", "\x1bPx\nfirst\n" + long + "rest", "\nfirst\n" + long + "rest"},
		{"unterminated title, then a sequence", "\x1b]0;title\n<promise>\n\x1b[32mbye", "\n<promise>\nbye"},
		{"unterminated dcs, then a sequence", "\x1bP\n<promise>\n\x1b[32mbye", "\n<promise>\nbye"},
		{"unterminated, then cancelled", "\x1b]0;title\none\x18two\x1b]0;title\nthree\x1afour", "\nonetwo\nthreefour"},
		{"unterminated in a character", "\x1b]0;t\na\xe2\x9b\x1b[mb", "\na\uFFFDb"},
		{"lines in a terminated string", "a\x1bPq\nsixel\n\x1b\\b", "ab"},
		{"unterminated twice", "\x1b]\n\x1b]a\nb", "\n\nb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, clean(t, tt.in)); d != "" {
				t.Errorf("clean(%.80q) (-want +got):\n%s", tt.in, d)
			}
			if len(tt.in) > 1000 {
				return
			}
			for i := range tt.in {
				if got := clean(t, tt.in[:i], tt.in[i:]); got != tt.want {
					t.Errorf("split at %d: %q, want %q", i, got, tt.want)
				}
			}
		})
	}
}

func TestCleanerHoldsTheLine(t *testing.T) {
	var out bytes.Buffer
	c := NewCleaner(&out)
	fmt.Fprint(c, "whole\r\nhalf")
	if got := out.String(); got != "whole\n" {
		t.Errorf("after a line and a half: %q", got)
	}
	fmt.Fprint(c, strings.Repeat("x", 3*maxLine))
	if got := out.Len(); got < 3*maxLine {
		t.Errorf("only %d bytes of a line of %d passed on", got, 3*maxLine)
	}
	if got := cap(c.out); got > 8*maxLine {
		t.Errorf("buffer grew to %d", got)
	}
}

func TestCleanerOSC(t *testing.T) {
	var got []string
	c := NewCleaner(&bytes.Buffer{})
	c.OnOSC = func(cmd int, data []byte) { got = append(got, fmt.Sprintf("%d %s", cmd, data)) }
	const in = "\x1b]0;✳ Claude Code\x07\x1b]7501;state=blocked:kind=permission;x\x1b\\text" +
		"\x1b]2;raw\x9c\x1b]2;utf8\u009c\x9d2;none\a\x1b]104\x07\x1b]0;cancelled\x18\x1b]0;cut\x1b[m\x1b]L;no number\x07\x1bP1;dcs\x1b\\"
	for i := range len(in) {
		c.Write([]byte(in[i : i+1]))
	}
	want := []string{"0 ✳ Claude Code", "7501 state=blocked:kind=permission;x", "2 raw", "2 utf8", "104 "}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

type failing struct{ calls int }

func (f *failing) Write([]byte) (int, error) { f.calls++; return 0, errors.New("full") }

func TestCleanerReportsTheFirstError(t *testing.T) {
	w := &failing{}
	c := NewCleaner(w)
	for range 3 {
		if n, err := c.Write([]byte("line\n")); n != 5 || err == nil {
			t.Fatalf("Write = %d, %v", n, err)
		}
	}
	if w.calls != 1 {
		t.Errorf("%d writes to a writer that failed, want 1", w.calls)
	}
	if c.Close() == nil {
		t.Error("Close hides the error")
	}
}

// terminal draws byte strings rich in sequences, whole and broken.
var terminal = rapid.Custom(func(t *rapid.T) string {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\x1b", "[", "]", "P", "\\", "\r", "\n", "\r\n", "\b", "\t", "\x07", "\x18", "\x9b", "\x9d", "\x9c", "\xc2", "\xe2\x9b",
			"\x1b[31m", "\x1b[2C", "\x1b[3D", "\x1b[K", "\x1b[2K", "\x1b[H", "\x1b[G", "\x1b[5b", "\x1b]0;✳ t\x07", "\x1b]8;;u\x1b\\", "\x1b_G\x1b\\",
			"\u009b1m", "日本", "🎉", "é", "0", "1;2", "?1049h", " ", "text", "<promise>SUCCESS</promise>",
		}),
		rapid.StringN(0, 8, 16),
		rapid.Map(rapid.SliceOfN(rapid.Byte(), 0, 6), func(b []byte) string { return string(b) }),
		rapid.Map(rapid.IntRange(maxLine-3, maxLine+3), func(n int) string { return strings.Repeat("y", n) }),
	)
	return strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "pieces"), "")
})

func TestCleanerAnyChunking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := terminal.Draw(t, "in")
		var whole bytes.Buffer
		c := NewCleaner(&whole)
		c.Write([]byte(in))
		c.Close()

		var pieces bytes.Buffer
		c = NewCleaner(&pieces)
		cuts := rand.New(rand.NewSource(rapid.Int64().Draw(t, "cuts")))
		for rest := in; rest != ""; {
			n := min(1+cuts.Intn(1<<cuts.Intn(18)), len(rest))
			c.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		c.Close()
		if d := cmp.Diff(whole.String(), pieces.String()); d != "" {
			t.Fatalf("depends on the chunks (-whole +pieces):\n%s", d)
		}
	})
}

// TestCleanerAgreesWithAnsi compares where both mean the same: no cursor
// moves, no CR, no broken sequences.
func TestCleanerAgreesWithAnsi(t *testing.T) {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{
			"\n", "\t", "\x1b[31m", "\x1b[0m", "\x1b[38;5;4m", "\x1b[4:3m", "\x1b]0;title\x07", "\x1b]8;;http://a\x1b\\", "\x1b]9;4;1;50\x1b\\",
			"\x1bP+q544e\x1b\\", "\x1b_Ga=q\x1b\\", "\x1b[?25l", "\x1b[?2004h", "\x1b[>1u", "\x1b[2 q", "\x1b(B", "\x1b=", "\x1b7", "日本語", "🎉", "é",
		}),
		rapid.StringMatching(`[ -~]{0,20}`),
	)
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOf(piece).Draw(t, "pieces"), "")
		var got bytes.Buffer
		c := NewCleaner(&got)
		c.Write([]byte(in))
		c.Close()
		if d := cmp.Diff(ansi.Strip(in), got.String()); d != "" {
			t.Fatalf("%q (-ansi +cleaner):\n%s", in, d)
		}
	})
}

func FuzzCleaner(f *testing.F) {
	f.Add([]byte("\x1b]0;t\x07a\r\nb\x1b[2Cc\xe2\x9b"), 3)
	f.Add([]byte("\x1bPx\n\x9d\xc2\x9b\x1b[1 2m"), 1)
	f.Fuzz(func(t *testing.T, in []byte, cut int) {
		cut = min(max(cut, 0), len(in))
		got := clean(t, string(in[:cut]), string(in[cut:]))
		if whole := clean(t, string(in)); got != whole {
			t.Errorf("cut at %d: %q, whole: %q", cut, got, whole)
		}
		if !utf8.ValidString(got) {
			t.Errorf("not UTF-8: %q", got)
		}
		if i := strings.IndexFunc(got, func(r rune) bool {
			return r < 0x20 && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0
		}); i >= 0 {
			t.Errorf("control character survives at %d: %q", i, got)
		}
	})
}

// AI-18: the line that waits for its end is told, as far as it stands, and
// telling of it changes nothing of the text.
func TestCleanerUnfinished(t *testing.T) {
	tests := []struct {
		name string
		in   []string
		want []string // after each write; "-" is nothing told
	}{
		{"whole lines", []string{"a\n", "b\r\n"}, []string{"-", "-"}},
		{"a question", []string{"x\nGo on? ", "yes", "\n"}, []string{"Go on? ", "Go on? yes", ""}},
		{"counter", []string{"1%\r", "2%\r", "\x1b[K", "3"}, []string{"1%", "2%", "", "3"}},
		{"backspace", []string{"abd", "\b", "c\n", "\n"}, []string{"abd", "ab", "", "-"}},
		{"half a sequence and half a character", []string{"a\x1b[3", "1mé"[:3], "1mé"[3:]}, []string{"a", "a", "aé"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			told := "-"
			c := NewCleaner(&out)
			c.OnUnfinished = func(line []byte) { told = string(line) }
			var got []string
			for _, p := range test.in {
				told = "-"
				_, _ = c.Write([]byte(p))
				got = append(got, told)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			_ = c.Close()
			if want := clean(t, test.in...); out.String() != want {
				t.Errorf("text %q, want %q", out.String(), want)
			}
		})
	}
}

package cmd

import (
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"rooda/pty/shim"
)

// waitFor feeds a text waiter what a terminal of 20x5 prints, in pieces of n bytes.
func waitFor(pattern, output string, n int) *textWaiter {
	w := newTextWaiter(regexp.MustCompile("(?m)"+pattern), shim.Picture{Cols: 20, Rows: 5})
	for len(output) > 0 {
		n := min(n, len(output))
		w.Write([]byte(output[:n]))
		output = output[n:]
	}
	return w
}

// A line begins and ends where the agent says, not where a read, the screen, or what is kept does.
func TestWaitTextLines(t *testing.T) {
	many := strings.Repeat("test 7: with no error ERROR at all in it\r\n", 300)
	endless := strings.Repeat("with an ERROR in it ", 4000)
	for _, test := range []struct {
		pattern, output string
		now, rest       bool // found before it is at rest, and then
	}{
		{"^ERROR", many, false, false},
		{"ERROR$", many, false, false},
		{"with$|tes$|^est|^ith", many, false, false},
		{`\btes\b`, many, false, false},
		{"^test 7.*it$", many, true, true},
		{"ERROR", many, true, true},
		{"it\ntest", many, true, true},
		{"^ERROR", endless, false, false},
		{"^with.*ERROR", endless, true, true},
		{"^with.*it $", endless + "\r\n", true, true},
		{"^done$", endless + "\r\ndone\r\n", true, true},
		{"ready>", "ready>", true, true},
		{"^ready>$", "ready>", false, true},
		{`\[y/N\] $`, "Go on? [y/N] ", false, true},
		{`\[y/N\]$`, "Go on? [y/N] ", false, true},
		{`\[y/N\]  $`, "Go on? [y/N] ", false, false},
		{`tomorrow\? \[y/N\] $`, "Delete it, today or tomorrow? [y/N] ", false, true},
		{"(stop$|ready>)", "ready>", true, true},
		{"^ready>$", "ready> \r\x1b[Kready>\r\n", true, true},
		{"^two$", "\x1b[2J\x1b[3;1Htwo\x1b[1;1Hone", true, true},
		{"^on$", "\x1b[2J\x1b[3;1Htwo\x1b[1;1Hon", false, true},
		{"^0123$", "0123456789abcdefghij0123", false, false},
		{"^éa$", "éa\r\n", true, true},
	} {
		for _, n := range []int{1, 7, 101, 1009, 1 << 20} {
			if n < 100 && len(test.output) > 1000 || n < 1000 && len(test.output) > 20000 {
				continue
			}
			w := waitFor(test.pattern, test.output, n)
			now := w.found()
			if w.look(true); now != test.now || w.found() != test.rest {
				t.Errorf("%q in %.50q by %d: found %t, at rest %t (%s), want %t, %t", test.pattern, test.output, n, now, w.found(), w.said, test.now, test.rest)
			}
		}
	}
}

// What stood on the screen before belongs to the line that goes on.
func TestWaitTextJoinsLate(t *testing.T) {
	re := regexp.MustCompile("(?m)^ERROR")
	far := strings.Repeat("\r\nx", 20)
	for name, test := range map[string]struct {
		picture shim.Picture
		output  string
		want    bool
	}{
		"in a line":         {shim.Picture{Styled: "\x1b[H\x1b[2J\x1b[1;1Hno ", Modes: "\x1b[1;4H"}, "ERROR" + far, false},
		"at its beginning":  {shim.Picture{Styled: "\x1b[H\x1b[2J\x1b[1;1Hno", Modes: "\x1b[2;1H"}, "ERROR" + far, true},
		"in a broken one":   {shim.Picture{Styled: "\x1b[H\x1b[2J\x1b[1;1HERROR", History: "0123456789abcdefghij\r\n", Modes: "\x1b[1;6H"}, far, false},
		"below a short one": {shim.Picture{Styled: "\x1b[H\x1b[2J\x1b[1;1HERROR", History: "0123456789abcdefghi\r\n", Modes: "\x1b[1;6H"}, far, true},
	} {
		test.picture.Cols, test.picture.Rows = 20, 5
		w := newTextWaiter(re, test.picture)
		w.Write([]byte(test.output))
		if w.found() != test.want {
			t.Errorf("%s: found %t (%s), want %t", name, w.found(), w.said, test.want)
		}
	}
}

func TestWaitTextTells(t *testing.T) {
	for _, test := range []struct{ pattern, output, want string }{
		{"tests? (passed|failed)", "3 tests passed\r\n", "shows tests passed"},
		{"^4.*$", strings.Repeat("3 no\r\n", 500) + "4 yes, it is\r\n" + strings.Repeat("5\r\n", 50), "shows 4 yes, it is"},
		{"a\nb", "a\r\nb", "shows a b"},
	} {
		if w := waitFor(test.pattern, test.output, 1<<20); w.said != test.want {
			t.Errorf("%q: %q, want %q", test.pattern, w.said, test.want)
		}
	}
}

// An endless line costs no more memory than another.
func TestWaitTextEndlessLine(t *testing.T) {
	w := waitFor("^never$", "begins", 4096)
	piece := []byte(strings.Repeat("goes on and on; ", 4096))
	used := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := used()
	for range 20 {
		w.Write(piece)
	}
	if now := used(); now > before+(1<<19) {
		t.Errorf("%d bytes are used after 1.3 MB, %d before", now, before)
	}
	runtime.KeepAlive(w)
}

// The matcher agrees with the library where all of the text is there.
func TestMatcherAgrees(t *testing.T) {
	texts := []string{"", "a", "ab", "b\na", "\n", "a\n", "éb a", "xaab\n\nb", "a-b"}
	for _, pattern := range []string{"a", "^a", "a$", "^a$", `\bb`, `a\b`, `\Bb`, `\Aa`, `b\z`, "(?-m:^b)", "a.b", "(?s:a.b)", "a{2}b", "[^a]$", "(?i)A|é", "b$\n^a", "x*y"} {
		re := regexp.MustCompile("(?m)" + pattern)
		for _, text := range texts {
			m := newMatcher(re)
			m.feed([]byte(text))
			if got, want := m.upTo(edge), re.MatchString(text); got != want {
				t.Errorf("%s in %q: %t, want %t", pattern, text, got, want)
			}
		}
	}
}

func BenchmarkWaitText(b *testing.B) {
	line := []byte(fmt.Sprintf("\x1b[32mtest\x1b[m %d: with no error at all in it\r\n", 4711))
	p := []byte(strings.Repeat(string(line), 16<<10/len(line)))
	w := newTextWaiter(regexp.MustCompile("(?m)^ERROR|tests? (passed|failed)$"), shim.Picture{Cols: 120, Rows: 40})
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		w.Write(p)
	}
}

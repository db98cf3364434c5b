package console

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is broken loses nothing, breaks no word, is not wider than it has to be, and stays as it is then.
func TestFoldWordsLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab/ 端é"))).Draw(t, "text")
		width := rapid.IntRange(2, 12).Draw(t, "width")
		indent := rapid.SampledFrom([]string{"", " "}).Draw(t, "indent")
		folded := FoldWords(text, width, indent)
		if got, want := strings.Fields(folded), strings.Fields(text); !slices.Equal(got, want) {
			t.Fatalf("%q became %q", text, folded)
		}
		for line := range strings.SplitSeq(folded, "\n") {
			if Columns(line) > width && len(strings.Fields(line)) > 1 {
				t.Fatalf("%q is wider than %d", line, width)
			}
		}
	})
}

// A command stays on one line, whatever else must not.
func TestFoldWordsKeepsCommands(t *testing.T) {
	for text, command := range map[string]string{
		"hint: the rooda that runs it starts it again; then: rooda attach 01a1fec6-dfde/code":    "rooda attach 01a1fec6-dfde/code",
		"hint: rooda session resume 01a1fec6-dfde goes on with it where it stands":               "rooda session resume 01a1fec6-dfde",
		"hint: look first, and then rooda wait latest/build --for waiting --timeout 10m, or not": "rooda wait latest/build --for waiting --timeout 10m,",
		"hint: quote it: rooda send latest/build 'the text of it' --enter and so on":             "rooda send latest/build 'the text of it' --enter",
		"hint: process 4711 was stopped; kill -CONT 4711 wakes it up again":                      "kill -CONT 4711",
		"hint: --force does not stop for a person; rooda screen 01a1fec6-dfde/code shows it":     "rooda screen 01a1fec6-dfde/code",
	} {
		for width := 1; width < len(text); width++ {
			folded := FoldWords(text, width, "")
			if !strings.Contains(folded, command) || strings.ReplaceAll(folded, "\n", " ") != text {
				t.Fatalf("at %d columns:\n%s", width, folded)
			}
		}
	}
	const lost = "rooda session resume 01a1fec6-dfde --lost retry"
	if got, want := FoldWords(lost+" (or resume, or fail)", len(lost)+2, ""), lost+"\n(or resume, or fail)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := FoldWords("whoever starts rooda again may attach", 20, ""), "whoever starts\nrooda again may\nattach"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFoldWords(t *testing.T) {
	for _, tt := range []struct{ text, indent, want string }{
		{"as  it is", "", "as  it is"},
		{"one two three four five", "", "one two three\nfour five"},
		{"  one two three four", "", "  one two\n  three four"},
		{"see /a/long/path/that/has/no/room now", "", "see\n/a/long/path/that/has/no/room\nnow"},
		{"one two three four", "    ", "one two three\n    four"},
		{"two words", "", "two words"},
		{"\x1b[31mone two three\x1b[0m hat", "", "\x1b[31mone two three\x1b[0m\nhat"},
		{"端末の 出力 端末", "", "端末の 出力\n端末"},
		{"   12 | key: a long excerpt\n      |   ^", "", "   12 | key: a long excerpt\n      |   ^"},
	} {
		if got := FoldWords(tt.text, 13, tt.indent); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

package cmd

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFold(t *testing.T) {
	tests := []struct {
		text  string
		width int
		want  string
	}{
		{"", 5, ""},
		{"fits", 4, "fits"},
		{"two words", 8, "two\nwords"},
		{"two words", 5, "two\nwords"},
		{"one two three", 7, "one two\nthree"},
		{"a/long/path/to", 8, "a/long/\npath/to"},
		{"see a/long/path", 9, "see a/\nlong/path"},
		{"unbreakable", 4, "unbr\neaka\nble"},
		{"端末の出力", 5, "端末\nの出\n力"},
		{"端", 1, "端"},
		{"\x1b[31mred\x1b[0m hat", 4, "\x1b[31mred\x1b[0m\nhat"},
		{"one\ntwo three", 5, "one\ntwo\nthree"},
		{" ab", 2, " a\nb"},
	}
	for _, tt := range tests {
		if got := fold(tt.text, tt.width); got != tt.want {
			t.Errorf("fold(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

func TestFoldLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("ab/ 端é"))).Draw(t, "text")
		width := rapid.IntRange(2, 12).Draw(t, "width")
		folded := fold(text, width)
		bare := strings.NewReplacer(" ", "", "\n", "")
		if bare.Replace(folded) != bare.Replace(text) {
			t.Fatalf("%q became %q", text, folded)
		}
		for line := range strings.SplitSeq(folded, "\n") {
			if styled.String(line) > width {
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
			folded := foldWords(text, width)
			if !strings.Contains(folded, command) || strings.ReplaceAll(folded, "\n", " ") != text {
				t.Fatalf("at %d columns:\n%s", width, folded)
			}
		}
	}
	if got, want := foldWords("whoever starts rooda again may attach", 20), "whoever starts\nrooda again may\nattach"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFoldWords(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"as  it is", "as  it is"},
		{"one two three four five", "one two three\nfour five"},
		{"  one two three four", "  one two\n  three four"},
		{"see /a/long/path/that/has/no/room now", "see\n/a/long/path/that/has/no/room\nnow"},
		{"   12 | key: a long excerpt\n      |   ^", "   12 | key: a long excerpt\n      |   ^"},
	} {
		if got := foldWords(tt.text, 13); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

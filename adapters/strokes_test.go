package adapters_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/adapters"
)

func TestStrokes(t *testing.T) {
	for keys, want := range map[string][]string{
		"":                     nil,
		"1":                    {"1"},
		"y\r":                  {"y", "\r"},
		"yes\r":                {"y", "e", "s", "\r"},
		"a text\r":             {"a text", "\r"},
		"\x1b[B\x1b[B\r":       {"\x1b[B", "\x1b[B", "\r"},
		"\x1bOB\x1b[1;5Dé":     {"\x1bOB", "\x1b[1;5D", "é"},
		"\x1b":                 {"\x1b"},
		"\x1b\x1b[A":           {"\x1b", "\x1b[A"},
		"\x1bä\t":              {"\x1bä", "\t"},
		"\x1b[":                {"\x1b["},
		"y\x1b[Bsome more\x03": {"y", "\x1b[B", "some more", "\x03"},
	} {
		if diff := cmp.Diff(want, adapters.Strokes(keys)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", keys, diff)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		keys := rapid.StringOf(rapid.RuneFrom([]rune("ab é1\x1b[OB;\r\t"))).Draw(rt, "keys")
		if got := strings.Join(adapters.Strokes(keys), ""); got != keys {
			rt.Fatalf("%q has become %q", keys, got)
		}
	})
}

package adapters_test

import (
	"strings"
	"testing"
	"time"

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

// What stands of a question of which an answer's first keys have been typed.
func TestStands(t *testing.T) {
	const list = line + "\n Bash command\n Do you want to proceed?\n %1. Yes\n %2. No\n\n Esc to cancel"
	choose := func(cursor string) string {
		other := map[string]string{"❯ ": "  ", "  ": "❯ "}[cursor]
		return strings.Replace(strings.Replace(list, "%", cursor, 1), "%", other, 1)
	}
	for _, test := range []struct {
		name, before, typed, after string
		stands, later              bool
	}{
		{"a cursor that moves", choose("❯ "), "\x1b[B", choose("  "), true, true},
		{"nothing yet", choose("❯ "), "\x1b[B", choose("❯ "), true, true},
		{"an answer", choose("❯ "), "\x1b[B", "● Done.\n" + composer, false, false},
		{"another question", choose("❯ "), "\x1b[B", strings.Replace(choose("❯ "), "Bash", "Other", 1), false, false},
		{"a letter", "Overwrite a.txt? [y/n] ", "y", "Overwrite a.txt? [y/n] y", true, true},
		{"a letter below", "Overwrite a.txt? [y/n]\n> ", "y", "Overwrite a.txt? [y/n]\n> y", true, true},
		{"a letter that is not shown", "Overwrite a.txt? [y/n] ", "y", "Overwrite a.txt? [y/n] ", true, true},
		{"a letter that answers", "Overwrite a.txt? [y/n] ", "y", "Overwrite a.txt? [y/n] y\nOverwritten.", false, false},
		{"a question that took its place", "Overwrite a.txt? [y/n] ", "y", "Delete b.txt? [y/n] ", false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint(test.before)
			s.wait(15 * time.Second)
			d := s.w.State().Question()
			if d == nil {
				t.Fatalf("no question: %+v", s.w.State())
			}
			s.w.Own(s.now)
			s.paint(test.after)
			if stands, sure := s.w.View().Stands(d, test.typed); stands || sure {
				t.Errorf("not read: %t, sure %t", stands, sure)
			}
			s.wait(50 * time.Millisecond)
			if stands, sure := s.w.View().Stands(d, test.typed); stands != test.stands || stands && !sure {
				t.Errorf("%t, sure %t, want %t", stands, sure, test.stands)
			}
			s.wait(200 * time.Millisecond)
			if stands, sure := s.w.View().Stands(d, test.typed); stands != test.later || !sure {
				t.Errorf("later: %t, sure %t, want %t", stands, sure, test.later)
			}
		})
	}
}

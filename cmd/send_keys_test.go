package cmd

import (
	"errors"
	"strings"
	"testing"

	"rooda/internal/console"
)

// A key that was not quoted is no text: who forgets that is told the command.
func TestKeysAstray(t *testing.T) {
	for line, want := range map[string]string{
		"T --keys Escape y":             "rooda send T --keys 'Escape y';",
		"--keys Escape T y":             "rooda send T --keys 'Escape y';",
		"--keys Escape y T":             "--keys 'Escape",
		"T --keys Escape y --keys z":    "rooda send T --keys 'KEY KEY';",
		"T --keys=Down Down Enter":      "rooda send T --keys 'Down Down Enter';",
		"T text --keys Escape y":        "rooda send T text --keys 'Escape y';",
		"T one two":                     "quote it: rooda send T 'the text'",
		"T text --keys Enter --enter":   "",
		"T --enter text":                "",
		"--keys Enter T":                "",
		"T --keys Enter":                "",
		"T --keys Up --keys Enter":      "",
		"--enter T text --keys C-Enter": "",
	} {
		c := newSend(console.Streams{})
		if err := c.ParseFlags(strings.Fields(line)); err != nil {
			t.Fatal(err)
		}
		err := c.Args(c, c.Flags().Args())
		var advised hinted
		if want == "" && err != nil || want != "" && (!errors.As(err, &advised) || !strings.Contains(advised.Hint(), want)) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}

package adapters

import (
	"slices"
	"testing"
)

func TestReplies(t *testing.T) {
	for question, want := range map[string][]string{
		"Overwrite? [y/N]":                     {"y", "N"},
		"rm -r build\nSure? (yes/no/always)":   {"yes", "no", "always"},
		"Run it? (y)es/(n)o/(d)on't ask again": {"y", "yes", "n", "no", "d", "don't"},
		"Go on? y/n:":                          {"y", "n"},
		"Go on? [y/n] <y>":                     {"y", "n"},
		"Sure? [y/n]\nPassword:":               nil,
		"What is [y/n] good for, and why?":     nil,
		"Your name:":                           nil,
		"":                                     nil,
	} {
		if got := Replies(question); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}

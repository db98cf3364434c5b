package modelserver

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestUnwrap(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "build it", "build it"},
		{"wrapper first", "<system-reminder>\nbe nice\n</system-reminder>\nbuild it", "build it"},
		{"wrapper only", "<environment_context><cwd>/</cwd></environment_context>", ""},
		{"two wrappers", "a <x-y>1</x-y>b<x-y>2</x-y> c", "a b c"},
		{"the user's own tag", "end with <promise>SUCCESS</promise>", "end with <promise>SUCCESS</promise>"},
		{"never closed", "a <x-y> b", "a <x-y> b"},
		{"an angle bracket", "a < b", "a < b"},
		{"a list type", "list<a_b>", "list<a_b>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := unwrap(c.in); got != c.want {
				t.Errorf("unwrap(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestTurnSince(t *testing.T) {
	turn := newTurn([]Message{
		{System, "Procedure: build"},
		{User, "Procedure: build\nGo."},
		{Result, "old"},
		{User, "Procedure: build\nAgain."},
		{Result, "one"},
		{User, "<system-reminder>still there?</system-reminder>"},
		{User, "By the way, today is Monday."},
		{Result, "two"},
	}, nil)
	if want := "By the way, today is Monday."; turn.Prompt != want {
		t.Errorf("newest prompt %q, want %q", turn.Prompt, want)
	}
	if diff := cmp.Diff([]string{"two"}, turn.Results); diff != "" {
		t.Errorf("results since the newest prompt: %s", diff)
	}
	got, ok := turn.Since("Procedure: build")
	want := Turn{Prompt: "Procedure: build\nAgain.", Results: []string{"one", "two"}}
	if !ok {
		t.Fatal("the mark was not found")
	}
	ignore := cmpopts.IgnoreFields(Turn{}, "Messages", "Tools")
	if diff := cmp.Diff(want, got, ignore); diff != "" {
		t.Error(diff)
	}
}

func TestHasMark(t *testing.T) {
	const mark = "Procedure: build"
	for text, want := range map[string]bool{
		"Procedure: build":                   true,
		"ROODA\n  Procedure: build \r\nMore": true,
		"Procedure: build (Build)\nMore":     true,
		"Procedure: build-all":               false,
		"Procedure: builder":                 false,
		"The Procedure: build":               false,
		"Procedure:\nbuild":                  false,
		"":                                   false,
	} {
		if got := hasMark(text, mark); got != want {
			t.Errorf("hasMark(%q) = %v, want %v", text, got, want)
		}
	}
}

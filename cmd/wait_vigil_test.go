package cmd

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// Who is told of a silence is told of its end, also when another one answers in its place.
func TestVigil(t *testing.T) {
	terminal := func(hint string) silence { return silence{of: "s/t", who: "its terminal", hint: hint} }
	first, second := terminal("wake 1"), terminal("wake 2")
	full := silence{of: "s/t", who: "the session", unsaved: "no space left", hint: "show s"}
	type look struct {
		found silence
		there bool
	}
	fine, none := look{there: true}, look{}
	const again = "s/t: its terminal answers again\n"
	told := func(of silence) string { return fmt.Sprintf("warning: %v\n", of) }
	for _, tt := range []struct {
		name  string
		looks []look
		want  []string
	}{
		{"all is well", []look{fine, none, fine}, nil},
		{"it comes back", []look{{first, true}, {first, true}, fine, fine}, []string{told(first), again}},
		{"another comes", []look{{first, true}, none, fine}, []string{told(first), again}},
		{"another is silent, too", []look{{first, true}, none, {second, true}, fine}, []string{told(first), told(second), again}},
		{"the advice changes", []look{{first, true}, {second, true}}, []string{told(first)}},
		{"it comes back silent", []look{{first, true}, none, {first, true}}, []string{told(first)}},
		{"a disk is full for a while", []look{{full, true}, {full, true}, fine}, []string{"warning: s/t: the session is not saved: no space left; show s\n", "s/t: the session is saved again\n"}},
		{"it ends", []look{{first, true}, none, none}, []string{told(first)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var said []string
			i := 0
			v := vigil{
				say: func(format string, args ...any) { said = append(said, fmt.Sprintf(format, args...)) },
				ask: func(context.Context) (silence, bool) { return tt.looks[i].found, tt.looks[i].there },
			}
			for i = range tt.looks {
				v.look(t.Context())
			}
			if !slices.Equal(said, tt.want) {
				t.Errorf("%q, want %q", said, tt.want)
			}
			if last := tt.looks[len(tt.looks)-1].found; v.last != last {
				t.Errorf("last %v, want %v", v.last, last)
			}
		})
	}
}

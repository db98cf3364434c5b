package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

func question(kind adapters.Kind, text, fingerprint string, labels ...string) *adapters.Dialog {
	d := &adapters.Dialog{Kind: kind, Text: text, Fingerprint: fingerprint}
	for i, label := range labels {
		d.Options = append(d.Options, adapters.Option{Key: string(rune('1' + i)), Label: label, Selected: i == 0})
	}
	return d
}

func TestHandlers(t *testing.T) {
	permission := question(adapters.Permission, "Run ls?", "a", "Yes", "Yes, always", "No")
	trust := &adapters.Dialog{Kind: adapters.Trust, Text: "Trust it?", Options: []adapters.Option{{Label: "No, exit", Selected: true}, {Label: "Yes, I trust it"}}}
	tests := []struct {
		name    string
		handler adapters.Handler
		dialog  *adapters.Dialog
		want    string
	}{
		{"pressEnter is a carriage return (CORE-20)", adapters.Handler{Kind: adapters.Permission, Match: "ls", Use: "pressEnter"}, permission, "\r"},
		{"confirmYes takes the plain yes", adapters.Handler{Kind: adapters.Permission, Match: "ls", Use: "confirmYes"}, permission, "\r"},
		{"confirmYes takes nothing else", adapters.Handler{Kind: adapters.Permission, Match: "ls", Use: "confirmYes"}, question(adapters.Permission, "ls", "b", "Yes, always", "No"), ""},
		{"keys as they are", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"y", "\r"}}, permission, "y \r"},
		{"names of keys", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"Down", "C-c", "Enter"}}, permission, "\x1b[B \x03 \r"},
		{"text", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"n", "1", "10", "yes\r", "/exit", "\x1b[A"}}, permission, "n 1 1 0 y e s \r /exit \x1b[A"},
		{"Escape is a key of its own", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"Escape", "y", "\x1b", "[A"}}, permission, "\x1b y \x1b [ A"},
		{"Alt is none", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"M-y", "\x1by"}}, permission, "\x1by \x1by"},
		{"a word that is no key is never typed", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"y", "Enterr"}}, permission, ""},
		{"nor one with a modifier", adapters.Handler{Kind: adapters.Permission, Match: "ls", Keys: []string{"C-Entre"}}, permission, ""},
		{"choose by arrows", adapters.Handler{Kind: adapters.Trust, Match: "Trust", Choose: "^Yes"}, trust, "\x1b[B \r"},
		{"another kind", adapters.Handler{Kind: adapters.Question, Match: "ls", Use: "pressEnter"}, permission, ""},
		{"another text", adapters.Handler{Kind: adapters.Permission, Match: "rm", Use: "pressEnter"}, permission, ""},
		{"Enter is never a catch-all", adapters.Handler{Kind: adapters.Permission, Use: "pressEnter"}, permission, ""},
		{"nor without a kind", adapters.Handler{Match: ".", Use: "pressEnter"}, permission, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if a := adapters.NewPolicy([]adapters.Handler{test.handler}).Decide(shown(test.dialog), epoch.Add(time.Second)).Answer; a != nil {
				got = strings.Join(a.Keys, " ")
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPolicy(t *testing.T) {
	policy := adapters.NewPolicy([]adapters.Handler{
		{Name: "first", Kind: adapters.Permission, Match: "ls", Keys: []string{"1"}, MaxUses: 2},
		{Name: "second", Kind: adapters.Permission, Match: ".", Keys: []string{"2"}},
	})
	ask := func(d *adapters.Dialog) string {
		if a := policy.Decide(shown(d), epoch.Add(time.Second)).Answer; a != nil {
			return a.Handler
		}
		return ""
	}
	a, b, c := question(adapters.Permission, "ls a", "a"), question(adapters.Permission, "ls b", "b"), question(adapters.Permission, "ls c", "c")
	if got := ask(a); got != "first" {
		t.Errorf("the first that matches acts: %q", got)
	}
	if got := ask(a); got != "" {
		t.Errorf("the same question was answered again by %q", got)
	}
	policy.Resolved("a")
	if got := ask(a); got != "first" {
		t.Errorf("after it went away and came again: %q", got)
	}
	if got := ask(b) + " " + ask(c); got != "second second" {
		t.Errorf("after max_uses: %q", got)
	}
	if got := ask(question(adapters.Question, "ls", "d")); got != "" {
		t.Errorf("a question without a match was answered by %q (CORE-22)", got)
	}
	if got := ask(nil); got != "" {
		t.Errorf("nothing was answered by %q", got)
	}
}

// Every built-in agent's data is sound, and its handlers are in its policy.
func TestBuiltinSignsAreSound(t *testing.T) {
	registry := adapters.NewRegistry()
	for _, name := range append(registry.Names(), "generic") {
		signs, err := registry.Signs(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := adapters.NewDetector(signs); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if agent, err := registry.Get(name); err == nil && len(agent.AutoPolicy().Handlers) != len(signs.Handlers) {
			t.Errorf("%s: the policy has %d handlers of %d", name, len(agent.AutoPolicy().Handlers), len(signs.Handlers))
		}
	}
	if _, err := registry.Signs("nobody"); err == nil {
		t.Error("signs of an agent that is not there")
	}
}

func TestUnsoundSigns(t *testing.T) {
	for name, signs := range map[string]adapters.Signs{
		"pattern":      {Marks: adapters.Marks{Busy: []string{"("}}},
		"one feature":  {Dialogs: []adapters.DialogRule{{Features: []string{"x"}}}},
		"form":         {Dialogs: []adapters.DialogRule{{Features: []string{"x", "y"}, Form: "round"}}},
		"title state":  {Titles: []adapters.TitleRule{{Match: "x", State: adapters.Exited}}},
		"two actions":  {Handlers: []adapters.Handler{{Kind: adapters.Trust, Match: "x", Use: "pressEnter", Choose: "y"}}},
		"no match":     {Handlers: []adapters.Handler{{Kind: adapters.Trust, Use: "pressEnter"}}},
		"unknown use":  {Handlers: []adapters.Handler{{Kind: adapters.Trust, Match: "x", Use: "guess"}}},
		"unknown kind": {Handlers: []adapters.Handler{{Kind: "any", Match: "x", Use: "pressEnter"}}},
	} {
		if _, err := adapters.NewDetector(signs); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

package cmd

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/session"
)

// A choice is one that is seen, or that a host has seen where nothing says otherwise; a question that
// wants a text is none.
func TestListShown(t *testing.T) {
	two := []adapters.Option{{Key: "1", Label: "Yes", Selected: true}, {Key: "2", Label: "No"}}
	shown := func(d adapters.Dialog) adapters.View {
		return adapters.View{State: adapters.State{Condition: adapters.Blocked, Excerpt: "Run it?", Dialog: &d}}
	}
	said := &session.Interaction{Kind: "permission", Excerpt: "Which?", Options: []string{"a", "b"}}
	for name, tt := range map[string]struct {
		v    adapters.View
		said *session.Interaction
		want choice
	}{
		"seen":                {shown(adapters.Dialog{Options: two}), nil, choice{Interaction: session.Interaction{Excerpt: "Run it?", Options: []string{"1 Yes", "2 No"}, Yes: "1 Yes"}}},
		"letters":             {shown(adapters.Dialog{Text: "rm x\nRun it? [y/N]"}), nil, choice{session.Interaction{Excerpt: "Run it?", Options: []string{"y", "N"}}, true}},
		"an entry":            {shown(adapters.Dialog{Text: "Password:"}), nil, choice{}},
		"told":                {adapters.View{}, said, choice{Interaction: *said}},
		"told, and a text is": {adapters.View{Composing: true}, said, choice{}},
		"told of a letter":    {adapters.View{}, &session.Interaction{Excerpt: "Sure?", Yes: "y"}, choice{session.Interaction{Excerpt: "Sure?", Yes: "y", Options: []string{"y"}}, true}},
		"told of letters":     {adapters.View{}, &session.Interaction{Excerpt: "Sure? (yes/no)"}, choice{session.Interaction{Excerpt: "Sure? (yes/no)", Options: []string{"yes", "no"}}, true}},
		"told of an entry":    {adapters.View{}, &session.Interaction{Kind: "auth", Excerpt: "Your name:"}, choice{}},
		"nothing":             {adapters.View{}, nil, choice{}},
	} {
		got, ok := choiceShown(tt.v, tt.said)
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(choice{})); diff != "" || ok != (len(tt.want.Options) > 0) {
			t.Errorf("%s: %t, %s", name, ok, diff)
		}
	}
}

// What is no answer is not typed, Enter or not; behind an answer of a list, an Enter takes another.
func TestSendForbids(t *testing.T) {
	list := choice{Interaction: session.Interaction{Options: []string{"1 Yes", "2 No, stop"}}}
	letters := choice{session.Interaction{Options: []string{"y", "N", "always"}}, true}
	beside := adapters.View{Composing: true, State: adapters.State{Beside: true}}
	for _, tt := range []struct {
		c        choice
		v        adapters.View
		recorded *session.Interaction
		text     string
		enter    bool
		want     bool
	}{
		{list, adapters.View{}, nil, "2 files are missing", false, true},
		{list, adapters.View{}, nil, "2", false, false},
		{list, adapters.View{}, nil, "no, STOP", false, false},
		{list, adapters.View{}, nil, "2", true, true},
		{letters, adapters.View{}, nil, "you must not", true, true},
		{letters, adapters.View{}, nil, "you must not", false, true},
		{letters, adapters.View{}, nil, "Y", true, false},
		{letters, adapters.View{}, nil, "no\n", false, false},
		{letters, adapters.View{}, nil, "Always", true, false},
		{letters, beside, nil, "go on", true, false},
		{letters, beside, &session.Interaction{Excerpt: "the turn is over"}, "go on", true, false},
		{letters, beside, &session.Interaction{Excerpt: "Allow? [y/n]"}, "go on", true, true},
	} {
		o := sendOptions{enter: tt.enter}
		if got := o.forbids(tt.c, tt.v, tt.recorded, []byte(tt.text)); got != tt.want {
			t.Errorf("%q, Enter %t, to %q: %t", tt.text, tt.enter, tt.c.Options, got)
		}
	}
}

// An Enter may stand in the text, too.
func TestSendStrikes(t *testing.T) {
	for text, o := range map[string]sendOptions{"a": {enter: true}, "b": {keys: []string{"Tab"}}, "c\n": {}, "d\re": {paste: true}} {
		if !o.strikes([]byte(text)) {
			t.Errorf("%q with %+v strikes no key", text, o)
		}
	}
	if (sendOptions{paste: true}).strikes([]byte("1")) {
		t.Error("a character strikes Enter")
	}
}

// TestSendOfSeveralKeys: who does not quote them is told how, with the flag.
func TestSendOfSeveralKeys(t *testing.T) {
	for _, tt := range [][]string{{"--keys", "Escape", "y", "z", "T"}, {"T", "y", "z"}} {
		c := newSend(Streams{})
		if err := c.ParseFlags(tt); err != nil {
			t.Fatal(err)
		}
		var advised hinted
		if err := c.Args(c, c.Flags().Args()); !errors.As(err, &advised) || strings.Contains(advised.Hint(), "--keys '") != (len(tt) > 3) {
			t.Errorf("%q: %v, hint: %s", tt, err, advised.Hint())
		}
	}
}

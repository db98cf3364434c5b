package cmd

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/session"
)

// A list is one that is seen, or that a host has seen where nothing says otherwise; a question whose
// answer is typed is none.
func TestListShown(t *testing.T) {
	two := []adapters.Option{{Key: "1", Label: "Yes", Selected: true}, {Key: "2", Label: "No"}}
	shown := func(d adapters.Dialog) adapters.View {
		return adapters.View{State: adapters.State{Condition: adapters.Blocked, Excerpt: "Run it?", Dialog: &d}}
	}
	said := &session.Interaction{Kind: "permission", Excerpt: "Which?", Options: []string{"a", "b"}}
	for name, tt := range map[string]struct {
		v    adapters.View
		said *session.Interaction
		want session.Interaction
	}{
		"seen":                {shown(adapters.Dialog{Options: two}), nil, session.Interaction{Excerpt: "Run it?", Options: []string{"1 Yes", "2 No"}, Yes: "1 Yes"}},
		"a letter":            {shown(adapters.Dialog{}), nil, session.Interaction{}},
		"told":                {adapters.View{}, said, *said},
		"told, and a text is": {adapters.View{Composing: true}, said, session.Interaction{}},
		"told of a letter":    {adapters.View{}, &session.Interaction{Excerpt: "Sure?", Yes: "y"}, session.Interaction{}},
		"nothing":             {adapters.View{}, nil, session.Interaction{}},
	} {
		got, ok := listShown(tt.v, tt.said)
		if diff := cmp.Diff(tt.want, got); diff != "" || ok != (len(tt.want.Options) > 0) {
			t.Errorf("%s: %t, %s", name, ok, diff)
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

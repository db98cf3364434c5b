package cmd

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
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
	enter := choice{session.Interaction{Excerpt: "Run it? Enter to approve · Esc to reject"}, true}
	press := choice{session.Interaction{Excerpt: "Press y to allow, n to deny"}, true}
	for _, tt := range []struct {
		c     choice
		text  string
		enter bool
		want  bool
	}{
		{list, "2 files are missing", false, true},
		{list, "2", false, false},
		{list, "no, STOP", false, false},
		{list, "2", true, true},
		{letters, "you must not", true, true},
		{letters, "you must not", false, true},
		{letters, "Y", true, false},
		{letters, "no\n", false, false},
		{letters, "Always", true, false},
		{enter, "n", true, true},
		{enter, "n", false, true},
		{press, "n", true, false},
		{press, "yes", true, true},
	} {
		o := sendOptions{enter: tt.enter}
		if got := o.forbids(tt.c, []byte(tt.text)); got != tt.want {
			t.Errorf("%q, Enter %t, to %q: %t", tt.text, tt.enter, tt.c.Options, got)
		}
	}
}

// What stands beside a composer is asked unless the rooda that drives the session knows better.
func TestQuotes(t *testing.T) {
	sessions := session.NewManager(t.TempDir())
	definition := &workflows.Workflow{Name: "w", Stages: []workflows.Stage{{ID: "s", Tasks: []workflows.Task{{ID: "t"}}}}}
	host, err := sessions.Create(session.Record{Workflow: session.Workflow{Name: "w", Definition: definition}, Workdir: "/", Epoch: 1, Tasks: map[string]*session.Task{"t": {Stage: "s", Status: session.Running}}})
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	for _, tt := range []struct {
		known, hosted bool
		recorded      *session.Interaction
		want          bool
	}{
		{true, true, nil, true},
		{true, true, &session.Interaction{Kind: orchestrator.KindInput, Excerpt: "the turn is over"}, true},
		{true, true, &session.Interaction{Kind: "permission", Excerpt: "Run it?", Options: []string{"1 Yes", "2 No"}}, false},
		{true, true, &session.Interaction{Kind: "permission", Excerpt: "? for shortcuts"}, false},
		{true, false, nil, false},
		{false, true, nil, false},
		{false, true, &session.Interaction{Kind: orchestrator.KindInput, Excerpt: "the turn is over"}, false},
		{false, true, &session.Interaction{Kind: "unknown", Excerpt: "Allow? [y/n]"}, false},
	} {
		a := agent{id: host.ID(), task: "t", record: session.Record{Tasks: map[string]*session.Task{"t": {Status: session.Running, Interaction: tt.recorded}}}}
		if tt.hosted {
			a.sessions = sessions
		}
		if got := a.quotes(tt.known); got != tt.want {
			t.Errorf("%+v: %t", tt, got)
		}
	}
}

// An Enter may stand in the text, too.
func TestSendStrikes(t *testing.T) {
	for text, o := range map[string]sendOptions{"a": {enter: true}, "b": {keys: keyNames{given: []string{"Tab"}}}, "c\n": {}, "d\re": {paste: true}} {
		if !o.strikes([]byte(text)) {
			t.Errorf("%q with %+v strikes no key", text, o)
		}
	}
	if (sendOptions{paste: true}).strikes([]byte("1")) {
		t.Error("a character strikes Enter")
	}
}

package orchestrator

import (
	"os"
	"strings"
	"testing"

	"rooda/adapters"
)

// Who is called to an agent that asks nothing is told what to do, on a line.
func TestAdvice(t *testing.T) {
	lacks := func(why string) adapters.State {
		return adapters.State{Condition: adapters.Blocked, Kind: inputLacking, Excerpt: why}
	}
	for _, test := range []struct {
		state adapters.State
		want  []string
	}{
		{unreadable("the agent seems to rest"), []string{"rooda complete", manual}},
		{adapters.State{Condition: adapters.Unknown, Kind: adapters.Stuck}, []string{"attach", "rooda complete if it is done"}},
		{lacks(nothingCame(false)), []string{"rooda complete", manual}},
		{lacks(nothingCame(true)), []string{"attach", "rooda complete", manual}},
		{lacks("there is no sign that the text was taken"), []string{"attach", "rooda complete", manual}},
		{lacks("typing is not safe: this is version 1.2.34, and its screen is known from 1.1.0"), []string{"attach", `recorded: "1.2"`, "cautious: false"}},
		{lacks("typing is not safe: nobody has seen yet how it is driven (cautious: true)"), []string{"cautious: false"}},
		{lacks("typing is not safe: it seems to be idle, and shows nothing that looks like its composer"), []string{manual}},
		{lacks(promptless), []string{"rooda send", "rooda complete"}},
		{lacks(foreign), []string{"take it away"}},
		{lacks(turnOver), nil},
		{adapters.State{Condition: adapters.Blocked, Kind: adapters.Permission}, nil},
	} {
		q := obstacle{state: test.state}
		note := q.raised().Note
		if (note == "") != (test.want == nil) || strings.Contains(note, "\n") {
			t.Errorf("%q is told with %q", test.state.Excerpt, note)
		}
		for _, want := range test.want {
			if !strings.Contains(note, want) {
				t.Errorf("%q is told with %q, which lacks %q", test.state.Excerpt, note, want)
			}
		}
	}
	if _, err := os.Stat("../" + manual); err != nil {
		t.Error(err)
	}
}

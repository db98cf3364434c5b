package orchestrator

import (
	"os"
	"strings"
	"testing"

	"rooda/adapters"
)

// Who is called to an agent that asks nothing is told what to do, on a line.
func TestAdvice(t *testing.T) {
	asks := func(s adapters.State) obstacle { return obstacle{state: s} }
	lacks := func(l lack) obstacle { return obstacle{state: l.state(), lack: l} }
	fails := func(remedy string) obstacle {
		return lacks(lack{cause: unhanded, words: "typing is not safe", remedy: remedy})
	}
	for _, test := range []struct {
		q    obstacle
		want []string
	}{
		{asks(unreadable("the agent seems to rest")), []string{"rooda complete", manual}},
		{asks(adapters.State{Condition: adapters.Unknown, Kind: adapters.Stuck}), []string{"attach", "rooda complete if it is done"}},
		{lacks(lacking(textGone)), []string{"rooda complete", manual}},
		{lacks(lacking(textStays)), []string{"attach", "rooda complete", manual}},
		{fails(""), []string{"attach", "rooda complete", manual, "A shell script as an agent"}},
		{fails("cautious: false of the adapter"), []string{"attach", "set cautious: false of the adapter"}},
		{lacks(lacking(promptless)), []string{"rooda send", "rooda complete"}},
		{lacks(lacking(foreign)), []string{"take it away"}},
		{lacks(lacking(unsent)), []string{"--keys Enter", "take it away"}},
		{lacks(lacking(turnOver)), nil},
		{asks(adapters.State{Condition: adapters.Blocked, Kind: adapters.Permission}), nil},
	} {
		note := test.q.raised(scene{}).Note
		if (note == "") != (test.want == nil) || strings.Contains(note, "\n") {
			t.Errorf("%q is told with %q", test.q.state.Excerpt, note)
		}
		for _, want := range test.want {
			if !strings.Contains(note, want) {
				t.Errorf("%q is told with %q, which lacks %q", test.q.state.Excerpt, note, want)
			}
		}
	}
	if _, err := os.Stat("../" + manual); err != nil {
		t.Error(err)
	}
	if page, err := os.ReadFile("../" + scripts); err != nil || !strings.Contains(string(page), "## A shell script as an agent\n") {
		t.Errorf("%s shows no script: %v", scripts, err)
	}
}

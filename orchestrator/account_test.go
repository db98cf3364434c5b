package orchestrator

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// TestAccount: a row keeps what policy did at its moment, and there is another
// when only that changes.
func TestAccount(t *testing.T) {
	t.Parallel()
	begun := time.Unix(1000, 0)
	at := func(ms int) time.Time { return begun.Add(time.Duration(ms) * time.Millisecond) }
	asks := func(question string) adapters.State {
		return adapters.State{Condition: adapters.Blocked, Kind: adapters.Permission, By: adapters.ByDialog, Dialog: &adapters.Dialog{Fingerprint: question}}
	}
	works := adapters.State{Condition: adapters.Working, By: adapters.ByTitle}
	made := func(n, first, last, times int, s adapters.State) adapters.Evaluation {
		return adapters.Evaluation{Number: n, At: at(first), Last: at(last), Times: times, State: s}
	}
	var a account
	take := func(ms int, word string, s adapters.State, list ...adapters.Evaluation) {
		t.Helper()
		a.take(list, &obstacle{state: s, word: word}, at(ms))
	}
	one, two := asks("one"), asks("two")
	take(0, "", adapters.State{}, made(1, 0, 0, 1, works))
	take(100, "", adapters.State{}, made(1, 0, 90, 9, works))
	take(200, "", one, made(1, 0, 90, 9, works), made(2, 200, 200, 1, one)) // not ripe yet
	take(500, "answered by yes", one, made(2, 200, 400, 3, one))
	take(600, "answered by yes", one, made(2, 200, 600, 4, one))
	take(700, "", adapters.State{}, made(2, 200, 600, 4, one), made(3, 650, 650, 1, works))
	take(800, "", one, made(3, 650, 650, 1, works), made(4, 800, 800, 1, one))
	take(801, "somebody is attached", one, made(4, 800, 800, 1, one))
	take(900, "no handler is for it", two, made(4, 800, 800, 1, one), made(5, 890, 890, 1, two))
	var got []string
	for _, x := range a.rows {
		got = append(got, fmt.Sprintf("%d-%d x%d %s %q", x.Time.Sub(begun).Milliseconds(), max(0, x.Last.Sub(begun).Milliseconds()), x.Times, x.State, x.Policy))
	}
	want := []string{
		`0-90 x9 working ""`,
		`200-400 x3 blocked ""`,
		`500-0 x0 blocked "answered by yes"`,
		`650-0 x0 working ""`,
		`800-0 x0 blocked "somebody is attached"`,
		`890-0 x0 blocked "no handler is for it"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

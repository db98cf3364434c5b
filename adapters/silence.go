package adapters

import "fmt"

// silent is about an agent that works, or starts, and says nothing at all.
func (q *inquiry) silent() (State, bool) {
	heard := later(q.e.Started, q.e.Output)
	if q.e.Ready { // it may have been at rest until somebody typed, and have that time for an answer
		heard = later(heard, q.e.Input)
	}
	if q.e.Dialog != nil || heard.IsZero() || !q.past(heard.Add(stuckAfter)) {
		return State{}, false
	}
	quiet := *q
	quiet.now = heard.Add(stuckAfter - 1)
	for _, rule := range []func(*inquiry) (State, bool){(*inquiry).hook, (*inquiry).status, (*inquiry).title, (*inquiry).progress, (*inquiry).screen} {
		state, ok := rule(&quiet)
		if !ok {
			continue
		}
		if when := map[Condition]string{Working: "at work", Starting: "as it starts"}[state.Condition]; when != "" {
			excerpt := fmt.Sprintf("silent for %.0f s %s", stuckAfter.Seconds(), when)
			return State{Condition: Unknown, Kind: Stuck, By: BySilence, Excerpt: excerpt}, true
		}
		break
	}
	return State{}, false
}

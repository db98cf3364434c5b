package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/orchestrator"
	"rooda/session"
)

// tally counts what was out of the ordinary in a session.
type tally struct {
	lost, again    int // agents, and how many of them were started again
	resumed        int
	people, policy int // answers
	stuck          int // calls because an agent was
	gone           map[iteration]bool
	gaps           []gap
	// ended says that the last host had ended the run, and heard is when its last event was.
	ended bool
	heard time.Time
}

// gap is a time in which a session had no host, as far as is known.
type gap struct {
	from, to time.Time
	// ended says that it was stopped, adopted that agents worked on, or ended, without a host.
	ended, adopted bool
}

// noGap is how long one may last of which nobody needs to hear.
const noGap = time.Minute

// iteration is one of a task.
type iteration struct {
	task   string
	number int
}

// tallyOf counts the events of a journal, as far as it can be read.
func tallyOf(dir string) (t tally) {
	t.gone = map[iteration]bool{}
	journal := orchestrator.NewJournal()
	for line, err := range session.ReadEvents(dir, 0) {
		if err != nil {
			return t
		}
		if e, err := journal.Event(line); err == nil {
			t.add(e)
		}
	}
	return t
}

func (t *tally) add(e orchestrator.Event) {
	defer func() { t.heard = e.Time }()
	switch body := e.Body.(type) {
	case orchestrator.SessionFinished:
		t.ended = true
	case orchestrator.IterationAdopted:
		if len(t.gaps) > 0 {
			t.gaps[len(t.gaps)-1].adopted = true
		}
	case orchestrator.AgentLost:
		t.lost++
		t.gone[iteration{e.Task, e.Iteration}] = true
	case orchestrator.IterationStarted:
		if t.gone[iteration{e.Task, e.Iteration}] {
			t.again++
		}
		delete(t.gone, iteration{e.Task, e.Iteration})
	case orchestrator.SessionResumed:
		if body.How == orchestrator.ActResume {
			t.resumed++
		}
		if body.LastHeard.After(t.heard) {
			t.heard = body.LastHeard
		}
		t.gaps, t.ended = append(t.gaps, gap{from: t.heard, to: e.Time, ended: t.ended}), false
	case orchestrator.InteractionAnswered:
		t.policy++
	case orchestrator.InteractionResolved:
		if body.By == "human" || strings.HasPrefix(body.By, "agent:") {
			t.people++
		}
	case orchestrator.InteractionNeeded:
		if body.Kind == string(adapters.Stuck) {
			t.stuck++
		}
	}
}

// undriven is for how long nobody drove the session, at least noGap at a time.
func (t tally) undriven() (all time.Duration) {
	for _, g := range t.gaps {
		if length := g.to.Sub(g.from); length >= noGap {
			all += length
		}
	}
	return all
}

// missing tells of the hosts that were gone without having ended the run.
func (t tally) missing(now time.Time) string {
	var of []gap
	var all time.Duration
	for _, g := range t.gaps {
		if length := g.to.Sub(g.from); length >= noGap && !g.ended {
			of, all = append(of, g), all+length
		}
	}
	switch len(of) {
	case 0:
		return ""
	case 1:
		text := fmt.Sprintf("no host heard from %s to %s", dayClock(of[0].from, now), dayClock(of[0].to, now))
		if of[0].adopted {
			text += "; agents worked on"
		}
		return text
	}
	last := of[len(of)-1]
	return fmt.Sprintf("no host heard %d times, %s in all, the last from %s to %s", len(of), brief(all), dayClock(last.from, now), dayClock(last.to, now))
}

// String is empty where there is nothing to tell.
func (t tally) String() string {
	var parts []string
	switch {
	case t.lost > 0 && t.again == t.lost:
		parts = append(parts, count(t.lost, "agent")+" lost and started again")
	case t.again > 0:
		parts = append(parts, fmt.Sprintf("%s lost, %d started again", count(t.lost, "agent"), t.again))
	case t.lost > 0:
		parts = append(parts, count(t.lost, "agent")+" lost")
	}
	switch {
	case t.resumed == 1:
		parts = append(parts, "resumed once")
	case t.resumed == 2:
		parts = append(parts, "resumed twice")
	case t.resumed > 2:
		parts = append(parts, fmt.Sprintf("resumed %d times", t.resumed))
	}
	if gap := t.missing(time.Now()); gap != "" {
		parts = append(parts, gap)
	}
	switch {
	case t.people > 0 && t.policy > 0:
		parts = append(parts, fmt.Sprintf("%s by people, %d by policy", count(t.people, "answer"), t.policy))
	case t.people > 0:
		parts = append(parts, count(t.people, "answer")+" by people")
	case t.policy > 0:
		parts = append(parts, count(t.policy, "answer")+" by policy")
	}
	if t.stuck > 0 {
		parts = append(parts, count(t.stuck, "call")+" because an agent was stuck")
	}
	return strings.Join(parts, " · ")
}

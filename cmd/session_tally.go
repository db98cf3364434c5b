package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// tally counts what was out of the ordinary in a session.
type tally struct {
	lost, again            int // agents, and how many of them were started again
	resumed                int
	people, agents, policy int // answers
	stuck                  int // calls because an agent was
	gone                   map[iteration]bool
	gaps                   []gap
	// ended says that the last host had ended the run, and by whom it was stopped, and why, empty where nobody
	// says; told is who has asked it for that, and when. heard is when its last event was, and seq its number.
	ended                 bool
	stopped, reason, told string
	toldAt, heard         time.Time
	seq                   uint64
}

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
	at := e.Time
	defer func() { t.heard, t.seq = at, e.Seq }()
	switch body := e.Body.(type) {
	case orchestrator.SessionFinished:
		t.ended, t.stopped, t.reason = true, body.By, body.Reason
	case orchestrator.Requested:
		if body.Action == orchestrator.ActStop {
			at = happened(e)
			t.told, t.reason, t.toldAt = body.By, body.Reason, at
		}
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
	case orchestrator.SessionPaused:
		t.gaps = append(t.gaps, gap{from: body.From.Truncate(time.Second), to: body.To.Truncate(time.Second), paused: true})
	case orchestrator.SessionResumed:
		if body.How == orchestrator.ActResume || body.How == orchestrator.ActTakeOver {
			t.resumed++
		}
		if body.LastHeard.After(t.heard) {
			t.heard = body.LastHeard
		}
		g := gap{from: t.heard.Truncate(time.Second), to: e.Time.Truncate(time.Second), ended: t.ended, by: t.stopped}
		if !t.ended {
			g.by = t.told
		}
		t.gaps = append(t.gaps, g)
		t.ended, t.stopped, t.reason, t.told = false, "", "", ""
	case orchestrator.InteractionAnswered:
		t.policy++
	case orchestrator.InteractionResolved:
		switch {
		case body.By == shim.Human:
			t.people++
		case strings.HasPrefix(body.By, "agent:"):
			t.agents++
		}
	case orchestrator.InteractionNeeded:
		if body.Kind == string(adapters.Stuck) {
			t.stuck++
		}
	}
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
	now := time.Now()
	for _, text := range []string{t.undriven(now), t.stopper(now)} {
		if text != "" {
			parts = append(parts, text)
		}
	}
	if answers := t.answers(); answers != "" {
		parts = append(parts, answers)
	}
	if t.stuck > 0 {
		parts = append(parts, count(t.stuck, "call")+" because an agent was stuck")
	}
	return strings.Join(parts, " · ")
}

// answers says how many were given, and by whom.
func (t tally) answers() string {
	var by []string
	for _, given := range []struct {
		n   int
		who string
	}{{t.people, "people"}, {t.agents, "agents"}, {t.policy, "policy"}} {
		switch {
		case given.n == 0:
		case len(by) == 0:
			by = append(by, count(given.n, "answer")+" by "+given.who)
		default:
			by = append(by, fmt.Sprintf("%d by %s", given.n, given.who))
		}
	}
	return strings.Join(by, ", ")
}

package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// calls shows what else is known of each question that is open, and how it is
// answered. Of several, and beside what is said of others, each begins with its task and what it asks. Of an agent that was lost
// without anybody to say so it shows what a resume does.
func calls(s console.Streams, now presence) {
	r := now.record
	open := now.open()
	for _, task := range open {
		q := *r.Tasks[task].Interaction
		q.Excerpt, q.Note = now.addressed(task, q.Excerpt), now.addressed(task, q.Note)
		if len(open) > 1 || len(now.held) > 0 {
			who := console.OneLine(task)
			if q.Kind == orchestrator.KindInput {
				who += ": rooda"
			}
			s.Tell("\n%s asks%s%s\n", who, ofKind(q.Kind), suffix(": ", console.OneLine(q.Excerpt)))
		}
		asked(s, q)
		if f := now.found[task]; f.TypedBy != "" && now.state != stateHung {
			s.Remark("answer:", perhapsAnswered(r.ID, f.TypedBy, f.TypedAt))
		} else {
			s.Remark("answer:", now.answer(task, q))
		}
	}
	if now.state == stateHung {
		return // what to do about that comes first
	}
	var ways []string
	of := map[string][]string{} // the tasks, by what becomes of them
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if now.found[t.ID].State == string(shim.Lost) && !slices.Contains(open, t.ID) {
			way := agent{id: r.ID, task: t.ID, record: r}.afterLoss()
			if of[way] == nil {
				ways = append(ways, way)
			}
			of[way] = append(of[way], console.OneLine(t.ID))
		}
	})
	for _, way := range ways {
		if len(ways) > 1 || len(of[way]) > 1 {
			s.Remark("lost:", strings.Join(of[way], ", ")+": "+way)
		} else {
			s.Remark("lost:", way)
		}
	}
}

// open are the tasks with a question that a person is to answer.
func (p presence) open() (open []string) {
	if p.record.Workflow.Definition == nil {
		return nil
	}
	tasks(p.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		state := p.record.Tasks[t.ID]
		if state != nil && state.Interaction != nil && !state.Leaving() && p.answered[t.ID].IsZero() && !p.settled(t.ID) {
			open = append(open, t.ID)
		}
	})
	return open
}

// waits says of those, but for what is perhaps answered, since when they wait, and for what.
func (p presence) waits(now time.Time) (all []string) {
	for _, task := range p.open() {
		if p.found[task].TypedBy == "" {
			all = append(all, console.OneLine(task)+": "+waitsSince(*p.record.Tasks[task].Interaction, now))
		}
	}
	return all
}

// settled reports whether the agent that has asked is gone without its host having said so.
func (p presence) settled(task string) bool {
	f, looked := p.found[task]
	return looked && !orchestrator.IsLost(p.record.Tasks[task]) &&
		(f.State == string(shim.Lost) || f.State == foundEnded || f.State == foundUnstarted)
}

// answer is how a question is answered: without a host only at the agent's terminal.
func (p presence) answer(task string, q session.Interaction) string {
	c := call{session: p.record.ID, task: task, kind: q.Kind, yes: q.Yes, resumes: slices.Contains(q.Options, orchestrator.ActResume)}
	c.hung = p.state == stateHung
	if c.alone = p.found != nil; p.state == stateHung || c.alone && c.kind == orchestrator.KindLost {
		c.yes = ""
	}
	return c.answer()
}

// addressed completes what a host has said of a task: what it names alone is what only a host does.
func (p presence) addressed(task, text string) string {
	const end = "rooda complete"
	command := fmt.Sprintf("%s %s/%s", end, shortID(p.record.ID), console.OneLine(task))
	if p.found != nil {
		command = p.resume() + " and then " + command
	}
	return strings.ReplaceAll(text, end, command)
}

// asked shows what else is known of a question: why policy leaves it to a
// person, and what can be answered.
func asked(s console.Streams, q session.Interaction) {
	if q.Note != "" {
		s.Remark("why you:", console.OneLine(q.Note))
	}
	if len(q.Options) > 0 && q.Kind != orchestrator.KindLost {
		s.Remark("options:", console.OneLine(strings.Join(q.Options, " | ")))
	}
}

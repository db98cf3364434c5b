package orchestrator

import (
	"maps"
	"path/filepath"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/session"
)

// approved notes who approves the question of a task that is open, before any key of that is typed: a host that
// dies in the middle leaves word of it. It returns that, nil where none is open.
func (x *WorkflowExecutor) approved(task, who string) *session.Answer {
	open := x.asked(task)
	if open == nil {
		return nil
	}
	given := &session.Answer{Fingerprint: open.Fingerprint, By: who, At: time.Now()}
	x.edit(task, func(t *session.Task) { t.Answer = given })
	return given
}

// answers notes an answer that has been typed, if that was all of it.
func (x *WorkflowExecutor) answers(said Talk, task string) {
	given := session.Answer{At: time.Now(), Typed: true}
	switch said := said.(type) {
	case InputTyped:
		given.Fingerprint, given.By = said.Answers, said.By
	case InteractionAnswered:
		if !said.Partly {
			given.Fingerprint, given.By = said.Fingerprint, byPolicy
		}
	}
	if given.Fingerprint != "" {
		x.edit(task, func(t *session.Task) { t.Answer = &given })
	}
}

// indexGrain is how much earlier than it was the index of a terminal's log may say that something was typed.
const indexGrain = 200 * time.Millisecond

// givenAnswer is the last answer of a task's host to its agent, in the folder of the iteration, nil for none,
// and where nothing has been typed since it was approved.
func givenAnswer(dir string, t *session.Task) *session.Answer {
	if t.Answer == nil || t.Answer.Typed {
		return t.Answer
	}
	last, err := pty.ReadLately(filepath.Join(dir, session.OutputIndex))
	if err != nil || last.Typed.Before(t.Answer.At.Add(-indexGrain)) {
		return nil
	}
	return t.Answer
}

// halfKnown is what a person is told of a question in the middle of whose answer its host has ended.
const halfKnown = "its answer was begun, and nobody knows how much of it was typed: see to that at its terminal"

// doubt takes back of the questions of a session what approve would type where an answer to them was begun, and
// may be all there. The record's tasks are replaced.
func doubt(record *session.Record, dir string) {
	record.Tasks = maps.Clone(record.Tasks)
	for id, t := range record.Tasks {
		given := givenAnswer(session.IterationDir(dir, id, t.Iteration, t.Attempt), t)
		if given == nil || given.Typed || t.Interaction == nil || t.Interaction.Fingerprint != given.Fingerprint {
			continue
		}
		task, asked := *t, *t.Interaction
		asked.Yes, asked.Note = "", halfKnown
		task.Interaction = &asked
		record.Tasks[id] = &task
	}
}

// due is until when the answer of another host may take its question away, zero for none.
func (q *obstacle) due() time.Time {
	if q.given == nil {
		return time.Time{}
	}
	return q.given.At.Add(Vanish)
}

// clean reports whether the question has a plain yes in the middle of which another host ended: nothing of that
// stands behind it, or it is asked again.
func (q *obstacle) clean(s scene) bool {
	if q.given == nil || q.given.Typed || q.unread || !s.Current || s.Hold {
		return false
	}
	_, _, plain := q.state.Yes()
	return plain
}

// answeredBefore is when the policy of the host before answered a question, which may still be on its way
// to the agent or, again, outlives it; zero where it did not.
func (c *conversation) answeredBefore(state adapters.State, again bool, now time.Time) time.Time {
	g := c.former
	if g == nil || g.By != byPolicy || state.Dialog == nil || state.Dialog.Fingerprint != g.Fingerprint {
		return time.Time{}
	}
	c.former = nil
	if !again && !now.Before(g.At.Add(Vanish)) {
		return time.Time{}
	}
	return g.At
}

// refusalOf says to who approves a question why nothing is typed to it beside the answer of another host.
func refusalOf(given *session.Answer) error {
	if given.Typed {
		return ErrAnswered
	}
	return ErrHalfKnown
}

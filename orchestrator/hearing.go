package orchestrator

import (
	"cmp"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// talk takes what happens at an agent's terminal into the record, and tells
// the planner when a person is needed and when no more (CORE-15, CORE-22).
func (x *WorkflowExecutor) talk(r report, at Event) (plan.Event, []Event) {
	if d, ok := r.talk.(told); ok && d.deed() > 0 {
		return nil, x.witnessed(r.key, at, r.talk)
	}
	state, _ := x.state.Task(r.key.Task)
	if !state.Active() || state.Attempt != r.key.Attempt || state.Iteration != r.key.Iteration {
		return plan.QuestionClosed{Key: r.key}, nil
	}
	open := x.asked(r.key.Task)
	waiting := open != nil
	switch said := r.talk.(type) {
	case InteractionNeeded:
		return plan.QuestionRaised{Key: r.key}, x.need(r.key.Task, said, at, waiting)
	case InteractionResolved:
		if waiting {
			x.resolve(r.key.Task, state)
			if call, silent := x.unheard(r.key); silent && !state.Gone {
				return plan.QuestionRaised{Key: r.key}, append(with(at, said), x.need(r.key.Task, call, at, false)...)
			}
			return plan.QuestionClosed{Key: r.key}, with(at, said)
		}
		return plan.QuestionClosed{Key: r.key}, nil
	case InteractionChanged:
		if !waiting || open.Fingerprint != said.from || said.Another && open.Kind != said.Kind {
			return nil, nil
		}
		x.edit(r.key.Task, func(t *session.Task) {
			asked := *open
			asked.Yes, asked.Note = said.Yes, said.Note
			if said.Another {
				asked.Excerpt, asked.Options, asked.Fingerprint = said.Excerpt, said.Options, said.Fingerprint
			}
			t.Interaction = &asked
		})
	case TerminalSilent:
		if said.overdue || waiting && open.Kind == KindSilent { // by the host before
			x.silent[r.key.Task] = uncalled{r.key, said}
		}
		if !said.overdue {
			break
		}
		if waiting {
			return nil, nil // somebody is called already
		}
		return plan.QuestionRaised{Key: r.key}, x.need(r.key.Task, said.call(x.record.ID), at, waiting)
	case TerminalAnswers:
		delete(x.silent, r.key.Task)
		notes := with(at, said)
		if waiting && open.Kind == KindSilent {
			x.resolve(r.key.Task, state)
			return plan.QuestionClosed{Key: r.key}, append(notes, with(at, InteractionResolved{By: byAgent})...)
		}
		return nil, notes
	case InputTyped, InteractionAnswered:
		x.answers(said, r.key.Task)
	case InputSending:
		x.edit(r.key.Task, func(t *session.Task) { t.Sending = sending(said) })
	case InputSent:
		x.handedOver(r.key.Task, said.Number, said.Handed)
	case InputFailed:
		x.handedOver(r.key.Task, said.Number, said.Handed)
	case LogFailed:
		x.edit(r.key.Task, func(t *session.Task) { t.LogError = said.Error })
	case IterationEnding:
		x.edit(r.key.Task, func(t *session.Task) { t.Ending = &said.Ending })
	case ConversationNamed:
		x.edit(r.key.Task, func(t *session.Task) { t.Conversation = said.ID })
	}
	return nil, with(at, r.talk)
}

// uncalled is a terminal to which a person had to be called and that has not answered since,
// whatever else the agent of that iteration asks.
type uncalled struct {
	key  plan.Key
	said TerminalSilent
}

// unheard returns the call that is still due to an iteration's terminal.
func (x *WorkflowExecutor) unheard(k plan.Key) (call InteractionNeeded, due bool) {
	last, ok := x.silent[k.Task]
	return last.said.call(x.record.ID), ok && last.key == k
}

// need records a question that a person has to answer. Another one while the
// first still counts as open takes its place, and so does the same one again once somebody answered that, or what is
// an answer to it has changed.
func (x *WorkflowExecutor) need(task string, q InteractionNeeded, at Event, waiting bool) []Event {
	var events []Event
	open := x.record.Tasks[task].Interaction
	switch same := waiting && q.Answered == "" && open.Kind == q.Kind && open.Fingerprint == q.Fingerprint; {
	case same && open.Yes == q.Yes:
		return nil
	case same: // what people may do about it has changed
	case waiting:
		events = with(at, InteractionResolved{By: cmp.Or(q.Answered, byAgent)})
	}
	x.edit(task, func(t *session.Task) {
		t.Answer = nil
		t.Interaction = &session.Interaction{Kind: q.Kind, Excerpt: q.Excerpt, Options: q.Options, Yes: q.Yes, Note: q.Note, Fingerprint: q.Fingerprint, Since: time.Now()}
	})
	return append(events, with(at, q)...)
}

// asked is the question that is open by all that has been taken, also of what the planner has still to
// hear of; nil for none.
func (x *WorkflowExecutor) asked(task string) *session.Interaction {
	return x.record.Tasks[task].Interaction
}

// resolve takes a question out of the record; the one what is to become of a lost agent stands.
func (x *WorkflowExecutor) resolve(task string, state plan.TaskState) {
	if !state.Gone {
		x.edit(task, func(t *session.Task) { t.Interaction, t.Answer = nil, nil })
	}
}

// witnessed enters a deed into the journal, once: the record says up to which
// number that was done, also for the host to come. What is done at the terminal of an agent that lives on
// when its task is final is the journal's, too.
func (x *WorkflowExecutor) witnessed(k plan.Key, at Event, t Talk) []Event {
	state, _ := x.state.Task(k.Task)
	if state.Attempt == k.Attempt && state.Iteration == k.Iteration {
		x.edit(k.Task, func(task *session.Task) { task.Deeds = t.(told).deed() })
	}
	return with(at, t)
}

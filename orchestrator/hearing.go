package orchestrator

import (
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// talk takes what happens at an agent's terminal into the record, and tells
// the planner when a person is needed and when no more (CORE-15, CORE-22).
func (x *WorkflowExecutor) talk(r report, at Event) (plan.Event, []Event) {
	state, _ := x.state.Task(r.key.Task)
	if !state.Active() || state.Attempt != r.key.Attempt || state.Iteration != r.key.Iteration {
		return plan.QuestionClosed{Key: r.key}, nil
	}
	waiting := state.Status == plan.WaitingForUser
	switch said := r.talk.(type) {
	case InteractionNeeded:
		return plan.QuestionRaised{Key: r.key}, x.need(r.key.Task, said, at, waiting)
	case InteractionResolved:
		if waiting {
			return plan.QuestionClosed{Key: r.key}, with(at, said)
		}
		return plan.QuestionClosed{Key: r.key}, nil
	case InputSending:
		x.edit(r.key.Task, func(t *session.Task) { t.Sending = said.Number + 1 })
	case InputSent:
		x.edit(r.key.Task, func(t *session.Task) { t.InputsSent, t.Sending = max(t.InputsSent, said.Number), 0 })
	case InputFailed:
		x.edit(r.key.Task, func(t *session.Task) { t.InputsSent, t.Sending = max(t.InputsSent, said.Number), 0 })
	case ConversationNamed:
		x.edit(r.key.Task, func(t *session.Task) { t.Conversation = said.ID })
	}
	return nil, with(at, r.talk)
}

// need records a question that a person has to answer. Another one while the
// first still counts as open takes its place.
func (x *WorkflowExecutor) need(task string, q InteractionNeeded, at Event, waiting bool) []Event {
	var events []Event
	open := x.record.Tasks[task].Interaction
	if waiting && (open == nil || open.Kind == q.Kind && open.Fingerprint == q.Fingerprint) {
		return nil
	}
	if waiting {
		events = with(at, InteractionResolved{By: "agent"})
	}
	x.edit(task, func(t *session.Task) {
		t.Interaction = &session.Interaction{Kind: q.Kind, Excerpt: q.Excerpt, Options: q.Options, Fingerprint: q.Fingerprint, Since: time.Now()}
	})
	return append(events, with(at, q)...)
}

package orchestrator

import (
	"fmt"
	"slices"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// entrust takes into the record what somebody wants of an agent: that a text is handed over, a question approved, or
// the iteration completed. Nothing of that is done before it is on disk.
func (x *WorkflowExecutor) entrust(o *order, state plan.TaskState) error {
	switch {
	case !state.Active() || o.key != (plan.Key{Task: o.task, Attempt: state.Attempt, Iteration: state.Iteration}):
		return ErrNotDriven
	case x.saved != nil:
		return fmt.Errorf("%w: %w", ErrUnsaved, x.saved)
	}
	o.entrusted = true
	switch o.action {
	case ActSend:
		x.edit(o.task, func(t *session.Task) { t.Texts = append(slices.Clone(t.Texts), o.text) })
	case ActApprove:
		o.given = x.approved(o.task, o.who)
	case ActComplete:
		x.edit(o.task, func(t *session.Task) { t.Completing, t.CompletedBy = true, o.who })
	}
	return nil
}

// disclaim takes out of the record again what was taken into one that could not be written, and says so.
func (x *WorkflowExecutor) disclaim(o *order) []Event {
	if !o.entrusted || x.saved == nil {
		return nil
	}
	x.edit(o.task, func(t *session.Task) {
		switch o.action {
		case ActSend:
			for at, text := range slices.Backward(t.Texts) {
				if text == o.text {
					t.Texts = slices.Delete(slices.Clone(t.Texts), at, at+1)
					break
				}
			}
		case ActApprove:
			if o.given != nil && t.Answer == o.given {
				t.Answer = nil
			}
		case ActComplete:
			t.Completing, t.CompletedBy = false, ""
		}
	})
	stage, _ := x.task(o.task)
	return x.untaken(Event{Stage: stage, Task: o.task, Attempt: o.key.Attempt, Iteration: o.key.Iteration}, o)
}

// untaken refuses what would be on no record, and is what the journal tells of that.
func (x *WorkflowExecutor) untaken(at Event, o *order) []Event {
	o.reply(fmt.Errorf("%w: %w", ErrUnsaved, x.saved))
	return with(at, Warning{"the " + entrusted[o.action] + " of " + o.who + " was not taken: " + x.saved.Error()})
}

// entrusted names what is refused where it would be on no record.
var entrusted = map[string]string{
	ActSend: "text", ActApprove: "approval", ActComplete: "completion",
	ActRetry: "retry", ActResume: "resume", ActFail: "fail",
}

// settles reports whether a report is a word on a lost agent. What the planner makes of that cannot be taken
// back, so whether the disk takes anything is tried first.
func (r report) settles() bool {
	return r.order != nil && slices.Contains([]string{ActRetry, ActResume, ActFail}, r.order.action)
}

// sending is how the record says which text is being typed.
func sending(s InputSending) int {
	if s.Handed {
		return session.SendingText
	}
	return s.Number + 1
}

// handedOver notes what has become of a text: no host types it again.
func (x *WorkflowExecutor) handedOver(task string, number int, handed bool) {
	x.edit(task, func(t *session.Task) {
		t.InputsSent, t.Sending = max(t.InputsSent, number), 0
		if handed && len(t.Texts) > 0 {
			t.Texts = slices.Clone(t.Texts[1:])
		}
	})
}

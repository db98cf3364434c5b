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
		x.edit(o.task, func(t *session.Task) { t.Completing = true })
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
			t.Completing = false
		}
	})
	o.reply(fmt.Errorf("%w: %w", ErrUnsaved, x.saved))
	stage, _ := x.task(o.task)
	at := Event{Stage: stage, Task: o.task, Attempt: o.key.Attempt, Iteration: o.key.Iteration}
	return with(at, Warning{"the " + entrusted[o.action] + " of " + o.who + " was not taken: " + x.saved.Error()})
}

// entrusted names what entrust takes.
var entrusted = map[string]string{ActSend: "text", ActApprove: "approval", ActComplete: "completion"}

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

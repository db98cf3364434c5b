package orchestrator

import (
	"fmt"
	"slices"
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// entrust takes a text into the record that somebody hands over for an agent; it is typed only once that is on disk.
func (x *WorkflowExecutor) entrust(o *order, state plan.TaskState) error {
	switch {
	case !state.Active() || o.key != (plan.Key{Task: o.task, Attempt: state.Attempt, Iteration: state.Iteration}):
		return ErrNotDriven
	case x.saved != nil:
		return fmt.Errorf("%w: %w", ErrUnsaved, x.saved)
	}
	x.edit(o.task, func(t *session.Task) { t.Texts = append(slices.Clone(t.Texts), o.text) })
	o.entrusted = true
	return nil
}

// disclaim takes a text out of the record again that was taken into one which could not be written.
func (x *WorkflowExecutor) disclaim(o *order) {
	if !o.entrusted || x.saved == nil {
		return
	}
	x.edit(o.task, func(t *session.Task) {
		for at, text := range slices.Backward(t.Texts) {
			if text == o.text {
				t.Texts = slices.Delete(slices.Clone(t.Texts), at, at+1)
				break
			}
		}
	})
	x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Task: o.task, Body: Warning{"the text of " + o.who + " was not taken: " + x.saved.Error()}})
	o.reply(fmt.Errorf("%w: %w", ErrUnsaved, x.saved))
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

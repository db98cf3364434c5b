package orchestrator

import (
	"time"

	"rooda/orchestrator/plan"
	"rooda/session"
)

// prepare makes the folders of iterations before the journal speaks of them,
// so that a reader of the journal can watch them at once, and notes when they start. A folder that cannot
// be made is reported when the iteration starts.
func (x *WorkflowExecutor) prepare(now time.Time, commands []plan.Command) {
	for _, c := range commands {
		if c, ok := c.(plan.StartIteration); ok {
			_, _ = x.store.IterationDir(c.Key.Task, c.Key.Iteration, c.Key.Attempt)
			x.edit(c.Key.Task, func(t *session.Task) {
				t.IterationStartedAt = now
				t.Completing, t.CompletedBy, t.Ending, t.Stopped, t.Answer = false, "", nil, nil, nil
				t.InputsSent, t.Sending, t.Deeds, t.LogError = 0, 0, 0, "" // a fresh process knows nothing of what the last was told
				if !c.Resume {
					t.Conversation = ""
				}
			})
		}
	}
}

// checkpoint makes the state durable (CORE-12). The events go into the record
// too, so that the journal gets each of them exactly once even when the host
// dies in between. A checkpoint that fails is tried again, with the next
// change or by itself; see settle. The run's exit tells if the last one failed.
func (x *WorkflowExecutor) checkpoint(now time.Time, events []Event) {
	project(&x.record, x.state, now)
	x.record.LastSeq, x.record.UpdatedAt = x.seq, now
	if x.saved == nil {
		x.record.Outbox = nil // the last checkpoint's are in the journal
	}
	for _, e := range events {
		entry, err := e.journaled()
		if err != nil {
			x.saved = err
			return
		}
		x.record.Outbox = append(x.record.Outbox, entry)
	}
	x.standing.show(x.record)
	err := x.store.Save(x.record)
	_ = x.store.Beat() // who saves lives, although the disk may not take it
	if err == nil {
		err = x.store.Append(x.record.Outbox)
	}
	if err == nil {
		x.standing.journaled(x.seq)
	}
	if err != nil && x.saved == nil {
		x.bus.publish(Event{Time: now, Session: x.record.ID, Body: Warning{err.Error()}})
	}
	x.saved = err
	x.standing.unsaved(err)
}

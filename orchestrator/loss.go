package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// KindLost is the kind of the question what is to become of an iteration whose
// agent was lost (on_lost: ask). No agent asks it, so no terminal shows it.
const KindLost = "lost"

// What a person may want of a lost iteration beside ActResume, as the journal names it.
const (
	ActRetry = string(workflows.LostRetry)
	ActFail  = string(workflows.LostFail)
)

// ErrNotLost says that the task does not wait for a word on a lost agent.
var ErrNotLost = errors.New("the task does not wait for a word on a lost agent")

// lostReason says what was found. An agent that is lost while it ends because a person has said
// that this is enough is not run again by itself.
const lostReason, lostAtTheEnd = "its agent was lost", "its agent was lost as it was told to complete"

// errUntold is the loss of an agent that a rooda told to end which has gone without saying why: a host
// in the middle of a stop or a time-out, or the shim of one that nobody drove for too long. Whatever it
// exited with then is no end of its own.
var errUntold = fmt.Errorf("%w: told to end by another rooda", shim.ErrLost)

// IsLost reports whether a task waits for a word on its lost agent.
func IsLost(t *session.Task) bool {
	return t != nil && t.Status == session.WaitingForUser && t.Interaction != nil && t.Interaction.Kind == KindLost
}

// Settle says what becomes of a task's lost iteration, on behalf of who:
// retry, resume or fail. It returns when that is on disk; ErrNotLost when
// nobody asked, ErrUnsaved when the disk takes nothing.
func (r *Run) Settle(ctx context.Context, task, who string, policy workflows.OnLost) error {
	return r.executor.command(ctx, order{who: who, action: string(policy), task: task})
}

// policyOf is what becomes of a task's lost iteration.
func policyOf(stage workflows.Stage, task string) workflows.OnLost {
	policy := workflows.LostRetry
	for _, t := range stage.Tasks {
		if t.ID == task && t.OnLost != "" {
			policy = t.OnLost
		}
	}
	return policy
}

// lost is the planner's event for an iteration whose process is gone, or of which it
// cannot be told whether it is, and of which nobody knows how it ended.
func (x *WorkflowExecutor) lost(k plan.Key, cause error) plan.IterationLost {
	t, _ := x.state.Task(k.Task)
	e := plan.IterationLost{Key: k, Policy: policyOf(x.wf.Stages[t.Stage], k.Task), Reason: lostReason}
	if errors.Is(cause, shim.ErrUnreachable) {
		// It may work on: another one beside it would do everything twice.
		e.Policy, e.Reason = workflows.LostFail, cause.Error()
	}
	return e
}

// takenUp is what the journal tells of a session that another host has taken up. A loss of which the record
// knows has been told; the word on it that came with the resume has not.
func (x *WorkflowExecutor) takenUp() (notes []Event) {
	if x.resumed == nil {
		return nil
	}
	notes = append(x.heardOf(), with(Event{}, *x.resumed)...)
	for _, k := range x.cut {
		notes = append(notes, x.missed(k)...)
		notes = append(notes, x.severed(k)...)
	}
	for _, lost := range x.opened.Lost {
		notes = append(notes, x.missed(lost.Key)...)
		if !IsLost(x.record.Tasks[lost.Key.Task]) {
			notes = append(notes, x.severed(lost.Key)...)
			notes = append(notes, x.tellLost(lost, "")...)
		}
		t, _ := x.state.Task(lost.Key.Task)
		stage := x.wf.Stages[t.Stage]
		if word := x.resumed.Lost; word != "" && word != workflows.LostAsk && policyOf(stage, lost.Key.Task) == workflows.LostAsk {
			at := Event{Stage: stage.ID, Task: lost.Key.Task, Attempt: lost.Key.Attempt, Iteration: lost.Key.Iteration}
			notes = append(notes, with(at, Requested{Deed: Deed{By: x.resumed.By}, Action: string(word)})...)
		}
	}
	return notes
}

// tellLost notes a loss in the record, and is what the journal tells of it. The cause is empty for
// one that happened before this host.
func (x *WorkflowExecutor) tellLost(e plan.IterationLost, cause string) []Event {
	stage, _ := x.task(e.Key.Task)
	at := Event{Stage: stage, Task: e.Key.Task, Attempt: e.Key.Attempt, Iteration: e.Key.Iteration}
	x.edit(e.Key.Task, func(t *session.Task) {
		t.Loss = &session.Loss{At: time.Now(), Cause: cause}
	})
	return with(at, AgentLost{Policy: e.Policy, Cause: cause})
}

// lossCause says what a host saw of a loss: not why a shim is gone, which nobody knows, but what else
// the error holds.
func lossCause(err error) string {
	switch {
	case errors.Is(err, shim.ErrUnreachable):
		return "its terminal did not answer"
	case errors.Is(err, errUntold):
		return "rooda told it to end, and went without saying why"
	}
	return strings.Join(append([]string{"its shim is gone"}, besideLost(err)...), "; ")
}

// besideLost are the errors that were joined to a shim.ErrLost.
func besideLost(err error) (texts []string) {
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return besideLost(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, part := range e.Unwrap() {
			if errors.Is(part, shim.ErrLost) {
				texts = append(texts, besideLost(part)...)
			} else {
				texts = append(texts, part.Error())
			}
		}
	}
	return texts
}

// isLost reports whether an error of a terminal means that.
func isLost(err error) bool {
	return errors.Is(err, shim.ErrLost) || errors.Is(err, shim.ErrUnreachable)
}

// askAbout notes in the record which losses a person is to settle, and tells
// of those and of the ones that are settled.
func (x *WorkflowExecutor) askAbout(before plan.State, now time.Time, notes []Event) (more []Event) {
	for i, t := range x.state.Tasks {
		at := Event{Stage: x.wf.Stages[t.Stage].ID, Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		switch was := before.Tasks[i]; {
		case was.Gone && !t.Gone:
			at.Attempt = was.Attempt
			more = append(more, with(at, InteractionResolved{By: settler(t.ID, notes)})...)
		case t.Gone && !was.Gone:
			q := lostQuestion(x.record.Tasks[t.ID].Conversation)
			x.edit(t.ID, func(task *session.Task) {
				task.Interaction = &session.Interaction{Kind: q.Kind, Excerpt: q.Excerpt, Options: q.Options, Yes: q.Yes, Since: now}
			})
			more = append(more, with(at, q)...)
		}
	}
	return more
}

// lostQuestion offers to go on with the agent's conversation where its name is known.
func lostQuestion(conversation string) InteractionNeeded {
	q := InteractionNeeded{Kind: KindLost, Excerpt: lostReason + "; run its iteration again?", Options: []string{ActRetry, ActFail}, Yes: ActRetry}
	if conversation != "" {
		q.Options = slices.Insert(q.Options, 1, ActResume)
	}
	return q
}

// settler is who asked for something of a task; the session itself when
// nobody did.
func settler(task string, notes []Event) string {
	for _, e := range notes {
		if r, ok := e.Body.(Requested); ok && e.Task == task && r.Number == 0 {
			return r.By
		}
	}
	return "host"
}

package cmd

import (
	"fmt"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// afterLoss says what becomes of an agent that was lost: its host, where there
// is one, acts by itself, and a resume is refused meanwhile.
func (a agent) afterLoss() string {
	id, policy, hosted := shortID(a.id), a.onLost(), a.hosted()
	switch {
	case !hosted && endedByStop(a.state()):
		return fmt.Sprintf("rooda session resume %s runs its iteration again, as it was stopped by %s", id, console.OneLine(a.state().Stopped.By))
	case !hosted && wasCancelled(a.state()):
		return fmt.Sprintf("rooda session resume %s takes its task for failed, as it was cancelled", id)
	case policy == workflows.LostAsk:
		return call{session: a.id, task: a.task, kind: orchestrator.KindLost, resumes: a.conversation()}.answer()
	case policy == workflows.LostFail && hosted:
		return fmt.Sprintf("its task fails, as on_lost says; rooda session show %s", id)
	case policy == workflows.LostFail:
		return fmt.Sprintf("rooda session resume %s takes its task for failed, as on_lost says", id)
	case !hosted:
		return fmt.Sprintf("rooda session resume %s runs its iteration again", id)
	}
	return fmt.Sprintf("the rooda that runs it starts it again; then: rooda attach %s", a)
}

// endedByStop says whether a stop counts as what has ended the agent of a task, where that is gone without a
// host: a resume does not ask on_lost.
func endedByStop(t *session.Task) bool {
	return t != nil && t.Stopped != nil && t.Ending == nil && !t.Cancelled && !orchestrator.IsLost(t)
}

// wasCancelled says whether that is why a task fails whose agent is gone without a host: a resume does not ask
// on_lost.
func wasCancelled(t *session.Task) bool { return t != nil && t.Cancelling() }

// conversation says whether the agent has told the name of one.
func (a agent) conversation() bool {
	t := a.state()
	return t != nil && t.Conversation != ""
}

// startsAgain says whether the agent is lost and its host is about to start
// it again.
func (a agent) startsAgain() bool {
	if policy := a.onLost(); policy == workflows.LostAsk || policy == workflows.LostFail {
		return false
	}
	state, err := a.probe()
	return err == nil && state == shim.Lost && a.hosted()
}

// hosted says whether a rooda drives the session; one that cannot be asked does not.
func (a agent) hosted() bool {
	if a.sessions == nil {
		return false
	}
	running, err := a.sessions.Running(a.id)
	return err == nil && running
}

func (a agent) onLost() (policy workflows.OnLost) {
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == a.task {
			policy = t.OnLost
		}
	})
	return policy
}

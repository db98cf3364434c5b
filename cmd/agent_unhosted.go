package cmd

import (
	"fmt"

	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/workflows"
)

// unhosted is what to do about an agent whose session nobody drives, where a host would do
// what the verb says.
func (a agent) unhosted(verb string) string {
	id := shortID(a.id)
	state, err := a.probe()
	switch {
	case err == nil && state == shim.Lost && verb == "cancel" && !orchestrator.IsLost(a.state()) && !endedByStop(a.state()) && a.onLost() != workflows.LostFail:
		return fmt.Sprintf("its agent was lost; rooda session resume %s --lost fail takes its task for failed", id)
	case err == nil && state == shim.Lost:
		return a.afterLoss()
	case err == nil && state != shim.Running:
		return fmt.Sprintf("rooda session resume %s goes on with it", id)
	case verb == "cancel":
		return fmt.Sprintf("rooda session stop %s ends its agents; rooda session resume %[1]s goes on with it, and then rooda cancel %s ends that task alone", id, a)
	}
	attach := fmt.Sprintf("rooda attach %s needs only the agent", a)
	switch t := a.state(); {
	case a.headless() && !orchestrator.IsLost(t):
		return fmt.Sprintf("%s; %s", orchestrator.ErrHeadless, attach)
	case t != nil && t.Leaving():
		return fmt.Sprintf("%s; rooda session resume %s goes on with that", whyLeaving(t), id)
	}
	if verb == "approve" && a.waits().IsZero() && !orchestrator.IsLost(a.state()) {
		return fmt.Sprintf("it had asked nothing; rooda session resume %s goes on with it; %s", id, attach)
	}
	if d := a.answered(); verb == "approve" && d != nil {
		return "its answer is " + perhapsAnswered(a.id, d.By, d.Last()) + "; " + attach
	}
	return resumed(a.id, "rooda "+verb+" "+a.String()) + "; " + attach
}

// resumed is how a command that needs a host is given where a session has none.
func resumed(id, command string) string {
	return fmt.Sprintf("rooda session resume %s and then %s", shortID(id), command)
}

// deserted reports whether nobody drives the session and the agent is at work no more, so
// that nothing answers what it has asked.
func (a agent) deserted() bool {
	if a.hosted() {
		return false
	}
	state, err := a.probe()
	return err == nil && state != shim.Running && state != shim.Unreachable
}

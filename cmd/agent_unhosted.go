package cmd

import (
	"fmt"

	"rooda/pty/shim"
)

// unhosted is what to do about an agent whose session nobody drives, where a host would do
// what the verb says.
func (a agent) unhosted(verb string) string {
	id := shortID(a.id)
	state, err := a.probe()
	switch {
	case err == nil && state == shim.Lost:
		return a.afterLoss()
	case err == nil && state != shim.Running:
		return fmt.Sprintf("rooda session resume %s goes on with it", id)
	case verb == "cancel":
		return fmt.Sprintf("rooda session stop %s ends its agents; rooda session resume %[1]s goes on with it, and then rooda cancel %s ends that task alone", id, a)
	}
	return fmt.Sprintf("%s; rooda attach %s needs only the agent", resumed(a.id, "rooda "+verb+" "+a.String()), a)
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

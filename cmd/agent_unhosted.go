package cmd

import (
	"fmt"

	"rooda/pty/shim"
)

// unhosted is what to do about an agent whose session nobody drives.
func (a agent) unhosted() string {
	resume := fmt.Sprintf("rooda session resume %s goes on with it", shortID(a.id))
	switch state, err := a.probe(); {
	case err == nil && state == shim.Lost:
		return a.afterLoss()
	case err == nil && state != shim.Running:
		return resume
	}
	return fmt.Sprintf("%s; rooda attach %s needs only the agent", resume, a)
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

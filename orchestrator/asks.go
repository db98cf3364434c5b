package orchestrator

import (
	"path/filepath"
	"time"

	"rooda/pty"
	"rooda/session"
)

// Asks reports whether a task's agent, in the folder of its iteration, waits for a person now, by the record
// that its host keeps. It does not while rooda is ending it, nor right after something was typed, whoever typed
// it: until when that is so is answered.Add(Vanish); answered is zero for nothing of that.
func Asks(t *session.Task, dir string, now time.Time) (asks bool, answered time.Time) {
	if t == nil || t.Status != session.WaitingForUser || t.Leaving() {
		return false, time.Time{}
	}
	if t.Interaction == nil || dir == "" || IsLost(t) {
		return true, time.Time{}
	}
	last, err := pty.ReadLately(filepath.Join(dir, session.OutputIndex))
	if err != nil || !last.Typed.After(t.Interaction.Since) || !now.Before(last.Typed.Add(Vanish)) {
		return true, time.Time{} // what cannot be told is open
	}
	return false, last.Typed
}

package orchestrator

import "strings"

// conversation is the agent's own name of what is talked of, once it is known.
func (e *eye) conversation() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.agentID
}

// leaveScreen is how an interface takes its screen away, as a rule at its end.
var leaveScreen = []byte("\x1b[?1049l")

// leaving is the text that an interface took away with its screen, which may
// hold its last words: it can be gone before anybody has looked.
func (e *eye) leaving() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.left
}

// text of the screen, with lines that the terminal wrapped joined.
func (e *eye) shown() string {
	e.mu.Lock()
	snapshot := e.screen.Snapshot()
	e.mu.Unlock()
	return snapshot.Unwrapped()
}

// replied looks for an answer to a text on the screen, see reply.
func (e *eye) replied(text string) (words, found bool) {
	e.mu.Lock()
	above := e.watcher.View().Above
	e.mu.Unlock()
	return reply(above, text)
}

// shows reports whether a text, or what would stand for it, is on the screen, or was on one
// that the interface has taken away.
func (e *eye) shows(text string) bool {
	shows := func(screen string) bool { return below(strings.Split(screen, "\n"), text) > 0 }
	return shows(e.shown()) || shows(e.leaving())
}

// said returns the agent's final message of the turn, as it told it itself,
// and forgets it for the next.
func (e *eye) said() (message string, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	message, ok = e.message, e.spoken
	e.message, e.spoken = "", false
	return message, ok
}

// muted reports whether the agent told, of the turn, that it said nothing, and
// forgets it for the next.
func (e *eye) muted() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	mute := e.mute
	e.mute = false
	return mute
}

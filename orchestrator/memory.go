package orchestrator

import (
	"rooda/adapters"
	"rooda/orchestrator/loop"
)

// remember keeps what the screen shows when the agent comes to rest: one that
// exits soon after may take its screen along.
func (d *driver) remember(s adapters.State) {
	rests := s.Condition == adapters.Idle || s.Condition == adapters.Done
	if rests && !d.rested {
		d.recent = d.eye.shown()
	}
	d.rested = rests
}

// hear takes the agent's last words of a turn. A command to the agent itself,
// such as /compact, is no turn of the conversation: what was said before it stands.
func (d *driver) hear(exit bool) {
	command := d.talk.current != nil && len(d.talk.current.text) > 0 && d.talk.current.text[0] == '/'
	var found loop.Signals
	mute := d.eye.muted()
	if text, ok := d.eye.said(); ok {
		found = message(text, d.typed)
	} else {
		words, shown := d.eye.replied(d.talk.given())
		mute = mute || shown && !words
		found = lastWords(d.eye.shown(), d.typed)
		for _, earlier := range []string{d.eye.leaving(), d.recent} {
			if exit && !found.Success && !found.Failure {
				found = lastWords(earlier, d.typed)
			}
		}
	}
	if found.Success || found.Failure || !command && !exit {
		d.signals, d.mute = found, mute && !found.Success && !found.Failure
	}
}

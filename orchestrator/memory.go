package orchestrator

import (
	"rooda/adapters"
	"rooda/orchestrator/loop"
)

// remember keeps what the terminal shows of the turn when the agent comes to rest: one that
// exits soon after may take its screen along.
func (d *driver) remember(s adapters.State) {
	rests := s.Condition == adapters.Idle || s.Condition == adapters.Done
	if rests && !d.rested {
		d.recent, _ = d.eye.recount()
	}
	d.rested = rests
}

// hear takes the agent's last words of a turn. A command to the agent itself,
// such as /compact, is no turn of the conversation: what was said before it stands.
func (d *driver) hear(exit bool) {
	command := d.command()
	var found loop.Signals
	mute := d.eye.muted()
	d.unseen = false
	if text, ok := d.eye.said(); ok {
		found = message(text, d.eye.typed)
	} else {
		words, shown := d.eye.replied(d.talk.given())
		mute = mute || shown && !words
		text, whole := d.eye.recount()
		if found = lastWords(text, d.eye.typed); !promised(found) {
			found = d.eye.overheard()
		}
		for _, earlier := range []string{d.eye.leaving(), d.recent} {
			if exit && !promised(found) {
				found = lastWords(earlier, d.eye.typed)
			}
		}
		trail := d.talk.sequel.trail // follows no text that was an argument
		if !whole && (trail.echoed || trail.at.IsZero()) && !promised(found) {
			_, shown = reply(text, d.talk.given())
			d.unseen = !shown
		}
	}
	if d.signals.Failure && !promised(found) && !command && !exit {
		d.tell(Warning{"an earlier answer promised FAILURE, and the last one promises nothing: it is the last that counts"})
	}
	if promised(found) || !command && !exit {
		d.signals, d.mute = found, mute && !promised(found)
	}
}

// command reports whether the turn is that of a command to the agent itself.
func (d *driver) command() bool {
	return d.talk.current != nil && len(d.talk.current.text) > 0 && d.talk.current.text[0] == '/'
}

// caveat says, of the last turn, that a promise may have been missed.
func (d *driver) caveat() {
	if d.unseen && !d.command() && d.talk.given() != "" {
		d.tell(Warning{"no promise was seen, but the beginning of the agent's last answer could not be read: it has left the screen, and this terminal does not keep it"})
	}
}

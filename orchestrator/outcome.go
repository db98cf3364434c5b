package orchestrator

import (
	"time"

	"rooda/adapters"
)

// answeredSince is since when there is an answer: of one that comes line by line the first is not yet work.
func (c *conversation) answeredSince(now time.Time) time.Time {
	if text := c.given(); text == "" || commands(text) {
		return c.resting // none is looked for
	}
	if c.replied.IsZero() {
		c.replied = now
	}
	return c.replied
}

// loaded reports whether all that has been seen of work may be that an agent which
// nobody has described was loading something, or has only paused: below the echo of its
// text there is nothing.
func (c *conversation) loaded(s scene) bool {
	text := c.given()
	if c.known || text == "" || commands(text) || s.WorkedBy != adapters.ByScreen {
		return false
	}
	words, found := reply(s.Above, text)
	return found && !words
}

// given is the text of the turn, empty where it is not known.
func (c *conversation) given() string { return c.sequel.text }

// held reports whether the text of the turn still stands in the composer.
func (c *conversation) held(s scene) bool {
	return c.given() != "" && adapters.NewSubmission(c.given(), c.recipe).Held(s.View)
}

// answered reports whether anything has come of the text of the turn although
// no source says that the agent worked. A command to the agent itself need not
// lead to anything, and what another host has sent is not known.
func (c *conversation) answered(s scene) bool {
	text := c.given()
	switch {
	case text == "" || commands(text):
		return true
	case c.held(s):
		return false
	case c.current != nil:
		return !s.Blind && c.sequel.answers(s)
	case c.known:
		return false // one whose work is always seen
	}
	words, found := reply(s.Above, text)
	return words || !found && !s.Blind && !c.sequel.before.at.IsZero() && (between("", s.Above, false).promises(text) || c.sequel.difference(s).answers(text))
}

// commands reports whether a text is for the agent itself, and not for what it talks of.
func commands(text string) bool {
	return text != "" && (text[0] == '/' || text[0] == '!')
}

// news is the last line that came since the text was handed over and is none of it, empty for none.
func (c *conversation) news(s scene) string {
	if c.sequel.before.at.IsZero() || s.Blind {
		return ""
	}
	return c.sequel.difference(s).novelty(c.given())
}

// reflects reports whether the agent has demonstrably taken the text of the turn, and nobody can tell
// by its looks that it does not work on it: there is the echo, and nothing else is new.
func (c *conversation) reflects(s scene) bool {
	if c.known || s.Blind || c.held(s) || c.news(s) != "" {
		return false
	}
	if c.current == nil {
		_, found := reply(s.Above, c.given())
		return found
	}
	_, found := c.sequel.difference(s).echo(c.given())
	return found
}

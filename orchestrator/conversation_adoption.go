package orchestrator

import (
	"cmp"
	"time"

	"rooda/adapters"
	"rooda/session"
)

// adopt takes up what another host has begun: the turn of the last text that
// it sent. One that it was sending may have been sent or not.
func (c *conversation) adopt(it Iteration) {
	c.current = &input{}
	c.sequel.former.text = cmp.Or(it.Launch.Paste, it.Prompt)
	if n := it.Interactive.Sent; n > 0 && n <= len(it.Interactive.Inputs) {
		c.sequel.former.text = it.Interactive.Inputs[n-1]
	}
	switch n := it.Interactive.Sending; {
	case n == 1:
		c.doubt = &input{text: cmp.Or(it.Launch.Paste, it.Prompt)}
	case n == session.SendingText && len(it.Interactive.Texts) > 0:
		c.doubt = &input{text: it.Interactive.Texts[0], handed: true}
	case n > 1 && len(c.inputs) > 0 && c.inputs[0].number == n-1:
		c.doubt, c.inputs = &c.inputs[0], c.inputs[1:]
	}
	c.former = it.Interactive.Answer
	if asked := it.question(); asked != nil {
		c.inherit(*asked)
	}
}

// settle decides what has become of the text in doubt, now that the agent
// rests: what stands in the composer or in the conversation was typed.
func (c *conversation) settle(s scene, now time.Time) Talk {
	d := *c.doubt
	c.doubt = nil
	switch {
	case adapters.NewSubmission(d.text, c.recipe).Held(s.View):
		c.lack = lacking(unsent)
		c.turn, c.proof = now, true
		return InputFailed{Number: d.number, Handed: d.handed, Problem: c.lack.words}
	case c.shows(d.text):
		c.sequel.former.text = d.text
		return InputSent{Number: d.number, Handed: d.handed, By: string(adapters.ByScreen)}
	}
	c.inputs = append([]input{d}, c.inputs...)
	return nil
}

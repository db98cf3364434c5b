package orchestrator

import (
	"time"

	"rooda/adapters"
)

// approve types what a person has approved; ours is false while there is nothing of that.
func (c *conversation) approve(s scene, now time.Time) (m move, ours bool) {
	if asked := s.State.Question(); asked != nil && asked.Fingerprint != c.approved {
		return c.lapse()
	}
	keys, _, ok := s.State.Yes()
	if !ok || c.yes == "" {
		return move{}, false
	}
	// Keys that come too soon are lost, see adapters.Ripe.
	switch due := s.Asked.Add(adapters.Ripe); {
	case now.Before(due):
		return move{until: due}, true
	case !s.Current:
		return move{until: s.Next}, true
	}
	by := c.yes
	c.yes = ""
	c.asked.word, c.asked.left = "approved by "+by, toNobody
	return move{keys: keys, by: by, undo: func() { c.yes = by }, tell: InputTyped{Deed: Deed{By: by}, Bytes: len(keys)}}, true
}

// lapse forgets what was approved, because another question stands there, or none: whoever
// approved was told that it is, so that has to be said. ours is false where there was nothing.
func (c *conversation) lapse() (m move, ours bool) {
	by := c.yes
	c.yes = ""
	if by == "" {
		return move{}, false
	}
	return move{tell: Warning{"approved by " + by + ", and nothing typed: the question had changed"}}, true
}

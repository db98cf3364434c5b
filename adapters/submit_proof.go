package adapters

import (
	"strings"
	"time"
)

// arrived reports whether the text has come to stand where it was pasted to.
func (s *Submission) arrived(v View) bool {
	switch {
	case v.Blind && v.Bay != "":
		return s.bays(v)
	case v.Blind:
		return s.towers(v)
	}
	return s.stands(v)
}

// stands reports whether the text demonstrably stands in the composer and has
// not been sent: as itself, as a placeholder, or as anything typed that was not
// there ahead of the paste. What a composer does not show itself may stand
// elsewhere on the screen, which then has to be as it was at the Enter.
func (s *Submission) stands(v View) bool {
	switch {
	case s.shown(v):
		return true
	case v.Blind:
		return s.enters > 0 && !s.moved(v) && s.arrived(v) // an agent that works shows the text there, too
	case v.Composing && v.Legible || s.enters > 0 && s.moved(v):
		return false
	}
	return s.count(v.Text) > s.count(s.before.Text) || s.folds(v.Text, s.before.Text)
}

// shown reports whether the composer itself shows that the text stands in it.
func (s *Submission) shown(v View) bool {
	return v.Composing && (s.holding(v) || s.folded(v) || s.drafted(v))
}

// holding reports whether the composer shows the text.
func (s *Submission) holding(v View) bool { return s.count(v.Composer) > s.count(s.before.Composer) }

// folded reports whether it shows a placeholder for it.
func (s *Submission) folded(v View) bool { return s.folds(v.Composer, s.before.Composer) }

// folds reports whether there is a placeholder more than before, for a text of
// the sort that gets one.
func (s *Submission) folds(shown, before string) bool {
	return foldable(s.text) && placeholders(shown) > placeholders(before)
}

// drafted reports whether there is a draft in it that is the text in some shape:
// one that there was not ahead of the paste, and that is as it was at the Enter.
func (s *Submission) drafted(v View) bool {
	return v.Draft != "" && v.Draft != s.before.Draft && (s.enters == 0 || v.Draft == s.held.Draft)
}

// count is how often parts of the text stand in another.
func (s *Submission) count(shown string) int {
	shown = solid(shown)
	n := 0
	for _, mark := range s.marks {
		n += strings.Count(shown, mark)
	}
	return n
}

func placeholders(shown string) int { return len(placeholder.get().FindAllString(shown, -1)) }

// proof says by what it is proved that the text was taken, empty for nothing
// so far, and when to look again for what is nearly a proof.
func (s *Submission) proof(v View, now time.Time) (by string, due time.Time) {
	undisturbed := s.came.Before(s.entered)
	switch {
	case v.Worked.After(s.since) && (undisturbed || !v.Worked.After(s.came)):
		return string(v.WorkedBy), due
	case asks(v) || !v.Current:
	case !undisturbed && s.told(v):
		return string(ByScreen), due
	case !undisturbed:
	case s.emptied(v):
		return "composer", due
	case s.opaque && v.Changed.After(s.since) && s.moved(v) && !v.Covered && !s.stands(v) && !(v.Blind && spoiled(s.fresh(v))):
		// A question may be half painted.
		due = earlier(v.Changed.Add(growth), s.due(s.entered, 4*growth))
		if !now.Before(due) {
			return string(ByScreen), time.Time{}
		}
	default:
		var hid bool
		if hid, due = s.hid(v, now); hid {
			return string(ByScreen), time.Time{}
		}
	}
	return "", due
}

// emptied reports whether the text has left the composer. One that showed a
// placeholder for the text has left when something else is there.
func (s *Submission) emptied(v View) bool {
	switch {
	case !v.Composing || s.stands(v):
		return false
	case !s.held.Composing, s.holding(s.held):
		return true
	}
	return !s.opaque && solid(firstLine(v.Composer)) != solid(firstLine(s.held.Composer))
}

// told reports whether the text has become part of the conversation. After a
// question the composer alone proves nothing: some are emptied by one. Some
// agents hide it while they work.
func (s *Submission) told(v View) bool {
	works := v.State.Condition == Working && v.Worked.After(s.came)
	if !v.Composing && !works || s.stands(v) {
		return false
	}
	outside := func(v View, count func(string) int) int { return count(v.Text) - count(v.Composer) }
	return outside(v, s.count) > outside(s.before, s.count) ||
		foldable(s.text) && outside(v, placeholders) > outside(s.before, placeholders)
}

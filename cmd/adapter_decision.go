package cmd

import (
	"strings"
	"time"

	"rooda/adapters"
)

// lasting is how long there must be a reason for caution to be told: at a start
// there may be one for a moment.
const lasting = time.Second

// decide shows what policy does about the question on the screen, and why it
// leaves one to a person.
func (p *player) decide(now time.Time) error {
	v := p.watcher.View()
	if v.Caution != p.caution {
		p.caution, p.cause = v.Caution, now
	}
	if p.caution == "" {
		p.cause = time.Time{}
	}
	if !p.cause.IsZero() && !now.Before(p.cause.Add(lasting)) {
		p.cause = time.Time{}
		if err := p.show(replayedCaution{p.seconds(now), p.caution}); err != nil {
			return err
		}
	}
	asked := ""
	switch d := v.State.Dialog; {
	case d != nil:
		asked = d.Fingerprint
	case v.State.Condition == adapters.Blocked:
		asked = p.asked // only told of for a moment
	}
	if asked != p.asked {
		p.policy.Resolved(p.asked)
		p.asked, p.left = asked, ""
	}
	decision := p.policy.Decide(v, now)
	p.due = decision.Until
	if due := p.cause.Add(lasting); !p.cause.IsZero() && (p.due.IsZero() || due.Before(p.due)) {
		p.due = due
	}
	switch answer := decision.Answer; {
	case answer != nil:
		p.left = asked
		return p.show(replayedAnswer{p.seconds(now), strings.Join(answer.Keys, ""), answer.Handler, answer.Fingerprint})
	case p.left == asked:
		return nil // of one that was answered, whoever was recorded may have been slower
	case decision.Note != "":
		p.left = asked
		return p.show(replayedRefusal{p.seconds(now), decision.Note, decision.Handler, asked})
	case decision.Handler == "" && v.State.Dialog != nil && p.handlers:
		if why := p.policy.Why(v.State.Dialog); why != "" {
			p.left = asked
			return p.show(replayedRefusal{p.seconds(now), why, "", asked})
		}
	}
	return nil
}

func (p *player) tell(changes []adapters.Change) error {
	for _, c := range changes {
		line := replayedState{T: p.seconds(c.At), State: c.Condition, Kind: c.Kind, By: c.By, Excerpt: c.Excerpt}
		if c.Dialog != nil {
			line.Options = c.Dialog.Options
		}
		if err := p.show(line); err != nil {
			return err
		}
	}
	return p.miss(changes)
}

// miss shows why what somebody has to look at is no dialog of the adapter's.
func (p *player) miss(changes []adapters.Change) error {
	if len(changes) == 0 {
		return nil
	}
	last := changes[len(changes)-1]
	if last.Condition != adapters.Blocked && last.Condition != adapters.Unknown || last.Dialog != nil {
		return nil
	}
	why := p.watcher.Missed()
	if why == "" || why == p.missed {
		return nil
	}
	p.missed = why
	return p.show(replayedNote{p.seconds(last.At), why})
}

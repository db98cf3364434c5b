package adapters

import (
	"time"

	"rooda/pty/vt"
)

// note takes what the output says besides painting.
func (w *Watcher) note(at time.Time, event vt.Event) {
	w.prove() // a turn may be over before anything is decided
	e := &w.evidence
	switch event.Kind {
	case vt.StatusReported:
		claim, ok := statusClaim(event.Text, at)
		w.unused = w.unused || ok && !w.detector.signs.OSC7501
		if !ok || !w.detector.signs.OSC7501 || !w.detector.uses(ByStatus) {
			return
		}
		if w.keeps(e.Status, claim) {
			return
		}
		if claim.Condition == e.Status.Condition && claim.Kind == e.Status.Kind {
			claim.Since = e.Status.Since
		} else {
			e.Before = e.Status
		}
		e.Status = claim
	case vt.TitleChanged:
		if w.detector.uses(ByTitle) {
			e.Title = w.detector.titleClaim(event.Text, e.Title, at)
		}
	case vt.ProgressChanged:
		if w.detector.uses(ByProgress) {
			w.noteProgress(at, event.Progress)
		}
	case vt.ModeChanged:
		switch event.Mode {
		case vt.Synchronized:
			w.painting = event.On
		case vt.BracketedPaste:
			w.bracketed = event.On
		}
	case vt.Reset:
		w.painting, w.bracketed = false, false
		e.Status, e.Before, e.Title, e.Progress = Claim{}, Claim{}, Claim{}, Claim{}
	}
}

func (w *Watcher) noteProgress(at time.Time, p vt.Progress) {
	claim := Claim{Source: ByProgress, Excerpt: "progress", Since: at, Seen: at}
	switch {
	case p.State == vt.Running || p.State == vt.Indeterminate:
		claim.Condition, w.progress = Working, true
	case p.State == vt.NoProgress && w.progress:
		claim.Condition = Idle // the end of a work that it began
	default:
		claim = Claim{}
	}
	if claim.Condition == w.evidence.Progress.Condition {
		claim.Since = w.evidence.Progress.Since
	}
	w.evidence.Progress = claim
}

func (d *Detector) titleClaim(title string, before Claim, at time.Time) Claim {
	for _, rule := range d.rules.titles {
		// The same title again is still the one after.
		after := rule.After == "" || rule.After == before.Condition || rule.State == before.Condition && before.Condition != ""
		if !after || !rule.match.MatchString(title) {
			continue
		}
		claim := Claim{Source: ByTitle, Condition: rule.State, Excerpt: brief(title, excerptLength), Since: at, Seen: at, Fresh: rule.Fresh}
		if rule.State == Blocked {
			claim.Kind = Unspecified
		}
		if before.stands(rule.State, at) {
			claim.Since = before.Since
		}
		return claim
	}
	return Claim{}
}

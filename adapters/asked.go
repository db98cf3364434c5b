package adapters

import (
	"slices"
	"time"
)

// noteDialog keeps a question that has vanished for as long as it may only be
// painted anew.
func (w *Watcher) noteDialog(at time.Time, seen *Dialog) {
	e := &w.evidence
	switch {
	case seen == nil && e.Dialog != nil:
		if e.Gone.IsZero() {
			e.Gone = at
		}
	case seen != nil:
		switch {
		case e.Dialog == nil:
			e.Asked, w.grown = at, nil
		case w.grows(at, seen):
			w.grown = map[string]string{seen.Fingerprint: e.Dialog.Fingerprint}
		}
		if first, ok := w.grown[seen.Fingerprint]; ok {
			seen.Fingerprint = first
		}
		if e.Dialog != nil && e.Dialog.Fingerprint != seen.Fingerprint {
			e.Asked, w.grown = at, nil
		}
		e.Dialog, e.Gone = seen, time.Time{}
	}
}

// grows reports whether a question is the one that stands there, of which only
// a part had been painted yet. It is too soon for that one to have been
// answered, and for another to follow.
func (w *Watcher) grows(at time.Time, seen *Dialog) bool {
	e := &w.evidence
	return at.Sub(e.Asked) < growth && !e.Input.After(e.Asked) && seen.Kind == e.Dialog.Kind &&
		seen.Fingerprint != e.Dialog.Fingerprint && slices.Equal(labels(seen), labels(e.Dialog))
}

// forget drops a question that has been missing for too long to be painted
// anew, or since when the program has said that it goes on.
func (w *Watcher) forget(now time.Time) {
	e := &w.evidence
	if e.Gone.IsZero() {
		return
	}
	goes := func(c Claim) bool {
		return c.Condition != "" && c.Condition != Blocked && c.Since.After(e.Asked)
	}
	if !now.Before(e.Gone.Add(repaint)) || goes(e.Hook) || goes(e.Status) || goes(e.Title) {
		e.Dialog, e.Gone, e.Settled = nil, time.Time{}, time.Time{}
		if e.Hook.Condition == Blocked {
			e.Hook = Claim{} // it was answered
		}
	}
}

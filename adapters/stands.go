package adapters

import (
	"slices"
	"strings"
)

// Stands reports whether a question is still there, now that the first of the keys that answer it
// have been typed. sure is false while that cannot be told: the screen has not been read, or the
// question may only be about to be painted again. A key that its program echoes behind the question
// is part of it.
func (v View) Stands(d *Dialog, typed string) (stands, sure bool) {
	now := v.State.Question()
	switch {
	case !v.Current:
		return false, false
	case now != nil && now.Fingerprint == d.Fingerprint && !v.Missing:
		return true, true
	case d.echoes(v.Bottom, typed):
		return true, true
	}
	return false, !v.Missing
}

// echoes reports whether the last words on a screen are those of the question, and what was typed,
// behind it or in a line of its own.
func (d *Dialog) echoes(bottom, typed string) bool {
	typed = Letters(typed)
	for _, line := range slices.Backward(strings.Split(bottom, "\n")) {
		if wordless.MatchString(line) {
			continue
		}
		words := strings.TrimSuffix(Letters(line), typed)
		if words == "" {
			typed = ""
			continue
		}
		return len(d.Options) == 0 && strings.HasSuffix(Letters(d.Text), words)
	}
	return false
}

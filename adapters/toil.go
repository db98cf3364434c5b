package adapters

import "time"

// preparing is what a program says of itself before it has taken anything up.
var preparing = lazy(`(?i)^[^\p{L}]*(?:(?:re)?(?:load|connect|start|initiali[sz]|index|updat|upgrad|install|check|download|fetch|boot|sync\w*|stor|sum|authenticat|scann|sett|prepar|warm|sign|logg)ing\b|please wait|waiting\b)`)

// toil notes when anything above the composer, or in its place, last looked like work: a
// sign that should move, or a line with words that moves while they stay. It may as well be
// work of the program on itself, so it says no more than that what follows need not be a notice.
func (w *Watcher) toil(b bottom, p place, sign string, at time.Time) {
	works := func(line string) bool { return !wordless.MatchString(line) && !preparing.MatchString(line) }
	end := len(b.lines)
	if p.found() {
		end = p.first
	}
	toils := sign != "" && works(sign)
	for i := 0; i < end && !toils && w.drift.stir.Equal(at); i++ {
		toils = w.drift.rows[b.at[i]] && works(b.lines[i])
	}
	if toils {
		w.toiled = at
	}
}

package adapters

import "fmt"

// Missed says which dialog of the adapter would be on the screen if more lines
// were allowed below it, empty for none.
func (w *Watcher) Missed() string {
	if w.composing || w.evidence.Dialog != nil {
		return ""
	}
	b, _ := read(w.screen.Snapshot()).cropped(window)
	for i, rule := range w.detector.own {
		at := b.match(rule, max(0, len(b.lines)-MostBelow-1))
		if at == nil || b.question(rule, at) == nil || b.match(rule, b.lowest(rule)) != nil {
			continue
		}
		return fmt.Sprintf("dialog %d of the adapter has its features here, but %[2]d lines stand below the last one: below: %[2]d", i+1, b.worded(at[len(at)-1]+1))
	}
	return ""
}

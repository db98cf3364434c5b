package attach

// surely is how often the detach keys come in a row where they count although the paste has not paused.
const surely = 3

// wayOut finds the detach keys inside of a paste, whose end may never come: pressed by themselves once it
// has paused, or again and again. What is pasted has them in the midst of other text.
type wayOut struct {
	paused  bool // it did ahead of them, once at least
	matched int  // how many of the keys have come
	times   int  // how often all of them have
}

// read takes what was read in a paste, and whether nothing had come for a while; it reports whether the
// person wants to leave.
func (w *wayOut) read(p []byte, keys DetachKeys, paused bool) bool {
	for len(p) > 0 {
		n, whole := keyLength(p)
		key := p[:n]
		p = p[n:]
		next := recognizer{keys: keys, matched: w.matched}
		switch {
		case whole && w.matched+w.times > 0 && released(key):
		case !whole, !next.matches(key):
			*w = wayOut{}
			return false
		default:
			if w.matched == 0 && paused {
				w.paused = true
			}
			if w.matched++; w.matched == len(keys.keys) {
				w.matched = 0
				w.times++
			}
		}
	}
	return w.matched == 0 && (w.times > 0 && w.paused || w.times >= surely)
}

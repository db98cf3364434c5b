package localsock

import "iter"

// deepest bounds a walk through processes that come and go.
const deepest = 256

// Ancestry yields a process and those above it, nearest first, without init.
func Ancestry(pid int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for range deepest {
			if pid <= 1 || !yield(pid) {
				return
			}
			pid = parent(pid)
		}
	}
}

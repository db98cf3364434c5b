package adapters

import "time"

// pause is a time in which the terminal could not be seen.
type pause struct{ from, to time.Time }

// Pause takes a time in which the terminal could not be seen out of all patience. What happened
// stays where it was: which came first still tells what is due to what.
func (s *Submission) Pause(from, to time.Time) {
	s.idle = time.Time{}
	s.pauses = append(s.pauses[:len(s.pauses):len(s.pauses)], pause{from, to})
}

// due is when the patience with what began at a moment ends.
func (s *Submission) due(moment time.Time, patience time.Duration) time.Time {
	for _, p := range s.pauses {
		if unseen := p.to.Sub(later(p.from, moment)); unseen > 0 {
			patience += unseen
		}
	}
	return moment.Add(patience)
}

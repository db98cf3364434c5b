package loop

import (
	"math"
	"time"
)

// Stats describes the durations of a loop's iterations in constant memory
// (LOOP-32). The zero value is ready; it is plain data and can be stored.
type Stats struct {
	Count int           `json:"count"`
	Total time.Duration `json:"total_ns"`
	Min   time.Duration `json:"min_ns"`
	Max   time.Duration `json:"max_ns"`
	// M2 is the sum of squared distances from the mean, in ns², kept by
	// Welford's method with the mean before and after each sample.
	M2 float64 `json:"m2"`
}

// Add counts one iteration.
func (s *Stats) Add(d time.Duration) {
	old := s.mean()
	s.Count++
	s.Total += d
	s.M2 += (float64(d) - old) * (float64(d) - s.mean())
	if s.Count == 1 || d < s.Min {
		s.Min = d
	}
	s.Max = max(s.Max, d)
}

// Mean is the average duration, 0 without iterations.
func (s Stats) Mean() time.Duration { return time.Duration(s.mean()) }

// StdDev is the population standard deviation, 0 for fewer than two iterations.
func (s Stats) StdDev() time.Duration {
	if s.Count < 2 {
		return 0
	}
	return time.Duration(math.Sqrt(s.M2 / float64(s.Count)))
}

func (s Stats) mean() float64 {
	if s.Count == 0 {
		return 0
	}
	return float64(s.Total) / float64(s.Count)
}

package bench

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"
)

// figures are what one run of a contestant gave, by unit.
type figures map[string]float64

// contestant is one row of a table.
type contestant struct {
	name string
	run  func() figures
}

// race lets the contestants run in turn, round after round, the first round
// unseen, and reports the medians of each. The first one is the base: in unit
// the others are also reported as a multiple of it (x), and as a difference
// (more), each with its quartiles.
func race(b *testing.B, rounds int, unit string, contestants ...contestant) {
	b.Helper()
	seen := make(map[string]map[string][]float64)
	for round := range rounds + 1 {
		for _, c := range contestants {
			for u, v := range c.run() {
				if seen[c.name] == nil {
					seen[c.name] = map[string][]float64{}
				}
				if round > 0 {
					seen[c.name][u] = append(seen[c.name][u], v)
				}
			}
		}
	}
	base := seen[contestants[0].name][unit]
	for i, c := range contestants {
		row := map[string]float64{}
		for u, values := range seen[c.name] {
			row[u] = quartile(values, 2)
		}
		values := seen[c.name][unit]
		row[unit+"-q1"], row[unit+"-q3"] = quartile(values, 1), quartile(values, 3)
		if i > 0 {
			var times, more []float64
			for round, v := range values {
				times, more = append(times, v/base[round]), append(more, v-base[round])
			}
			row["x"], row["x-q1"], row["x-q3"] = quartile(times, 2), quartile(times, 1), quartile(times, 3)
			row["more"], row["more-q1"], row["more-q3"] = quartile(more, 2), quartile(more, 1), quartile(more, 3)
		}
		report(b, c.name, row)
	}
}

// report makes a row of a table a line of the benchmark's output.
func report(b *testing.B, name string, row map[string]float64) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			// It was measured already.
		}
		for _, unit := range slices.Sorted(maps.Keys(row)) {
			b.ReportMetric(row[unit], unit)
		}
		b.ReportMetric(0, "ns/op")
	})
}

// quartile returns the first, second (the median) or third quartile.
func quartile(values []float64, which int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	at := float64(which) / 4 * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (at-float64(low))*(sorted[high]-sorted[low])
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

func TestQuartile(t *testing.T) {
	tests := []struct {
		values []float64
		want   [3]float64
	}{
		{[]float64{7}, [3]float64{7, 7, 7}},
		{[]float64{3, 1, 2, 5, 4}, [3]float64{2, 3, 4}},
		{[]float64{1, 2, 3, 4}, [3]float64{1.75, 2.5, 3.25}},
	}
	for _, tt := range tests {
		for i, want := range tt.want {
			if got := quartile(tt.values, i+1); got != want {
				t.Errorf("quartile(%s, %d) = %v, want %v", fmt.Sprint(tt.values), i+1, got, want)
			}
		}
	}
}

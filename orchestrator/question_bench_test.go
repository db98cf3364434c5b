package orchestrator

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkQuestion reports how long after the last byte of a question a
// person is called.
func BenchmarkQuestion(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		clock := filepath.Join(b.TempDir(), "clock")
		var called time.Time
		st := stage{args: []string{"-clock", clock}, prompt: "go [shell]"}
		st.when = map[string]func(*Person){"interaction_needed": func(p *Person) {
			called = time.Now()
			_ = p.ask(context.Background(), request{who: "bench", complete: true})
		}}
		if _, _, res := st.play(b, "bench"); res.Err != nil {
			b.Fatal(res.Err)
		}
		data, err := os.ReadFile(clock)
		if err != nil {
			b.Fatal(err)
		}
		painted, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		took = append(took, called.Sub(time.Unix(0, painted)))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/1000, "ms-max")
	b.ReportMetric(0, "ns/op")
}

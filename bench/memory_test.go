package bench

import (
	"fmt"
	"testing"
)

// BenchmarkMemory reports the peak resident size of rooda while its agent
// writes little and much.
func BenchmarkMemory(b *testing.B) {
	ways := map[string]func(flood) ([]string, int){
		"rooda run":          func(f flood) ([]string, int) { return f.loop(), 2 },
		"rooda workflow run": func(f flood) ([]string, int) { return f.session(), 0 },
	}
	for _, name := range []string{"rooda run", "rooda workflow run"} {
		b.Run(name, func(b *testing.B) {
			var contestants []contestant
			for _, size := range []int{1, 100, 1000} {
				f := newFlood(b, "log", size*mega)
				argv, code := ways[name](f)
				contestants = append(contestants, contestant{fmt.Sprintf("%d MB", size), func() figures {
					defer f.forget()
					took := f.watched([]int{code}, argv...)
					if took.peak == 0 {
						b.Skip("the peak of a process is known from /proc only")
					}
					return figures{"peak-MB": took.peak}
				}})
			}
			race(b, 3, "peak-MB", contestants...)
		})
	}
}

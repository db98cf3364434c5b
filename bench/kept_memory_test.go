package bench

import (
	"fmt"
	"testing"
	"time"
)

// BenchmarkKeptMemory reports the memory (PSS) of what keeps one agent's
// terminal, before it has written anything, after 1 MB, and after 100 MB of
// coloured log lines; more is how much was added to the silent one's.
func BenchmarkKeptMemory(b *testing.B) {
	for _, k := range holders(newPlace(b)) {
		b.Run(k.name(), func(b *testing.B) {
			var rows []contestant
			for _, size := range []int{0, 1, 100} {
				f := newFlood(b, "log", size*mega)
				agent := f.script(fmt.Sprintf("%s\nsleep 60\n", f.command()))
				rows = append(rows, contestant{fmt.Sprintf("%d MB", size), func() figures {
					k.keep(1, agent)
					defer k.end()
					f.await()
					f.told()
					time.Sleep(1500 * time.Millisecond) // it gives back what it wants to give back
					return figures{"PSS-MB": f.pss(k.servers()[0])}
				}})
			}
			race(b, 5, "PSS-MB", rows...)
		})
	}
}

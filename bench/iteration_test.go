package bench

import (
	"fmt"
	"os/exec"
	"strconv"
	"testing"
)

// BenchmarkIteration compares loops that run a command again and again with a
// shell's; start and end of rooda are shared out over the iterations.
func BenchmarkIteration(b *testing.B) {
	b.Run("agent that reads", func(b *testing.B) { iterations(b, built(b, "drain"), 0) })
	b.Run("true", func(b *testing.B) { iterations(b, "/bin/true", 0) })
	b.Run("among 300 processes", func(b *testing.B) { iterations(b, built(b, "drain"), 300) })
}

func iterations(b *testing.B, agent string, others int) {
	const loops = 100
	p := newPlace(b)
	crowd(b, others)
	prompt := p.file("prompt", "Do the next thing, then say whether more is left.\n")
	wf := p.workflow(fmt.Sprintf(`id: loop, prompt: Do the next thing., ai_cmd: %q, max_iterations: %d, on_max_iterations: continue`, agent, loops))
	each := func(name string, code int, argv ...string) contestant {
		return contestant{name, func() figures {
			took := p.run([]int{code}, argv...)
			return figures{"ms": ms(took.wall) / loops, "cpu-ms": ms(took.cpu) / loops}
		}}
	}
	rooda := built(b, "rooda")
	race(b, 9, "ms",
		each("shell loop", 0, "/bin/sh", "-c", fmt.Sprintf(`for i in $(seq %d); do %s < %s; done`, loops, agent, prompt)),
		each("rooda run", 2, rooda, "run", "build", "-q", "-n", strconv.Itoa(loops), "--ai-cmd", agent),
		each("rooda workflow run", 2, rooda, "workflow", "run", wf, "-q"),
	)
}

// crowd keeps n processes alive that have nothing to do with anything.
func crowd(b *testing.B, n int) {
	for range n {
		cmd := exec.Command("/bin/sleep", "3600")
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		})
	}
}

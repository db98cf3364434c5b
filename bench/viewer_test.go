package bench

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"rooda/internal/ptmx"
)

// reader is a person's terminal that takes all that comes, and shows none of it.
type reader struct {
	cmd   *exec.Cmd
	tty   *os.File
	came  atomic.Int64
	ended chan struct{}
}

// read starts a command at such a terminal, of 80x24.
func (p place) read(argv ...string) *reader {
	p.Helper()
	r := &reader{cmd: p.command(argv...), ended: make(chan struct{})}
	tty, err := ptmx.Start(r.cmd, 80, 24)
	if err != nil {
		p.Fatal(err)
	}
	r.tty = tty
	go func() {
		defer close(r.ended)
		for buf := make([]byte, 32<<10); ; {
			n, err := tty.Read(buf)
			r.came.Add(int64(n))
			if err != nil {
				return // EIO: the command has closed it
			}
		}
	}()
	return r
}

// leave ends the command.
func (r *reader) leave() {
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	<-r.ended
	_ = r.cmd.Wait() // by the signal
	_ = r.tty.Close()
}

// BenchmarkLiveViewer is the speed of an agent that writes 50 MB of coloured
// log lines while somebody looks on, beside a terminal that is only emptied;
// shown is how much of it came to the viewer's terminal until the agent was
// done, and the memory (PSS) is that of the viewer's own process, before and after.
func BenchmarkLiveViewer(b *testing.B) {
	const rounds, size = 5, 50 * mega
	f := newFlood(b, "log", size)
	rows := []contestant{{"bare", f.alone}}
	for _, k := range keepers(b) {
		rows = append(rows, contestant{k.name, func() figures {
			f := newFlood(b, "log", size)
			defer f.forget()
			gate := filepath.Join(f.dir, "gate")
			if err := syscall.Mkfifo(gate, 0o600); err != nil {
				b.Fatal(err)
			}
			script := f.file("agent.sh", fmt.Sprintf("echo ready\nread x < %s\n%s\nexec sleep 600\n", gate, f.command()))
			visit, end := k.keep(f.place, script)
			defer end()
			viewer := f.read(visit...)
			defer viewer.leave()
			f.shown(viewer)
			before, came := f.pss(viewer.cmd.Process.Pid), viewer.came.Load()
			if err := os.WriteFile(gate, []byte("go\n"), 0); err != nil {
				b.Fatal(err)
			}
			f.await()
			came = viewer.came.Load() - came
			elapsed, _ := f.told()
			return figures{
				"MB/s": size / mega / elapsed.Seconds(), "shown-%": 100 * float64(came) / size,
				"viewer-MB": before, "viewer-after-MB": f.pss(viewer.cmd.Process.Pid),
			}
		}})
	}
	race(b, rounds, "MB/s", rows...)
}

// shown waits until a viewer has got its first picture, and some time for
// what it does after that.
func (p place) shown(r *reader) {
	p.Helper()
	for begun := time.Now(); r.came.Load() == 0; time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 10*time.Second {
			p.Fatal("the viewer shows nothing")
		}
	}
	time.Sleep(500 * time.Millisecond)
}

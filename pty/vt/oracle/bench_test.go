package oracle

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	xvt "github.com/charmbracelet/x/vt"

	"rooda/pty/vt"
)

// benchLog is coloured agent log, benchPaint an interface that draws its lower
// half again and again; a megabyte each.
func benchLog() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "\x1b[90m12:04:%02d\x1b[0m \x1b[%dmINFO\x1b[0m  step %-50d 0x%04x\r\n", i%60, 31+i%6, i, i&0xffff)
	}
	return b.Bytes()
}

func benchPaint() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		b.WriteString("\x1b[?2026h\x1b[?25l")
		for y := 20; y < 40; y++ {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[38;2;%d;%d;153m│\x1b[39m frame %d row %d \x1b[1mbold\x1b[22m ✳ done\x1b[K", y, i%256, y*3, i, y)
		}
		b.WriteString("\x1b[?25h\x1b[?2026l")
	}
	return b.Bytes()
}

// benchYes is the shortest line again and again: a quarter of the others, as
// x/vt takes a second for that.
func benchYes() []byte { return bytes.Repeat([]byte("y\r\n"), 1<<18/3) }

// cpu is the processor time of this process.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkXVT holds the model against x/vt in one run, in turn, round after
// round: processor seconds for 100 MB, and microseconds for one look at the
// whole screen of 120x40, as text with its styles.
func BenchmarkXVT(b *testing.B) {
	const rounds, looks = 9, 100
	for _, stream := range []struct {
		name string
		data []byte
	}{{"log", benchLog()}, {"interface", benchPaint()}, {"yes", benchYes()}} {
		b.Run(stream.name, func(b *testing.B) {
			var write, ownWrite, ratio, look, ownLook, take []float64
			for range rounds {
				model, other := vt.New(vt.Options{Cols: 120, Rows: 40}), xvt.NewEmulator(120, 40)
				spent := func(act func()) float64 {
					before := cpu(b)
					act()
					return (cpu(b) - before).Seconds()
				}
				perWrite := 100e6 / float64(len(stream.data))
				own := spent(func() { model.Write(stream.data) })
				theirs := spent(func() { other.Write(stream.data) })
				ownWrite, write, ratio = append(ownWrite, own*perWrite), append(write, theirs*perWrite), append(ratio, theirs/own)
				many := func(act func()) float64 {
					return spent(func() {
						for range looks {
							act()
						}
					}) / looks * 1e6
				}
				take = append(take, many(func() { model.Snapshot() }))
				ownLook = append(ownLook, many(func() { _ = model.Snapshot().Styled() }))
				look = append(look, many(func() { _ = other.Render() }))
				_ = other.Close()
			}
			for name, list := range map[string][]float64{
				"cpu-s/100MB": ownWrite, "xvt-cpu-s/100MB": write, "times": ratio,
				"snapshot-µs": take, "styled-µs": ownLook, "xvt-styled-µs": look,
			} {
				slices.Sort(list)
				b.ReportMetric(list[len(list)/2], name)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkHeap is what a screen of 80x24 of either model holds: new, and
// with 2 000 lines of coloured log gone off it.
func BenchmarkHeap(b *testing.B) {
	const lines = 2000
	logged := bytes.Repeat([]byte("\x1b[90m12:04:05\x1b[0m \x1b[32mINFO\x1b[0m  compiling package path=internal/planner took=12ms\r\n"), lines+24)
	for _, m := range []struct {
		name string
		make func() io.Writer
	}{
		{"rooda", func() io.Writer { return vt.New(vt.Options{Cols: 80, Rows: 24, Scrollback: lines}) }},
		{"xvt", func() io.Writer {
			e := xvt.NewEmulator(80, 24)
			e.SetScrollbackSize(lines)
			return e
		}},
	} {
		b.Run(m.name, func(b *testing.B) {
			const screens = 8 // so that what else moves on the heap is little
			kept := make([]io.Writer, screens)
			before := heap()
			for i := range kept {
				kept[i] = m.make()
			}
			made := heap()
			for _, screen := range kept {
				_, _ = screen.Write(logged)
			}
			written := heap()
			runtime.KeepAlive(kept)
			b.ReportMetric(float64(made-before)/screens/1e6, "new-MB")
			b.ReportMetric(float64(written-before)/screens/1e6, "2000-lines-MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// heap is what is in use, without what nobody refers to.
func heap() uint64 {
	runtime.GC()
	runtime.GC() // finalizers of the first have run
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

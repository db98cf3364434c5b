package pty

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/sys/unix"

	"rooda/internal/ptmx"
)

// The flood of BenchmarkOutput is a child process writing coloured log lines.
const floodBytes = 100 << 20

// BenchmarkOutput compares one terminal's way through this package with a
// bare copy of another, in the same run: ratio is the part of the bare speed
// that is left with log and cleaner on, and with the screen as well.
func BenchmarkOutput(b *testing.B) {
	for _, screen := range []*ScreenOptions{nil, {}} {
		name := "log and cleaner"
		if screen != nil {
			name += " and screen"
		}
		b.Run(name, func(b *testing.B) { benchmarkOutput(b, screen) })
	}
}

func benchmarkOutput(b *testing.B, screen *ScreenOptions) {
	var bare, full, bareCPU, fullCPU time.Duration
	for b.Loop() {
		start := cpuTime(b)
		bare += bareCopy(b, floodBytes)
		middle := cpuTime(b)
		full += wholePath(b, floodBytes, screen)
		bareCPU += middle - start
		fullCPU += cpuTime(b) - middle
	}
	perSecond := func(d time.Duration) float64 { return float64(b.N) * floodBytes / 1e6 / d.Seconds() }
	b.ReportMetric(perSecond(bare), "bare-MB/s")
	b.ReportMetric(perSecond(full), "full-MB/s")
	b.ReportMetric(bare.Seconds()/full.Seconds(), "ratio")
	perHundred := func(d time.Duration) float64 { return d.Seconds() / float64(b.N) * 100e6 / floodBytes }
	b.ReportMetric(perHundred(bareCPU), "bare-cpu-s/100MB")
	b.ReportMetric(perHundred(fullCPU), "full-cpu-s/100MB")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkMemory reports the peak resident size after little and after much output.
func BenchmarkMemory(b *testing.B) {
	for _, size := range []int{1 << 20, 1 << 30} {
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			for b.Loop() {
				runtime.GC()
				resetPeak(b)
				wholePath(b, size, &ScreenOptions{})
				b.ReportMetric(peak(b), "peak-MB")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkCleaner(b *testing.B) {
	inputs := []struct{ name, text string }{
		{"coloured log", strings.ReplaceAll(colouredLine, "\n", "\r\n")},
		{"plain log", "2026-01-02T15:04:05Z INFO  compiling package path=internal/planner took=12ms\r\n"},
		{"screen", "\x1b[12;3H\x1b[38;2;215;119;87m✳\x1b[39m \x1b[2mThinking\x1b[1C(12s)…\x1b[22m\x1b[K\r\x1b[1B╭──────╮\x1b[3D │\r\n"},
		{"japanese", "端末の出力を文章に変える仕組みについて\r\n"},
	}
	for _, in := range inputs {
		chunk := []byte(strings.Repeat(in.text, 16<<10/len(in.text)))
		b.Run(in.name, func(b *testing.B) {
			b.SetBytes(int64(len(chunk)))
			b.ReportAllocs()
			c := NewCleaner(io.Discard)
			for b.Loop() {
				c.Write(chunk)
			}
		})
	}
	b.Run("ansi.Strip on coloured log", func(b *testing.B) {
		chunk := strings.Repeat(inputs[0].text, 16<<10/len(inputs[0].text))
		b.SetBytes(int64(len(chunk)))
		for b.Loop() {
			ansi.Strip(chunk)
		}
	})
}

// BenchmarkIteration is a whole agent that does nothing, from start to reaped.
func BenchmarkIteration(b *testing.B) {
	spec := Spec{Path: "/bin/true", Argv: []string{"true"}, StdinPipe: true}
	b.Run("exec", func(b *testing.B) {
		for b.Loop() {
			exec.Command(spec.Path).Run()
		}
	})
	for _, key := range []string{"", "benchmark"} {
		spec.Key = key
		b.Run("terminal, key "+key, func(b *testing.B) {
			for b.Loop() {
				term, err := Open(spec)
				if err != nil {
					b.Fatal(err)
				}
				term.Wait(context.Background())
				term.Close()
			}
		})
	}
}

func wholePath(b *testing.B, size int, screen *ScreenOptions) time.Duration {
	spec, _ := fake(b, fmt.Sprint("flood ", size))
	spec.Log = filepath.Join(b.TempDir(), "log")
	spec.Index, spec.Screen = spec.Log+".idx", screen
	defer os.Remove(spec.Log)
	cleaner := NewCleaner(io.Discard)
	spec.Tap = cleaner
	begin := time.Now()
	l, err := Open(spec)
	if err != nil {
		b.Fatal(err)
	}
	exit, err := l.Wait(context.Background())
	if err != nil || exit.Bytes < int64(size) || exit.LogErr != nil {
		b.Fatalf("%+v, %v", exit, err)
	}
	return time.Since(begin)
}

func bareCopy(b *testing.B, size int) time.Duration {
	spec, _ := fake(b, fmt.Sprint("flood ", size))
	cmd := exec.Command(spec.Path)
	cmd.Env = spec.Env
	begin := time.Now()
	master, err := ptmx.Start(cmd, 0, 0)
	if err == nil {
		err = unix.SetNonblock(int(master.Fd()), false) // no poller: it would cost
	}
	if err != nil {
		b.Fatal(err)
	}
	defer master.Close()
	io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{master}, make([]byte, 32<<10))
	cmd.Wait()
	return time.Since(begin)
}

func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func resetPeak(b *testing.B) {
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		b.Skip(err)
	}
}

func peak(b *testing.B) float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Skip(err)
	}
	var kb float64
	_, after, _ := bytes.Cut(status, []byte("VmHWM:"))
	fmt.Sscan(string(after), &kb)
	return kb / 1024
}

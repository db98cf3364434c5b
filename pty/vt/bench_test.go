package vt

import (
	"bytes"
	"fmt"
	"syscall"
	"testing"
	"time"
)

// logLines is coloured agent log, 78 columns a line.
func logLines() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		text := fmt.Sprintf("%-56s", fmt.Sprintf("step %d: compiled package number %d of the list", i, i%97))
		fmt.Fprintf(&b, "\x1b[90m12:04:%02d\x1b[0m \x1b[%dmINFO\x1b[0m  %s 0x%04x\r\n", i%60, 31+i%6, text, i&0xffff)
	}
	return b.Bytes()
}

// repaints is a TUI that draws its lower half again and again.
func repaints() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 1<<20; i++ {
		b.WriteString("\x1b[?2026h\x1b[?25l")
		for y := 20; y < 40; y++ {
			fmt.Fprintf(&b, "\x1b[%d;1H\x1b[38;2;%d;%d;153m│\x1b[39m frame %d row %d \x1b[1mbold\x1b[22m ✳ done\x1b[K", y, i%256, y*3, i, y)
		}
		b.WriteString("\x1b[38;5;8m╭──────────────────────────────╮\x1b[m\x1b[?25h\x1b[?2026l")
	}
	return b.Bytes()
}

// cpu is the processor time that this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkWrite(b *testing.B) {
	for _, bench := range []struct {
		name   string
		stream []byte
	}{
		{"log", logLines()},
		{"tui", repaints()},
		{"yes", bytes.Repeat([]byte("y\r\n"), 350_000)},
		{"newlines", bytes.Repeat([]byte("\n"), 1<<20)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			s := New(Options{Cols: 120, Rows: 40})
			b.SetBytes(int64(len(bench.stream)))
			b.ReportAllocs()
			before, rounds := cpu(), 0
			for b.Loop() {
				rounds++
				for p := bench.stream; len(p) > 0; {
					n := min(len(p), 4096)
					s.Write(p[:n])
					p = p[n:]
				}
			}
			mb := float64(rounds) * float64(len(bench.stream)) / 1e6
			b.ReportMetric((cpu()-before).Seconds()/mb*100, "cpu-s/100MB")
		})
	}
}

func BenchmarkSnapshot(b *testing.B) {
	s := New(Options{Cols: 120, Rows: 40})
	s.Write(logLines())
	s.Write(repaints())
	for _, bench := range []struct {
		name string
		take func() int
	}{
		{"take", func() int { return s.Snapshot().Rows }},
		{"text", func() int { return len(s.Snapshot().Text()) }},
		{"repaint", func() int { sn := s.Snapshot(); return len(sn.Styled()) + len(sn.ModeBytes()) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = bench.take()
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}

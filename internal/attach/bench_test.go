package attach

import (
	"bytes"
	"testing"

	"rooda/pty"
	"rooda/pty/shim"
)

// BenchmarkOutput is coloured agent log on its way to a terminal.
func BenchmarkOutput(b *testing.B) {
	line := "\x1b[32m● Edit\x1b[0m file.go \x1b[2m+12 −4\x1b[0m and some more of this line\r\n"
	p := bytes.Repeat([]byte(line), 16<<10/len(line))
	size := pty.Size{Cols: 80, Rows: 24}
	d := newDisplay(size, 0)
	d.snapshot(shim.Picture{Cols: 80, Rows: 24})
	b.SetBytes(int64(len(p)))
	b.ReportAllocs()
	for b.Loop() {
		d.output(p)
	}
}

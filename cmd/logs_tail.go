package cmd

import (
	"bytes"
	"fmt"
	"io"
)

// lastLines keeps the last max lines of what is written to it, at least one,
// until Close writes them to w, which stays open.
type lastLines struct {
	w     io.Writer
	max   int
	lines [][]byte // the last one may have no end yet
}

func (l *lastLines) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if n := len(l.lines); n > 0 && !bytes.HasSuffix(l.lines[n-1], []byte("\n")) {
			l.lines[n-1] = append(l.lines[n-1], line...)
			continue
		}
		if len(l.lines) == l.max {
			l.lines = append(l.lines[:0], l.lines[1:]...)
		}
		l.lines = append(l.lines, bytes.Clone(line))
	}
	return len(p), nil
}

func (l *lastLines) Close() error {
	if _, err := l.w.Write(bytes.Join(l.lines, nil)); err != nil {
		return fmt.Errorf("print log: %w", err)
	}
	return nil
}

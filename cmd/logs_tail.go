package cmd

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// lastLines keeps the last max lines of what is written to it, at least one,
// until Flush. It is safe for concurrent use; nil keeps nothing back.
type lastLines struct {
	w   io.Writer
	max int

	mu      sync.Mutex
	lines   [][]byte // the last one may have no end yet
	flushed bool
}

func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flushed {
		return l.w.Write(p)
	}
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

// Flush writes the lines to w, which stays open; what is written afterwards goes there at once.
func (l *lastLines) Flush() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.flushed = true
	if _, err := l.w.Write(bytes.Join(l.lines, nil)); err != nil {
		return fmt.Errorf("print log: %w", err)
	}
	l.lines = nil
	return nil
}

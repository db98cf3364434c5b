package cmd

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"unicode/utf8"
)

// longLine is how much is kept at least of a line: an interface paints for hours without an end
// of a line. Twice as much is the most.
const longLine = 1 << 20

// lastLines keeps the last max lines of what is written to it, at least one,
// until Flush. It is safe for concurrent use; nil keeps nothing back.
type lastLines struct {
	w   io.Writer
	max int
	cut func() // called by Flush where the beginning of a line is missing; nil for nobody

	mu      sync.Mutex
	lines   [][]byte // a ring once there are max
	next    int      // where in lines the next one goes
	open    bool     // the last one has no end yet
	short   bool     // the beginning of one is missing
	flushed bool
}

func (l *lastLines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flushed {
		return l.w.Write(p)
	}
	for line := range bytes.Lines(p) {
		if !l.open {
			l.begin()
		}
		last := (l.next + len(l.lines) - 1) % len(l.lines)
		l.lines[last] = l.shorten(append(l.lines[last], line...))
		l.open = line[len(line)-1] != '\n'
	}
	return len(p), nil
}

// begin makes room for a line, which is the last one then.
func (l *lastLines) begin() {
	if len(l.lines) < l.max {
		l.lines = append(l.lines, nil)
		l.next = len(l.lines) % l.max
		return
	}
	l.lines[l.next] = nil
	l.next = (l.next + 1) % l.max
}

// shorten leaves out the beginning of a line that is too long, up to a whole sequence or
// character.
func (l *lastLines) shorten(line []byte) []byte {
	if len(line) <= 2*longLine {
		return line
	}
	l.short = true
	kept := line[len(line)-longLine:]
	const near = 4 << 10
	if at := bytes.IndexByte(kept[:near], '\x1b'); at >= 0 {
		kept = kept[at:]
	}
	for len(kept) > 0 && !utf8.RuneStart(kept[0]) {
		kept = kept[1:]
	}
	return append(make([]byte, 0, 2*longLine), kept...)
}

// holds reports whether lines are still kept back.
func (l *lastLines) holds() bool {
	if l == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.flushed
}

// Flush writes the lines to w, which stays open; what is written afterwards goes there at once.
func (l *lastLines) Flush() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.short && l.cut != nil {
		l.cut()
	}
	at := 0 // of the oldest
	if len(l.lines) == l.max {
		at = l.next
	}
	lines := append(l.lines[at:len(l.lines):len(l.lines)], l.lines[:at]...)
	l.flushed, l.short, l.lines = true, false, nil
	if _, err := l.w.Write(bytes.Join(lines, nil)); err != nil {
		return fmt.Errorf("print log: %w", err)
	}
	return nil
}

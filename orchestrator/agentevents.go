package orchestrator

import (
	"bytes"
	"context"
	"sync"

	"rooda/adapters"
	"rooda/pty"
)

// maxEventLine bounds a line of an event file that has no end yet.
const maxEventLine = 16 << 20

// follow reads the agent's own events as they come, until the function that
// it returns is called; that one returns when everything written has been read.
func (d *driver) follow() (stop func()) {
	stream := d.it.Launch.Events
	if stream == "" || d.in.Events == "" {
		return func() {}
	}
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		lines := &eventLines{take: func(line []byte) {
			if h, ok := adapters.ParseHook(stream, line); ok {
				d.eye.event(h)
			}
		}}
		// What cannot be read is missed: the terminal tells most of it, too.
		_, _ = pty.Follow(context.Background(), d.in.Events, 0, lines, over)
	}()
	return sync.OnceFunc(func() { close(over); <-done })
}

// eventLines cuts what is written to it into lines.
type eventLines struct {
	take func(line []byte)
	part []byte
}

func (l *eventLines) Write(p []byte) (int, error) {
	n := len(p)
	for {
		line, rest, whole := bytes.Cut(p, []byte("\n"))
		if len(l.part)+len(line) <= maxEventLine {
			l.part = append(l.part, line...)
		}
		if !whole {
			return n, nil
		}
		l.take(l.part)
		l.part, p = l.part[:0], rest
	}
}

package cmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"time"
)

// tick keeps the status line current until ctx ends.
func (l *loopLog) tick(ctx context.Context) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		if now := l.current.Load(); now != nil {
			l.status.set(fmt.Sprintf("%s  %s  %s", now.label, clock(time.Since(now.begun)), *l.last.Load()))
		} else {
			l.status.set("")
		}
		select {
		case <-second.C:
		case <-ctx.Done():
			l.status.set("")
			return
		}
	}
}

// lastLine is the last line of a piece of output that has text in it.
func lastLine(p []byte) string {
	p = bytes.TrimSpace(p)
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		p = p[i+1:]
	}
	return strings.ToValidUTF8(string(bytes.TrimSpace(p[:min(len(p), 512)])), "")
}

// stream shows the agent's output. When its reader has gone away it stops
// showing and says so once; the loop goes on.
type stream struct {
	w    io.Writer
	last byte
	dead bool
}

func (s *stream) write(p []byte) error {
	if s.dead || len(p) == 0 {
		return nil
	}
	s.last = p[len(p)-1]
	if _, err := s.w.Write(p); err != nil {
		s.dead = true
		return err
	}
	return nil
}

// endLine keeps the next log line from being glued to unfinished output.
func (s *stream) endLine() {
	if !s.dead && s.last != 0 && s.last != '\n' {
		_ = s.write([]byte{'\n'})
	}
}

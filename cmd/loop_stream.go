package cmd

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/clipperhouse/displaywidth"

	"rooda/internal/console"
)

// tick keeps the status line current until ctx ends.
func (l *loopLog) tick(ctx context.Context) {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		l.status.Set(l.progress())
		select {
		case <-second.C:
		case <-ctx.Done():
			l.status.Set("")
			return
		}
	}
}

// progress is what the status line says now, empty between iterations.
func (l *loopLog) progress() string {
	now := l.current.Load()
	if now == nil {
		return ""
	}
	return fmt.Sprintf("%s  %s  %s", now.label, console.Clock(time.Since(now.begun)), *l.last.Load())
}

// lastLine is the last line of a piece of output that has text in it.
func lastLine(p []byte) string {
	p = bytes.TrimSpace(p)
	if i := bytes.LastIndexByte(p, '\n'); i >= 0 {
		p = p[i+1:]
	}
	return strings.ToValidUTF8(string(bytes.TrimSpace(p[:min(len(p), 512)])), "")
}

// newStream is where the agent's output is shown. On a terminal a line that
// fits into it can be painted again.
func (l *loopLog) newStream(s console.Streams) *console.LineStream {
	var erasable func(text []byte) bool
	if s.OutTerminal && s.Getenv("TERM") != "dumb" {
		erasable = func(text []byte) bool {
			return !bytes.ContainsRune(text, '\t') && displaywidth.Bytes(text) < s.Width()
		}
	}
	return console.NewLineStream(s.Out, erasable, func(err error) {
		l.log.Warn("AI output can no longer be shown", "error", err)
		s.Excuse()
	})
}

// Unfinished shows a line that has no end yet, should that be long in coming (AI-18).
func (l *loopLog) Unfinished(line []byte) {
	if l.stream != nil {
		l.stream.Unfinished(line)
	}
	if line := lastLine(line); line != "" {
		l.last.Store(&line)
	}
}

// endLine comes before a log line while an agent works.
func (l *loopLog) endLine() {
	if l.stream != nil {
		l.stream.EndLine()
	}
}

package console

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// StatusLine keeps one line of progress at the bottom of a terminal, below
// everything that is written through it. It is safe for concurrent use.
type StatusLine struct {
	mu    sync.Mutex
	w     io.Writer
	width func() int
	text  string // on screen; empty for none
}

// NewStatusLine returns an empty one of a terminal that is so many columns wide.
func NewStatusLine(w io.Writer, width func() int) *StatusLine {
	return &StatusLine{w: w, width: width}
}

// Write prints p above the status line. A text that does not end its line
// keeps the status away until one does.
func (l *StatusLine) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var b bytes.Buffer
	if l.text != "" {
		b.WriteString("\r\x1b[K")
	}
	b.Write(p)
	if l.text != "" && bytes.HasSuffix(p, []byte("\n")) {
		b.WriteString(l.text)
	}
	if _, err := l.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Set replaces the status; empty removes it.
func (l *StatusLine) Set(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.put(text)
}

// Renew replaces the status where there is one.
func (l *StatusLine) Renew(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text != "" {
		l.put(text)
	}
}

func (l *StatusLine) put(text string) {
	if text != "" {
		text = Cut(text, l.width()-1)
	}
	if text == l.text {
		return
	}
	l.text = text
	fmt.Fprintf(l.w, "\r\x1b[K%s", text)
}

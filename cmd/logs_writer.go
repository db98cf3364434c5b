package cmd

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/workflows"
)

// keepOpen is a writer whose Close does nothing.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// wholeText shows a text when all of it is there: no character is cut.
type wholeText struct {
	w    io.Writer
	text bytes.Buffer
}

func (t *wholeText) Write(p []byte) (int, error) { return t.text.Write(p) }

func (t *wholeText) Close() error {
	_, err := console.Visible(t.w).Write(t.text.Bytes())
	return err
}

// textLines closes the text first, and then the line that it ends in.
type textLines struct {
	io.WriteCloser
	end *lineEnder
}

func (t textLines) Close() error { return errors.Join(t.WriteCloser.Close(), t.end.Close()) }

// lineEnder ends the last line on Close if the text did not.
type lineEnder struct {
	w    io.Writer
	last byte
}

func (l *lineEnder) Write(p []byte) (int, error) {
	if len(p) > 0 {
		l.last = p[len(p)-1]
	}
	return l.w.Write(p)
}

func (l *lineEnder) Close() error {
	if l.last == 0 || l.last == '\n' {
		return nil
	}
	l.last = '\n'
	_, err := l.w.Write([]byte{'\n'})
	return err
}

// lines passes on whole lines, each behind a prefix, one writer at a time, so
// that agents that talk at once do not tear each other's lines.
type lines struct {
	mu     *sync.Mutex
	w      io.Writer
	prefix string
	part   []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.part = append(l.part, p...)
	end := bytes.LastIndexByte(l.part, '\n') + 1
	if end == 0 {
		return len(p), nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range bytes.Lines(l.part[:end]) {
		if _, err := l.w.Write(append([]byte(l.prefix), line...)); err != nil {
			return 0, err
		}
	}
	l.part = append(l.part[:0], l.part[end:]...)
	return len(p), nil
}

// writer is the way from a log's bytes to out.
func (r logReader) writer(task string, w io.Writer) (io.WriteCloser, error) {
	switch {
	case r.o.raw:
		return keepOpen{w}, nil
	case r.o.prompt:
		return &wholeText{w: w}, nil
	}
	out := &lineEnder{w: w}
	text, err := orchestrator.NewText(r.decoder(task), out)
	if err != nil {
		return nil, err
	}
	return textLines{text, out}, nil
}

// decoder names the decoder of a task's agent, empty for plain output.
func (r logReader) decoder(task string) string {
	decode := ""
	tasks(r.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == task && t.Adapter != "" && r.record.Rehearsal == "" {
			if spec, err := r.registry.Spec(t.Adapter); err == nil {
				decode = spec.Decode
			}
		}
	})
	return decode
}

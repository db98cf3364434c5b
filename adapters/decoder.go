package adapters

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// maxEvent bounds one line of JSON, in bytes; a longer one is dropped with a
// notice. Events that carry a whole file are the only ones to come near.
const maxEvent = 8 << 20

// The decoders of what cursor-agent and claude print with --output-format
// stream-json.
const (
	cursorStream = "cursor-stream-json"
	claudeStream = "claude-stream-json"
)

func knownDecoder(name string) bool {
	return name == "" || name == cursorStream || name == claudeStream
}

// decoderOf names the decoder for a command line that asks for events; empty
// when it does not, or nothing is known about its program. The program may be
// started by another, such as env or timeout.
func decoderOf(argv []string) string {
	var decoder string
	events := false
	for i, arg := range argv {
		value, joined := strings.CutPrefix(arg, "--output-format=")
		switch {
		case joined, arg == "--output-format" && i+1 < len(argv):
			if !joined {
				value = argv[i+1]
			}
			events = value == "stream-json"
		case decoder != "":
		case filepath.Base(arg) == "claude":
			decoder = claudeStream
		case filepath.Base(arg) == "cursor-agent", filepath.Base(arg) == "agent":
			decoder = cursorStream
		}
	}
	if !events {
		return ""
	}
	return decoder
}

// NewDecoder returns a writer that turns an agent's output, cut anywhere,
// into plain text on w. The empty name copies. Close writes what is left over
// and does not close w. A decoder is for one goroutine.
func NewDecoder(name string, w io.Writer) (io.WriteCloser, error) {
	switch name {
	case "":
		return verbatim{w}, nil
	case cursorStream:
		cursor := &cursorText{}
		return &eventLines{w: w, text: &cursor.text, event: cursor.event}, nil
	case claudeStream:
		claude := &claudeText{}
		return &eventLines{w: w, text: &claude.text, event: claude.event}, nil
	}
	return nil, fmt.Errorf("make decoder: no decoder is called %q", name)
}

type verbatim struct{ io.Writer }

func (verbatim) Close() error { return nil }

// eventLines cuts a stream into lines. Lines that hold a JSON object go to
// event, every other byte goes to the output as it came.
type eventLines struct {
	w    io.Writer
	text *text
	// event handles one line and reports whether it was an event at all.
	event func(line []byte) bool

	state   lineState
	pending []byte
}

type lineState int

const (
	atStart  lineState = iota // only blanks so far, in pending
	inPlain                   // passing bytes on
	inObject                  // gathering in pending
	inExcess                  // dropping the rest of an object that is too long
)

func (l *eventLines) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		rest = l.take(rest)
	}
	return len(p), l.text.flush(l.w)
}

// take consumes at least one byte of p and returns the others.
func (l *eventLines) take(p []byte) []byte {
	switch l.state {
	case atStart:
		return l.begin(p)
	case inPlain:
		if i := bytes.IndexByte(p, '\n'); i >= 0 {
			l.text.raw(p[:i+1])
			l.state = atStart
			return p[i+1:]
		}
		l.text.raw(p)
		return nil
	}
	piece, rest, ended := bytes.Cut(p, []byte{'\n'})
	if l.state == inObject {
		l.pending = append(l.pending, piece...)
		if len(l.pending) > maxEvent {
			l.pending, l.state = nil, inExcess
			l.text.line(fmt.Sprintf("[an event of more than %d MiB was left out]", maxEvent>>20))
		}
	}
	if !ended {
		return nil
	}
	if l.state == inObject {
		l.object("\n")
	}
	l.state = atStart
	return rest
}

// begin decides, at the first byte that is no blank, what the line is.
func (l *eventLines) begin(p []byte) []byte {
	for i, b := range p {
		blank := b == ' ' || b == '\t' || b == '\r'
		if blank && len(l.pending) < 256 { // more than that is text
			l.pending = append(l.pending, b)
			continue
		}
		if b == '{' {
			l.state = inObject
			return p[i:]
		}
		l.text.startLine()
		l.text.raw(l.pending)
		l.pending, l.state = l.pending[:0], inPlain
		return p[i:]
	}
	return nil
}

// object hands the gathered line over; what is no event passes unchanged.
func (l *eventLines) object(end string) {
	if !l.event(l.pending) {
		l.text.startLine()
		l.text.raw(l.pending)
		l.text.raw([]byte(end))
	}
	l.pending = l.pending[:0]
	if cap(l.pending) > 64<<10 {
		l.pending = nil
	}
}

func (l *eventLines) Close() error {
	switch l.state {
	case inObject:
		l.object("")
	case atStart:
		l.text.raw(l.pending)
		l.pending = nil
	}
	l.state = atStart
	return l.text.flush(l.w)
}

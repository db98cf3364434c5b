package pty

import (
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"
)

// CastWriter writes a recording. It is not safe for concurrent use.
type CastWriter struct {
	w    io.Writer
	held []byte // the beginning of a character of output
	at   time.Duration
}

// NewCastWriter writes the header and returns a writer for the events. The
// version is always 2. It does not close w.
func NewCastWriter(w io.Writer, header CastHeader) (*CastWriter, error) {
	header.Version = 2
	c := &CastWriter{w: w}
	return c, c.line(header)
}

// Write adds an event. Output may be cut anywhere: the beginning of a
// character at its end is held back until the rest comes, or Flush.
func (c *CastWriter) Write(event CastEvent) error {
	if event.Type == "o" {
		data := append(c.held, event.Data...)
		whole := len(data) - partialRune(data)
		c.held = append([]byte(nil), data[whole:]...)
		c.at = event.Time
		event.Data = string(data[:whole])
		if event.Data == "" {
			return nil
		}
	}
	return c.line([]any{inSeconds(event.Time), event.Type, event.Data})
}

// Flush writes what has been held back, as U+FFFD.
func (c *CastWriter) Flush() error {
	if len(c.held) == 0 {
		return nil
	}
	data := string(c.held)
	c.held = nil
	return c.line([]any{inSeconds(c.at), "o", data})
}

// End notes, after all else, until when nothing more came. Players of version 2
// know no event for that, so it is output of nothing.
func (c *CastWriter) End(at time.Duration) error {
	return c.line([]any{inSeconds(at), "o", ""})
}

// inSeconds has at most six decimals; Duration.Seconds may have seventeen.
func inSeconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

func (c *CastWriter) line(v any) error {
	b, err := json.Marshal(v)
	if err == nil {
		_, err = c.w.Write(append(b, '\n'))
	}
	if err != nil {
		return fmt.Errorf("write recording: %w", err)
	}
	return nil
}

// partialRune returns how many bytes at the end of p begin a character.
func partialRune(p []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(p)); n++ {
		switch begun := p[len(p)-n:]; {
		case !utf8.RuneStart(begun[0]):
		case utf8.FullRune(begun):
			return 0
		default:
			return n
		}
	}
	return 0
}

package pty

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"
)

// CastHeader is the first line of a recording in asciicast format, version 2.
// Of one in version 3 it says the same; Version tells which it is.
type CastHeader struct {
	Version   int               `json:"version"`
	Width     int               `json:"width"`
	Height    int               `json:"height"`
	Timestamp int64             `json:"timestamp,omitempty"` // seconds since 1970
	Title     string            `json:"title,omitempty"`
	Command   string            `json:"command,omitempty"`
	Env       map[string]string `json:"env,omitempty"`
}

// CastEvent is one line of a recording. Type is "o" for output, "i" for
// input, "m" for a mark, "r" for a resize to Data, such as "120x40".
type CastEvent struct {
	Time time.Duration // since the beginning
	Type string
	Data string
}

// Cast is a recording being read.
type Cast struct {
	Header CastHeader
	lines  *bufio.Reader
}

// castTerm is the part of a header that version 3 puts elsewhere.
type castTerm struct {
	Term struct {
		Cols int `json:"cols"`
		Rows int `json:"rows"`
	} `json:"term"`
}

// ReadCast reads the header of an asciicast, version 2 or 3, and leaves the
// events to Events. It does not close r.
func ReadCast(r io.Reader) (*Cast, error) {
	c := &Cast{lines: bufio.NewReader(r)}
	line, err := c.lines.ReadBytes('\n')
	if err != nil && !(errors.Is(err, io.EOF) && len(line) > 0) {
		return nil, fmt.Errorf("read header of recording: %w", err)
	}
	if err := json.Unmarshal(line, &c.Header); err != nil {
		return nil, fmt.Errorf("read header of recording: %w", err)
	}
	switch c.Header.Version {
	case 2:
	case 3:
		var size castTerm
		if err := json.Unmarshal(line, &size); err != nil {
			return nil, fmt.Errorf("read header of recording: %w", err)
		}
		c.Header.Width, c.Header.Height = size.Term.Cols, size.Term.Rows
	default:
		return nil, fmt.Errorf("read header of recording: version %d, not 2 or 3", c.Header.Version)
	}
	return c, nil
}

// Events returns the events in order. It can be ranged over once; an error
// comes with a zero event and is the last.
func (c *Cast) Events() iter.Seq2[CastEvent, error] {
	return func(yield func(CastEvent, error) bool) {
		var now time.Duration
		for n := 2; ; n++ {
			line, err := c.lines.ReadBytes('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				yield(CastEvent{}, fmt.Errorf("read line %d of recording: %w", n, err))
				return
			}
			last := err != nil
			if comment := c.Header.Version == 3 && len(line) > 0 && line[0] == '#'; len(line) > 0 && line[0] != '\n' && !comment {
				event, err := parseCastEvent(line)
				if err != nil {
					yield(CastEvent{}, fmt.Errorf("read line %d of recording: %w", n, err))
					return
				}
				if c.Header.Version == 3 { // times are intervals
					event.Time += now
					now = event.Time
				}
				if !yield(event, nil) {
					return
				}
			}
			if last {
				return
			}
		}
	}
}

func parseCastEvent(line []byte) (CastEvent, error) {
	var seconds float64
	var event CastEvent
	fields := []any{&seconds, &event.Type, &event.Data}
	if err := json.Unmarshal(line, &fields); err != nil {
		return CastEvent{}, err
	}
	if len(fields) < 3 {
		return CastEvent{}, fmt.Errorf("%d fields, not 3", len(fields))
	}
	event.Time = time.Duration(seconds * float64(time.Second)).Round(time.Microsecond)
	return event, nil
}

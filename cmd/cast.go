package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"rooda/pty"
)

// castPiece is how much output an event of a recording holds at most.
const castPiece = 64 << 10

// castTyped is how many stars at most stand for what was typed at one time.
const castTyped = 64

// castOwn stands before the stars of what rooda typed itself.
const castOwn = "rooda: "

// ownInput reports whether the input of a recording is what rooda typed itself.
func ownInput(data string) bool {
	stars, own := strings.CutPrefix(data, castOwn)
	return own && stars != "" && strings.Trim(stars, "*") == ""
}

// castSource is what a recording is made from.
type castSource struct {
	title string
	log   io.ReaderAt
	index io.Reader
	hands typists
	// until is how long the agent is known to have said nothing more: when it
	// ended, or now; zero where nobody knows.
	until time.Time
}

// writeCast makes a recording of a log and its index. Its output ends where the
// log does: the index of an agent at work may be ahead.
func writeCast(w io.Writer, from castSource) error {
	log, index := from.log, from.index
	head, marks, err := pty.ReadIndex(index)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(w, castPiece)
	cast, err := pty.NewCastWriter(buffered, pty.CastHeader{
		Width: int(head.Cols), Height: int(head.Rows), Timestamp: head.Start.Unix(), Title: from.title,
		Env: map[string]string{"TERM": "xterm-256color"},
	})
	if err != nil {
		return err
	}
	c := caster{log: log, cast: cast, buf: make([]byte, castPiece), next: head.Offset}
	for mark, err := range marks {
		if err != nil {
			return err
		}
		if err := c.until(mark.Offset); err != nil {
			return err
		}
		c.at = mark.At
		if mark.Typed > 0 {
			data := strings.Repeat("*", min(mark.Typed, castTyped))
			if !from.hands.at(head.Start.Add(mark.At)) {
				data = castOwn + data
			}
			if err := cast.Write(pty.CastEvent{Time: mark.At, Type: "i", Data: data}); err != nil {
				return err
			}
		}
		if mark.Size != (pty.Size{}) {
			size := fmt.Sprintf("%dx%d", mark.Size.Cols, mark.Size.Rows)
			if err := cast.Write(pty.CastEvent{Time: mark.At, Type: "r", Data: size}); err != nil {
				return err
			}
		}
	}
	if err := c.until(-1); err != nil {
		return err
	}
	if err := cast.Flush(); err != nil {
		return err
	}
	if !from.until.IsZero() {
		// The last output may bear the time at which it was read, a moment after the end.
		if err := cast.End(max(from.until.Sub(head.Start), c.at)); err != nil {
			return err
		}
	}
	if err := buffered.Flush(); err != nil {
		return fmt.Errorf("write recording: %w", err)
	}
	return nil
}

// caster copies the output that came at one time.
type caster struct {
	log  io.ReaderAt
	cast *pty.CastWriter
	buf  []byte
	next int64
	at   time.Duration
}

// until copies up to an offset, or to the end when that is negative.
func (c *caster) until(end int64) error {
	for end < 0 || c.next < end {
		p := c.buf
		if end >= 0 {
			p = p[:min(int64(len(p)), end-c.next)]
		}
		n, err := c.log.ReadAt(p, c.next)
		c.next += int64(n)
		if n > 0 {
			if err := c.cast.Write(pty.CastEvent{Time: c.at, Type: "o", Data: string(p[:n])}); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read log: %w", err)
		}
	}
	return nil
}

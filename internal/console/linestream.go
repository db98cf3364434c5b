package console

import (
	"bytes"
	"io"
	"sync"
	"time"
)

const (
	// soon is how long an unfinished line waits for its end before it is shown.
	soon = 100 * time.Millisecond
	// still is how long a line that was taken back and cannot be taken back
	// here has to stay the same: of a counter, not every number is a line.
	still = time.Second
)

// LineStream shows the agent's output: complete text at once, an unfinished line
// when it has waited for a moment, so that a question or a counter is seen.
// When its reader has gone away it stops showing and says so once; the loop
// goes on. It is safe for concurrent use.
type LineStream struct {
	w        io.Writer
	erasable func(text []byte) bool
	failed   func(error)

	mu    sync.Mutex
	dead  bool
	last  byte // written, 0 for none yet
	start bool // the unfinished line began at the start of a line

	next  []byte // the unfinished line as it is
	shown []byte // as much of it as has been written
	past  []byte // as it was when something else had to be written, below which it is not repeated
	timer *time.Timer
	armed bool
}

// NewLineStream returns one that stands at the start of a line of w. erasable reports whether a text at
// the start of the last line can be taken back, nil for never; failed is told once that nobody reads any more,
// and may write here.
func NewLineStream(w io.Writer, erasable func(text []byte) bool, failed func(error)) *LineStream {
	return &LineStream{w: w, start: true, erasable: erasable, failed: failed}
}

// Write shows text that stays as it is.
func (s *LineStream) Write(clean []byte) {
	s.report(s.locked(func() error {
		if len(clean) == 0 {
			return nil
		}
		s.disarm()
		err := s.put(s.completed(clean))
		s.next, s.shown, s.past = s.next[:0], nil, nil
		s.start = s.last == 0 || s.last == '\n'
		return err
	}))
}

// completed is what to write for clean to stand there in place of the
// unfinished line.
func (s *LineStream) completed(clean []byte) [][]byte {
	rest, same := bytes.CutPrefix(clean, s.past)
	switch {
	case s.past != nil && same && (len(rest) == 0 || rest[0] == '\n'):
		return [][]byte{bytes.TrimPrefix(rest, []byte{'\n'})}
	case s.past != nil:
		return [][]byte{clean}
	}
	return s.instead(clean)
}

// instead is what to write for text to stand where shown does.
func (s *LineStream) instead(text []byte) [][]byte {
	rest, longer := bytes.CutPrefix(text, s.shown)
	switch {
	case longer:
		return [][]byte{rest}
	case s.canErase():
		return [][]byte{[]byte("\r\x1b[K"), text}
	case text[0] == '\n':
		return [][]byte{text}
	}
	return [][]byte{{'\n'}, text}
}

func (s *LineStream) canErase() bool { return s.start && s.erasable != nil && s.erasable(s.shown) }

// Unfinished takes the line that follows what was written, as it is now.
func (s *LineStream) Unfinished(line []byte) {
	s.report(s.locked(func() error {
		if bytes.Equal(line, s.next) {
			return nil
		}
		s.next = append(s.next[:0], line...)
		switch {
		case !bytes.HasPrefix(s.next, s.shown) && !s.canErase():
			s.arm(still)
		case !s.armed:
			s.arm(soon)
		}
		return nil
	}))
}

func (s *LineStream) arm(d time.Duration) {
	s.armed = true
	if s.timer == nil {
		s.timer = time.AfterFunc(d, s.show)
		return
	}
	s.timer.Reset(d)
}

func (s *LineStream) disarm() {
	if s.armed {
		s.timer.Stop()
		s.armed = false
	}
}

// show writes what the unfinished line has become.
func (s *LineStream) show() {
	s.report(s.locked(func() error {
		s.armed = false
		if bytes.Equal(s.next, s.shown) || s.shown == nil && bytes.Equal(s.next, s.past) || len(s.next) == 0 && !s.canErase() {
			return nil
		}
		fresh := !bytes.HasPrefix(s.next, s.shown)
		err := s.put(s.instead(s.next))
		s.shown, s.past, s.start = bytes.Clone(s.next), nil, s.start || fresh
		if len(s.shown) == 0 {
			s.shown, s.last = nil, '\n'
		}
		return err
	}))
}

// EndLine keeps what comes next, a log line say, from being glued to
// unfinished output.
func (s *LineStream) EndLine() {
	s.report(s.locked(func() error {
		s.disarm()
		if s.last == 0 || s.last == '\n' {
			return nil
		}
		s.past, s.shown, s.start = s.shown, nil, true
		return s.put([][]byte{{'\n'}})
	}))
}

// locked calls do unless there is nobody to write for.
func (s *LineStream) locked(do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead {
		return nil
	}
	return do()
}

func (s *LineStream) put(pieces [][]byte) error {
	text := bytes.Join(pieces, nil)
	if len(text) == 0 {
		return nil
	}
	s.last = text[len(text)-1]
	_, err := s.w.Write(text)
	s.dead = err != nil
	return err
}

// report comes after the lock was given back: who hears of it may write here.
func (s *LineStream) report(err error) {
	if err != nil {
		s.failed(err)
	}
}

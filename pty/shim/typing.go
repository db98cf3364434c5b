package shim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/coder/websocket"

	"rooda/internal/localsock"
	"rooda/pty"
)

// listen passes on what a viewer types, and takes note of its window. What its terminal reports by itself never
// stands in the queue. The inbox is closed when the viewer leaves, which is found out also while nobody takes
// anything; a while later giveUp is called.
func (v *viewer) listen(ctx context.Context, giveUp func(), h *hub, work *sync.WaitGroup) *inbox {
	in := newInbox()
	work.Go(func() {
		defer close(in.typed)
		defer func() { time.AfterFunc(lastWord+forbearance, giveUp) }()
		for {
			kind, p, err := v.socket.read()
			if err != nil {
				return
			}
			if kind == websocket.MessageText {
				var m Message
				if json.Unmarshal(p, &m) == nil && m.Type == "resize" && !v.readOnly {
					h.window(v, pty.Size{Cols: uint16(m.Cols), Rows: uint16(m.Rows)})
				}
				continue
			}
			if v.readOnly {
				continue
			}
			if m, pressed := in.sort(p); pressed && !v.pass(ctx, m, in.typed) {
				return
			}
		}
	})
	return in
}

// pass hands m on, and reports whether it could before the viewer was gone. While it waits nobody
// reads the connection, so its end is looked for.
func (v *viewer) pass(ctx context.Context, m typed, to chan<- typed) bool {
	select {
	case to <- m:
		return true
	default:
	}
	look := time.NewTicker(lastWord)
	defer look.Stop()
	for {
		select {
		case to <- m:
			return true
		case <-ctx.Done():
			return false
		case <-look.C:
			if localsock.Closed(v.socket.conn) {
				return false
			}
		}
	}
}

// turn waits until nobody who is attached has typed for so long, and for the turn, until it has
// both. The caller releases the keyboard.
func (s *server) turn(ctx context.Context, by any, quiet time.Duration) error {
	for {
		if err := s.hub.silence(ctx, quiet); err != nil {
			return err
		}
		if err := s.keyboard.takeWhole(ctx, by); err != nil || s.hub.silent(quiet) {
			return err
		}
		s.keyboard.release()
	}
}

// forsook notes that the paste of a viewer, a host or another was ended, because nothing of it came.
func (s *server) forsook(by any) {
	d := Deed{What: Forsook, Action: "paste"}
	switch by := by.(type) {
	case *viewer:
		d.By = by.who
		s.hub.cut(by)
	case hostOf:
		d.By = "host"
	case string:
		d.By = by
	}
	s.people.note(d)
}

// unnoticed is how long what a viewer types may wait for others without a word of that.
const unnoticed = 20 * time.Millisecond

// enter writes what a viewer types, a message at a time, until it leaves. A paste that it leaves open
// is ended; what comes of one that has been ended, or broken off, is dropped, up to its end or to a key that
// comes by itself, PastePatience after the last that was dropped. So is what comes behind a line that was refused.
func (s *server) enter(ctx context.Context, v *viewer, in *inbox) {
	var last tail
	var dropped time.Time // when the last came that was; zero outside of such a paste
	var refused overlong
	defer func() { s.keyboard.abandon(v) }()
	for taken := int64(0); ; {
		m, ok, err := s.next(ctx, v, in, &taken)
		if !ok || err != nil {
			return
		}
		taken += m.reported
		if err := s.admit(ctx, v, taken); err != nil {
			return
		}
		taken += int64(len(m.keys))
		p, whole := m.keys, last.join(m.keys)
		switch _, after, over := bytes.Cut(whole, []byte(pasteEnd)); {
		case !m.pasting || s.keyboard.pastes(v):
			dropped = time.Time{}
		case over:
			p, dropped = after, time.Time{}
		case !dropped.IsZero() && m.came.Sub(dropped) >= PastePatience && strokeLen(p) == len(p):
			in.leavePaste()
		default:
			dropped = m.came
			s.keyboard.release()
			s.hub.cut(v)
			continue
		}
		if refused.goesOn(m.came) {
			s.keyboard.release()
			s.hub.overlong(v, refused.line)
			continue
		}
		all := append(m.reports, p...)
		if len(p) > 0 && s.keyboard.fits(ctx, all) == nil { // before it is typed, since it may be an answer
			s.people.note(Deed{By: v.who, What: Typed, Via: "attach", Kind: kindOf(m.keys), Bytes: int64(len(p))})
		}
		_, err = s.keyboard.part(ctx, v, all)
		s.keyboard.release()
		var long *pty.LineError
		if errors.As(err, &long) {
			refused = overlong{*long, m.came}
			s.hub.overlong(v, *long)
		}
		if err != nil && ctx.Err() != nil {
			return
		}
	}
}

// overlong is a line of a viewer that was refused, none with the zero value. A viewer sends what its terminal
// hands over, which of a long paste is a piece at a time. So what comes next may be the rest of that line, and
// would be one of its own.
type overlong struct {
	line pty.LineError
	last time.Time // when the latest piece came
}

// goesOn says of what came then whether it may be a piece more: it is when nobody has paused.
func (o *overlong) goesOn(came time.Time) bool {
	if o.last.IsZero() || came.Sub(o.last) >= PastePatience {
		*o = overlong{}
		return false
	}
	o.last = came
	return true
}

// next waits for what a viewer types, ok false at its end. Meanwhile it types what the viewer's terminal reports
// when it gets the turn; that is no deed of a person, so it waits without a word, and cuts nobody short.
func (s *server) next(ctx context.Context, v *viewer, in *inbox, taken *int64) (m typed, ok bool, err error) {
	for {
		select {
		case m, ok = <-in.typed:
			return m, ok, nil
		default:
		}
		select {
		case m, ok = <-in.typed:
			return m, ok, nil
		case <-in.reported:
		}
		waiting, give := context.WithCancel(ctx)
		turn := make(chan error, 1)
		go func() { turn <- s.keyboard.takeWhole(waiting, v) }()
		select {
		case err = <-turn:
		case m, ok = <-in.typed: // which has taken the reports along
			give()
			if <-turn == nil {
				s.keyboard.release()
			}
			in.again()
			return m, ok, nil
		}
		give()
		if err != nil {
			return m, false, err
		}
		select {
		case m, ok = <-in.typed:
			s.keyboard.release()
			in.again()
			return m, ok, nil
		default:
		}
		reports, sent := in.take()
		*taken += sent
		_, err = s.keyboard.part(ctx, v, reports)
		s.keyboard.release()
		if err != nil && ctx.Err() != nil {
			return m, false, err
		}
	}
}

// admit waits for the turn of keys that a viewer sends after taken bytes.
func (s *server) admit(ctx context.Context, v *viewer, taken int64) error {
	s.hub.typing(v, v.who)
	late := time.AfterFunc(unnoticed, func() { s.hub.queue(v, line{true, taken}) })
	err := s.keyboard.takeAsPerson(ctx, v)
	if waited := !late.Stop(); err == nil && waited {
		s.hub.queue(v, line{false, taken})
	}
	return err
}

package shim

import (
	"bytes"
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/coder/websocket"

	"rooda/internal/localsock"
	"rooda/pty"
	"rooda/pty/vt"
)

// listen passes on what a viewer types, and takes note of its window. The
// channel is closed when the viewer leaves, which is found out also while nobody takes anything;
// a while later giveUp is called.
func (v *viewer) listen(ctx context.Context, giveUp func(), h *hub, work *sync.WaitGroup) <-chan []byte {
	typed := make(chan []byte, typedAhead)
	work.Go(func() {
		defer close(typed)
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
			if !v.pass(ctx, p, typed) {
				return
			}
		}
	})
	return typed
}

// pass hands p on, and reports whether it could before the viewer was gone. While it waits nobody
// reads the connection, so its end is looked for.
func (v *viewer) pass(ctx context.Context, p []byte, to chan<- []byte) bool {
	select {
	case to <- p:
		return true
	default:
	}
	look := time.NewTicker(lastWord)
	defer look.Stop()
	for {
		select {
		case to <- p:
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
// is ended; what comes of one that has been ended is dropped.
func (s *server) enter(ctx context.Context, v *viewer, typed <-chan []byte) {
	taken, pasting := int64(0), false
	var last tail
	defer func() {
		if pasting {
			s.keyboard.abandon(v)
		}
	}()
	for p := range typed {
		if err := s.admit(ctx, v, p, pasting, taken); err != nil {
			return
		}
		taken += int64(len(p))
		whole := last.join(p)
		if pasting && !s.keyboard.pastes(v) {
			var over bool
			if _, p, over = bytes.Cut(whole, []byte(pasteEnd)); !over {
				s.keyboard.release()
				s.hub.cut(v)
				continue
			}
		}
		_, err := s.keyboard.part(ctx, v, p)
		pasting = s.keyboard.pastes(v)
		s.keyboard.release()
		if err != nil && ctx.Err() != nil {
			return
		}
	}
}

// admit waits for the turn of p, which a viewer sends after taken bytes. What its terminal reports by itself
// is no deed of a person: it waits without a word, and cuts nobody short.
func (s *server) admit(ctx context.Context, v *viewer, p []byte, pasting bool, taken int64) error {
	if !pasting && !vt.Pressed(p) {
		return s.keyboard.takeWhole(ctx, v)
	}
	s.hub.typing(v, v.who)
	s.people.note(Deed{By: v.who, What: Typed, Via: "attach", Kind: kindOf(p), Bytes: int64(len(p))})
	late := time.AfterFunc(unnoticed, func() { s.hub.queue(v, line{true, taken}) })
	err := s.keyboard.takeAsPerson(ctx, v)
	if waited := !late.Stop(); err == nil && waited {
		s.hub.queue(v, line{false, taken})
	}
	return err
}

package shim

import (
	"context"
	"time"

	"rooda/pty"
)

func (s *server) hello(v *viewer) Message {
	now, _ := s.hub.standing()
	written, _ := s.term.Output()
	return Message{
		Type: "hello", API: API, Features: features, Pid: s.term.Pid(), ReadOnly: v.readOnly,
		Cols: int(now.size.Cols), Rows: int(now.size.Rows), Offset: written,
	}
}

// news tells a viewer of the lease, of who is there, whether its keys wait, and that its paste was
// cut, or refused.
func (s *server) news(ctx context.Context, v *viewer) {
	held, writers, typed, told, toldCuts := false, -1, time.Time{}, line{}, 0
	var toldLong *pty.LineError
	for {
		now, changed := s.hub.standing()
		stands, cuts, long := s.hub.of(v)
		var err error
		if holds := now.holder == v; holds != held && err == nil {
			held = holds
			err = v.send(Message{Type: "lease", Held: held})
		}
		if (now.writers != writers || !now.typed.Equal(typed)) && err == nil {
			writers, typed = now.writers, now.typed
			err = v.send(now.message())
		}
		if stands.news(told) && err == nil {
			told = stands
			err = v.send(Message{Type: "line", Held: stands.waits, Offset: stands.taken})
		}
		if cuts != toldCuts && err == nil {
			toldCuts = cuts
			err = v.send(Message{Type: "paste"})
		}
		if long != toldLong && err == nil {
			toldLong = long
			err = v.send(Message{Type: "long", Long: long})
		}
		if err != nil {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}

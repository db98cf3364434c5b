package shim

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"rooda/internal/localsock"
	"rooda/pty"
)

const (
	// piece is how much output a viewer gets at once.
	piece = 16 << 10
	// typedAhead is how many messages of input wait for the agent to read.
	typedAhead = 64
	// lastWord is how long a viewer may take to read the end.
	lastWord = time.Second
)

// viewer is one attached terminal.
type viewer struct {
	socket   *socket
	readOnly bool
	who      string
	window   pty.Size // the hub's, like line and settled
	line     line
	settled  int64          // one more than was typed before the last wait that is over
	cuts     int            // the hub's: how often something of its paste was cut off
	long     *pty.LineError // the hub's: what was refused last
	policy   SizePolicy     // that it asks for, "" for none
	history  int
	// dismissed is closed, by the hub, when the viewer is to go.
	dismissed chan struct{}
	leaving   bool // the hub's: it is closed
}

// attach serves one viewer until it leaves or the agent's end has been told.
func (s *server) attach(w http.ResponseWriter, r *http.Request) {
	q := query{r.URL.Query(), nil}
	v := &viewer{
		readOnly: q.flag("read_only"), history: q.number("history", 0), dismissed: make(chan struct{}),
		window: pty.Size{Cols: uint16(q.number("cols", 0)), Rows: uint16(q.number("rows", 0))},
	}
	from := q.offset("from", -1)
	if text := q.get("policy"); text != "" && q.err == nil && !v.readOnly {
		v.policy, q.err = ParseSizePolicy(text)
	}
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return
	}
	if end, _ := s.term.Output(); from > end {
		refuse(w, http.StatusRequestedRangeNotSatisfiable, newPastEnd(from, end))
		return
	}
	if !v.readOnly {
		var ok bool
		if v.who, _, ok = s.mayAct(w, r, "attach"); !ok {
			return
		}
	} else {
		p, _ := localsock.PeerOf(r.Context())
		v.who, _ = s.caller(p.Pid, r.Header.Get(whoHeader))
	}
	if s.over() {
		refuse(w, http.StatusGone, fault{Text: ErrFinished.Error(), Code: "finished"})
		return
	}
	socket, err := upgrade(w, r)
	if err != nil {
		return
	}
	v.socket = socket
	s.viewers.Add(1)
	defer s.viewers.Done()
	s.serve(r.Context(), v, from)
}

// serve runs a viewer's three directions: output and news to it, input from it.
func (s *server) serve(ctx context.Context, v *viewer, from int64) {
	ctx, cancel := context.WithCancel(ctx)
	// What was typed before a viewer left is typed, unless that takes long.
	typing, giveUp := context.WithCancel(context.WithoutCancel(ctx))
	s.hub.join(v)
	s.people.enter(v)
	var work sync.WaitGroup
	defer func() {
		s.hub.leave(v)
		cancel()
		if s.over() {
			giveUp()
			v.socket.conn.Close()
		}
		late := time.AfterFunc(lastWord+forbearance, giveUp)
		v.socket.conn.SetReadDeadline(time.Now().Add(lastWord))
		work.Wait()
		late.Stop()
		giveUp()
		s.people.leave(v)
		v.socket.close(lastWord)
	}()
	if v.send(s.hello(v)) != nil {
		return
	}
	work.Go(func() {
		defer cancel()
		s.enter(typing, v, v.listen(typing, giveUp, s.hub, &work))
	})
	work.Go(func() { v.dismiss(ctx) })
	work.Go(func() { s.news(ctx, v) })
	work.Go(func() {
		// A viewer that does not read must not outlast its context.
		<-ctx.Done()
		v.socket.conn.SetWriteDeadline(time.Now().Add(lastWord))
	})
	if err := s.show(ctx, v, from); err != io.EOF {
		return
	}
	<-s.ended
	v.socket.conn.SetWriteDeadline(time.Now().Add(lastWord))
	if v.send(Message{Type: "exit", Exit: s.exit}) == nil {
		v.socket.close(lastWord)
	}
}

func (v *viewer) send(m Message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return v.socket.write(websocket.MessageText, text)
}

// show sends the screen and then what comes; io.EOF at the agent's end.
func (s *server) show(ctx context.Context, v *viewer, from int64) error {
	view, err := s.term.View(max(from, 0))
	if err != nil {
		return err
	}
	defer view.Close()
	if from < 0 {
		if err := s.picture(ctx, v, view, "snapshot"); err != nil {
			return err
		}
	}
	p := make([]byte, piece)
	for {
		n, err := view.Read(ctx, p)
		switch {
		case errors.Is(err, pty.ErrBehind), errors.Is(err, pty.ErrGap):
			err = s.picture(ctx, v, view, "resync")
			n = 0
		case errors.Is(err, pty.ErrResized):
			err = s.picture(ctx, v, view, "resize")
			n = 0
		}
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if err := v.socket.write(websocket.MessageBinary, p[:n]); err != nil {
			return err
		}
	}
}

func (s *server) picture(ctx context.Context, v *viewer, view *pty.View, kind string) error {
	snapshot, history, err := s.term.SnapshotWithHistory(ctx, v.history)
	if err != nil {
		return err
	}
	view.Jump(snapshot.Offset)
	return v.send(newPicture(snapshot, history).message(kind))
}

// dismiss tells a viewer to go, when it is to.
func (v *viewer) dismiss(ctx context.Context) {
	select {
	case <-v.dismissed:
	case <-ctx.Done():
		return
	}
	v.socket.conn.SetWriteDeadline(time.Now().Add(lastWord))
	v.send(Message{Type: "detach"})
	v.socket.conn.SetReadDeadline(time.Now().Add(lastWord))
}

// kindOf says whether a message of a viewer is a paste or keys.
func kindOf(p []byte) string {
	if bytes.Contains(p, []byte("\x1b[200~")) {
		return "paste"
	}
	return "keys"
}

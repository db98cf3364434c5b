package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"rooda/session"
)

const (
	// pulse is how often a quiet stream shows that it lives.
	pulse = 15 * time.Second
	// stalled is how long a client may take nothing before it is dropped; it
	// goes on where it was when it comes back.
	stalled = 30 * time.Second
)

// events sends the journal, and then each event as soon as it is in there.
// Every client is a place in the journal, so one that reads slowly, or not at all,
// holds up only itself, and costs no memory.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	after, err := from(r)
	if err != nil {
		refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := stream{w, http.NewResponseController(w)}
	if out.flush() != nil { // the headers, though there may be nothing to say yet
		return
	}
	journal := session.NewCursor(s.host.Run.Dir(), after)
	heart := time.NewTicker(pulse)
	defer heart.Stop()
	for {
		over := s.over()
		now := s.host.Run.Now()
		for {
			events, err := journal.Next(now.Journaled)
			if err != nil {
				_ = out.say("error", 0, Error{Text: err.Error(), Code: "journal"}) // the stream ends in any case
				return
			}
			if len(events) == 0 {
				break
			}
			for _, e := range events {
				if out.say(e.Type, e.Seq, e) != nil {
					return
				}
			}
			if out.flush() != nil {
				return
			}
		}
		if over {
			return
		}
		select {
		case <-now.Moved:
		case <-s.host.Run.Over():
		case <-heart.C:
			if out.beat() != nil {
				return
			}
		case <-r.Context().Done():
			return
		}
	}
}

func (s *Server) over() bool {
	select {
	case <-s.host.Run.Over():
		return true
	default:
		return false
	}
}

// from is the number after which to begin.
func from(r *http.Request) (after uint64, err error) {
	for name := range r.URL.Query() {
		if name != "from" {
			return 0, &Error{Text: fmt.Sprintf("%q is no parameter of events", name), Code: "query", status: http.StatusBadRequest, Advice: "from=N begins with event N"}
		}
	}
	name, text := "from", r.URL.Query().Get("from")
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		name, text = "Last-Event-ID", last
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return 0, &Error{Text: fmt.Sprintf("%s: %q is no number of an event", name, text), Code: "query", status: http.StatusBadRequest, Advice: "events are numbered from 1"}
	}
	if name == "from" && n > 0 {
		n--
	}
	return n, nil
}

// stream writes server-sent events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (s stream) say(kind string, id uint64, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode event: %w", err)
	}
	if err := s.hurry(); err != nil {
		return err
	}
	if id > 0 {
		if _, err := fmt.Fprintf(s.w, "id: %d\n", id); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", kind, data)
	return err
}

func (s stream) beat() error {
	if err := s.hurry(); err != nil {
		return err
	}
	if _, err := fmt.Fprint(s.w, ":\n\n"); err != nil {
		return err
	}
	return s.flush()
}

func (s stream) flush() error {
	if err := s.hurry(); err != nil {
		return err
	}
	return s.control.Flush()
}

func (s stream) hurry() error { return s.control.SetWriteDeadline(time.Now().Add(stalled)) }

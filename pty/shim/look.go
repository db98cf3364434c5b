package shim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"rooda/pty"
)

// pulseHeader is how a caller says how often it wants to hear that all is well.
const pulseHeader = "Rooda-Pulse"

// shortestPulse bounds what a caller can have the shim do for it.
const shortestPulse = 100 * time.Millisecond

// emptyLine is a pulse. What reads lines of JSON passes over it.
var emptyLine = []byte{'\n'}

// offsetHeader says where in the log an answer's output begins.
const offsetHeader = "Rooda-Offset"

// output sends raw output. The header says from where on, which with follow is
// later than was asked for when output is missing. Followed to the agent's end it ends only when the
// agent's end is recorded.
func (s *server) output(w http.ResponseWriter, r *http.Request) {
	q := query{r.URL.Query(), nil}
	from, follow := q.offset("from", 0), q.flag("follow")
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return
	}
	if end, _ := s.term.Output(); from > end {
		refuse(w, http.StatusRequestedRangeNotSatisfiable, newPastEnd(from, end))
		return
	}
	ctx, release := s.stream(r)
	defer release()
	if follow {
		from = s.term.Held(from) // a full disk must not end the stream
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set(offsetHeader, strconv.FormatInt(from, 10))
	out := &flusher{w: w, control: http.NewResponseController(w), left: -1}
	if follow {
		out.control.Flush() // the headers, though there may be nothing to say yet
	} else {
		end, _ := s.term.Output()
		out.left = max(end-from, 0)
	}
	var err error
	if out.left != 0 {
		_, err = s.term.Follow(ctx, from, out)
	}
	switch {
	case err == nil && follow:
		<-s.ended
		if s.hosted(r) {
			s.told.set()
		}
	case err == nil, errors.Is(err, errEnough):
	case !out.begun && !follow:
		fail(w, err)
	default:
		panic(http.ErrAbortHandler) // so that it does not look like the end
	}
}

// stream is the context of a request that stays open; the latest host's makes the
// agent owned, and ends when a later host comes.
func (s *server) stream(r *http.Request) (_ context.Context, release func()) {
	epoch, host, err := claimed(r.Header)
	if !host || err != nil || s.ours(r) {
		return r.Context(), func() {}
	}
	return s.fence.own(r.Context(), epoch)
}

// hosted reports whether a request is of the latest host, or of a later one that has not taken over, as one
// does not that only fetches the end of an agent.
func (s *server) hosted(r *http.Request) bool {
	epoch, host, err := claimed(r.Header)
	return host && err == nil && !s.ours(r) && s.fence.check(epoch) == nil
}

var errEnough = errors.New("that was all that was asked for")

// flusher sends each write at once, and at most left bytes, where that is not
// negative.
type flusher struct {
	w       io.Writer
	control *http.ResponseController
	left    int64
	begun   bool
}

func (f *flusher) Write(p []byte) (int, error) {
	f.begun = true
	last := f.left >= 0 && int64(len(p)) >= f.left
	if last {
		p = p[:f.left]
	}
	n, err := f.w.Write(p)
	if f.left >= 0 {
		f.left -= int64(n)
	}
	if err == nil {
		err = f.control.Flush()
	}
	if err == nil && last {
		err = errEnough
	}
	return n, err
}

// screen sends the screen as it is, or as it was at the end.
func (s *server) screen(w http.ResponseWriter, r *http.Request) {
	q := query{r.URL.Query(), nil}
	format, history := q.get("format"), q.number("history", 0)
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return
	}
	snapshot, lines, err := s.term.SnapshotWithHistory(r.Context(), history)
	if err != nil {
		fail(w, err)
		return
	}
	if format == "snapshot" {
		reply(w, newPicture(snapshot, lines))
		return
	}
	text, kind, err := render(snapshot, format)
	if err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: err.Error(), Code: "query"})
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Write(text)
}

// hands sends a line for each change of who is attached and types, and of the size, and with pulses
// an empty one for each.
func (s *server) hands(w http.ResponseWriter, r *http.Request) {
	q := query{r.URL.Query(), nil}
	var beat <-chan time.Time
	if value := r.Header.Get(pulseHeader); value != "" {
		pulse, err := time.ParseDuration(value)
		if err != nil || pulse <= 0 {
			refuse(w, http.StatusBadRequest, fault{Text: fmt.Sprintf("header %s: %q is no time between pulses", pulseHeader, value), Code: "header"})
			return
		}
		ticker := time.NewTicker(max(pulse, shortestPulse))
		defer ticker.Stop()
		beat = ticker.C
	}
	ctx, release := s.stream(r)
	defer release()
	w.Header().Set("Content-Type", "application/x-ndjson")
	lines, control := json.NewEncoder(w), http.NewResponseController(w)
	last := pty.Hands{Writers: -1}
	for {
		now, changed := s.hub.standing()
		if h := now.hands(); h != last {
			last = h
			if lines.Encode(newHandsLine(h)) != nil || control.Flush() != nil {
				return
			}
		}
		if !q.flag("follow") {
			return
		}
		select {
		case <-changed:
		case <-beat:
			s.term.Output() // waits where a disk holds up who looks at the output: that is not well
			if _, err := w.Write(emptyLine); err != nil || control.Flush() != nil {
				return
			}
		case <-s.ended:
			return
		case <-ctx.Done():
			return
		}
	}
}

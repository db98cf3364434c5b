package shim

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime/debug"
	"time"
)

const (
	// maxText bounds the text of a send.
	maxText = 8 << 20
	// earlyText is how much of it is read ahead of its turn; of what is longer there is one
	// in memory at a time.
	earlyText = 64 << 10
	// textLimit is how long a text may take to come, because others wait meanwhile.
	textLimit = 2 * time.Second
	// lookLimit is that of a text whose sender looks at the agent first, which asks things of this shim and of
	// the disk. It is shorter than the others' patience.
	lookLimit = 4 * time.Second
)

var (
	errLate = errors.New("not taken in time")
	errText = errors.New("text does not come")
	// errUnseen is that of who looks first.
	errUnseen = errors.New("nothing was typed: whoever sends it had not looked at the agent in time")
)

// send types the body, keys and Enter as one piece. Before anything has been typed it may be
// refused; from then on the answer is lines of Sent, the last of which is Done or says why not.
func (s *server) send(w http.ResponseWriter, r *http.Request, who string) {
	q := query{r.URL.Query(), nil}
	d := &dispatch{server: s, who: who, paste: q.flag("paste"), keys: q.values["key"], enter: q.flag("enter"), report: newReport(w)}
	var limit time.Duration
	d.quiet, limit, d.looks = q.duration("quiet"), q.duration("limit"), q.flag("look")
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return
	}
	ctx := r.Context()
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, limit, errLate)
		defer cancel()
	}
	long := r.ContentLength < 0 || r.ContentLength > earlyText
	late := long || d.looks // who is asked for the text looks then
	if !late && !d.read(w, r) {
		return
	}
	err := s.turn(ctx, nil, d.quiet)
	if err == nil {
		defer s.keyboard.release()
		if long {
			defer d.forget()
		}
		if late && !d.read(w, r) {
			return
		}
		err = d.run(ctx)
	} else {
		err = context.Cause(ctx)
	}
	d.end(w, r, err)
}

// end says what became of it.
func (d *dispatch) end(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil || d.report.begun || d.sent != (Sent{Of: d.sent.Of}) {
		d.report.last(d.sent, err)
		return
	}
	if r.Context().Err() != nil {
		undone(w)
		return
	}
	if !d.looks { // who does has sent nothing
		http.NewResponseController(w).SetReadDeadline(time.Now().Add(textLimit))
		io.Copy(io.Discard, io.LimitReader(r.Body, maxText)) // who still sends does not hear what is said
	}
	fail(w, err)
}

// forget gives the memory of a long text back at once: a shim has little else, and lives long.
func (d *dispatch) forget() {
	d.text = nil
	debug.FreeOSMemory()
}

// read takes the text; it has answered where that fails.
func (d *dispatch) read(w http.ResponseWriter, r *http.Request) bool {
	control := http.NewResponseController(w)
	limit, failure := textLimit, errText
	if d.looks {
		limit, failure = lookLimit, errUnseen
	}
	control.SetReadDeadline(time.Now().Add(limit))
	defer control.SetReadDeadline(time.Time{})
	if r.ContentLength > maxText {
		refuse(w, http.StatusRequestEntityTooLarge, fault{Text: "text is too long", Code: "size"})
		return false
	}
	d.text = make([]byte, max(r.ContentLength, 0), max(r.ContentLength, 0)+int64(len(pasteBegin+pasteEnd)))
	var err error
	if r.ContentLength >= 0 {
		_, err = io.ReadFull(r.Body, d.text)
	} else {
		d.text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, maxText))
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: failure.Error() + ": " + err.Error(), Code: "body"})
	}
	return err == nil
}

package shim

import (
	"context"
	"io"
	"net/http"
	"time"
)

// entry is what one request types.
type entry struct {
	who   string // empty for the host
	by    any    // whose it is for the keyboard
	epoch string // the host's
	text  []byte
	// paste is for brackets around the text, and pasting for going on with one that its sender has begun.
	paste, pasting bool
	// more says that the host goes on with it, and follows that it does.
	more, follows bool
	// quiet is for how long nobody else is to have typed.
	quiet time.Duration
}

// entryOf reads the request. It refuses one that is wrong, and says so.
func entryOf(w http.ResponseWriter, r *http.Request, who string) (e entry, ok bool) {
	q := query{r.URL.Query(), nil}
	e = entry{
		who: who, by: who, epoch: r.Header.Get(epochHeader), paste: q.flag("paste"), pasting: q.flag("pasting"),
		more: q.flag("more") && who == "", follows: q.flag("follows") && who == "", quiet: q.duration("quiet"),
	}
	if q.err != nil {
		refuse(w, http.StatusBadRequest, fault{Text: q.err.Error(), Code: "query"})
		return entry{}, false
	}
	if who == "" { // the paste that goes on may be this host's
		e.by = hostOf(e.epoch)
	}
	var err error
	if e.text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage)); err != nil {
		refuse(w, http.StatusRequestEntityTooLarge, fault{Text: "input is too long: " + err.Error(), Code: "size"})
		return entry{}, false
	}
	return e, true
}

// turnFor waits until the keyboard is for an entry, which is to release it.
func (s *server) turnFor(ctx context.Context, e entry) error {
	switch {
	case e.who != "":
		return s.turn(ctx, e.by, e.quiet)
	case s.kept.resume(e.epoch):
		s.keyboard.forsake() // of what was abandoned meanwhile nobody took note
		return nil
	case e.follows:
		return ErrTurn // others may have typed since
	}
	return s.keyboard.takeAsHost(ctx)
}

// keysOf are the bytes of an entry that is to be typed now, if the terminal takes them.
func (s *server) keysOf(ctx context.Context, e entry) ([]byte, error) {
	if e.pasting && !s.keyboard.pastes(e.by) {
		return nil, ErrPaste
	}
	keys := e.text
	if e.paste {
		snapshot, err := s.term.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		begin, end := brackets(snapshot)
		keys = append(append([]byte(begin), pasted(keys, end != "")...), end...)
	}
	return keys, s.keyboard.fits(ctx, keys)
}

// noteTyped tells of an entry that somebody else than the host types.
func (s *server) noteTyped(e entry) {
	if e.who == "" {
		return
	}
	kind := "keys"
	if e.paste {
		kind = "paste"
	}
	s.hub.typing(nil, e.who)
	s.people.note(Deed{By: e.who, What: Typed, Via: "send", Kind: kind, Bytes: int64(len(e.text))})
}

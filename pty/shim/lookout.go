package shim

import (
	"bytes"
	"io"
	"net/http"
	"sync/atomic"
)

// lookout is the text of a send that is let go only when its Look finds nothing against that.
type lookout struct {
	text io.Reader
	look func() error // nil once it has been called
	seen atomic.Pointer[error]
}

// keep holds the request's text back until the shim asks for it, which it does in its turn.
func (l *lookout) keep(r *http.Request, m Sending) {
	l.text, l.look = bytes.NewReader(m.Text), func() error { return m.Look(r.Context()) }
	r.Body, r.GetBody = io.NopCloser(l), nil
	r.Header.Set("Expect", "100-continue")
}

func (l *lookout) Read(p []byte) (int, error) {
	if look := l.look; look != nil {
		l.look = nil
		if err := look(); err != nil {
			l.seen.Store(&err)
			return 0, err
		}
	}
	return l.text.Read(p)
}

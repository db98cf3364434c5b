package shim

import (
	"context"
	"encoding/json"
	"net/http"
	"time"
)

const (
	// progressStep is after how many bytes a send tells how far it has got, for whoever hears no
	// more of it.
	progressStep = 4 << 10
	// telling is how long that may take: others wait meanwhile.
	telling = time.Second
)

// sends is the feature of shims that type a text, keys and Enter as one piece.
const sends = "send"

// Sent is how much of a send the agent's terminal has taken.
type Sent struct {
	// Text counts the bytes of the text that went in, and Of all that are to: those of a paste
	// without what could be a key.
	Text int64 `json:"text"`
	Of   int64 `json:"of"`
	// Struck counts the keys that went in; shims of before leave it out.
	Struck int `json:"struck,omitempty"`
	// Keys and Enter say that those went in, all of them.
	Keys  bool `json:"keys,omitempty"`
	Enter bool `json:"enter,omitempty"`
	// Done says that this is all; otherwise Fault says in the last why not.
	Done  bool   `json:"done,omitempty"`
	Fault *fault `json:"fault,omitempty"`
}

// report tells the caller of a send how it goes, a line at a time.
type report struct {
	w       http.ResponseWriter
	control *http.ResponseController
	stop    context.CancelCauseFunc // ends a send whose caller does not listen
	begun   bool
	told    int64
}

func newReport(w http.ResponseWriter) *report {
	return &report{w: w, control: http.NewResponseController(w)}
}

func (r *report) progress(s Sent) {
	if s.Text-r.told >= progressStep {
		r.told = s.Text
		if err := r.tell(s); err != nil {
			r.stop(err)
		}
	}
}

func (r *report) last(s Sent, err error) {
	if s.Done = err == nil; err != nil {
		f, _ := faultOf(err)
		s.Fault = &f
	}
	r.tell(s)
}

func (r *report) tell(s Sent) error {
	r.control.SetWriteDeadline(time.Now().Add(telling))
	defer r.control.SetWriteDeadline(time.Time{})
	if !r.begun {
		r.begun = true
		r.w.Header().Set("Content-Type", "application/x-ndjson")
	}
	if err := json.NewEncoder(r.w).Encode(s); err != nil {
		return err
	}
	return r.control.Flush()
}

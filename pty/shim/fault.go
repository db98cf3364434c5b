package shim

import (
	"encoding/json"
	"errors"
	"net/http"

	"rooda/pty"
	"rooda/pty/vt"
)

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v) // fails only when nobody listens any more
}

func refuse(w http.ResponseWriter, status int, f fault) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(f)
}

// undone answers a caller who has hung up, or has only closed its half of the connection: without
// an answer of ours that one would be told that all went well.
func undone(w http.ResponseWriter) {
	refuse(w, http.StatusBadRequest, fault{Text: "not done: whoever asked has hung up", Code: "hangup"})
}

// fail answers with an error of the terminal.
func fail(w http.ResponseWriter, err error) {
	f, status := faultOf(err)
	refuse(w, status, f)
}

// faultOf gives an error of the terminal the code by which a client knows it.
func faultOf(err error) (f fault, status int) {
	f, status = newFault(err), http.StatusInternalServerError
	switch {
	case errors.Is(err, pty.ErrExited):
		f.Code, status = "exited", http.StatusGone
	case errors.Is(err, pty.ErrGap):
		f.Code, status = "gap", http.StatusGone
	case errors.Is(err, vt.ErrKey):
		f.Code, status = "key", http.StatusBadRequest
	case errors.Is(err, errLate):
		f.Code, status = "late", http.StatusServiceUnavailable
	case errors.Is(err, ErrTurn):
		f.Code, status = "turn", http.StatusServiceUnavailable
	case errors.Is(err, ErrUnread):
		f.Code, status = "unread", http.StatusServiceUnavailable
	case errors.Is(err, ErrPaste):
		f.Code, status = "paste", http.StatusConflict
	case errors.As(err, &f.Line):
		f.Code, status = "line", http.StatusUnprocessableEntity
	case errors.Is(err, ErrPerson):
		f.Code, status = "person", http.StatusServiceUnavailable
	}
	return f, status
}

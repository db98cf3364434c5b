package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// CodeSilent is the code of a refusal because the agent's terminal does not answer.
const CodeSilent = "silent"

// CodeHandingOver is the code of a refusal because the session is about to be another host's, which is to be asked.
const CodeHandingOver = "handing_over"

// errHungUp is for whoever has closed their end of the connection before they were heard.
var errHungUp = &Error{
	Text: "the connection was closed for writing before the host had heard of this, so nothing was done", Code: "gone",
	Advice: "keep it open until the answer is there", status: http.StatusRequestTimeout,
}

// refuse answers with an error, about a task if one is named.
func refuse(w http.ResponseWriter, err error, task ...string) {
	e := refusal(err, strings.Join(task, ""))
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(e.status)
	_ = json.NewEncoder(w).Encode(e) // fails only when nobody listens any more
}

// refusal is the one table from errors to what goes over the wire. The hints name commands as
// they are typed: at is the task they are about, with its session.
func refusal(err error, at string) *Error {
	var own *Error
	e := Error{Text: err.Error(), status: http.StatusConflict}
	at = cmp.Or(at, "SESSION/TASK")
	id, _, _ := strings.Cut(at, "/")
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, shim.ErrBegun): // whatever came then: it must not be typed again unseen
		e.Text, e.Code, e.status = shim.ErrBegun.Error(), "begun", http.StatusGatewayTimeout
		e.Advice = "rooda screen " + at + " shows what has come of it; typing it again may type it twice"
	case errors.Is(err, shim.ErrTurn):
		e.Text, e.Code, e.status = shim.ErrTurn.Error(), "turn", http.StatusServiceUnavailable
		e.Advice = "nothing was typed: try again in a moment"
	case errors.Is(err, shim.ErrUnread):
		e.Text, e.Code, e.status = shim.ErrUnread.Error(), "unread", http.StatusServiceUnavailable
		e.Advice = "nothing was typed; rooda screen " + at + " shows what the agent does"
	case errors.Is(err, orchestrator.ErrNotDriven):
		e.Code, e.Advice = "not_driven", "rooda session show "+id+" says what the task does; rooda cancel "+at+" ends it"
	case errors.Is(err, orchestrator.ErrHeadless):
		e.Code, e.Advice = "not_driven", "rooda attach "+at+" goes to its terminal, rooda send "+at+" TEXT --enter types there; rooda cancel "+at+" ends the task as failed"
	case errors.Is(err, orchestrator.ErrTaskOver):
		e.Code, e.Advice = "task_over", "rooda session show "+id+" says how it ended"
	case errors.Is(err, orchestrator.ErrLeaving):
		e.Code, e.Advice = "leaving", "rooda wait "+at+" --for exit waits for that"
	case errors.Is(err, shim.ErrUnreachable):
		e.Code, e.status = CodeSilent, http.StatusServiceUnavailable
		e.Advice = "rooda session show " + id + " says which process keeps the terminal, and how to wake it"
	case errors.Is(err, orchestrator.ErrNothingAsked):
		e.Code, e.Advice = "nothing_asked", "rooda screen "+at+" shows what it does"
	case errors.Is(err, orchestrator.ErrNoAnswer):
		e.Code, e.Advice = "no_answer", "rooda session show "+id+" says what a person is called for, rooda attach "+at+" goes there"
	case errors.Is(err, orchestrator.ErrAnswered):
		e.Code, e.Advice = "answered", "somebody was faster; rooda screen "+at+" shows what comes of it"
	case errors.Is(err, orchestrator.ErrTypedSince):
		e.Code, e.Advice = "typed_since", "nothing was typed; where the agent still asks, somebody is called to that; rooda screen "+at+" shows it"
	case errors.Is(err, orchestrator.ErrChanged), errors.Is(err, orchestrator.ErrUntyped):
		e.Code, e.Advice = "untyped", "nothing was typed; rooda screen "+at+" shows what stands there now"
	case errors.Is(err, orchestrator.ErrPartly):
		e.Code, e.Advice = "partly", "what was typed may have answered either; rooda screen "+at+" shows what stands there now"
	case errors.Is(err, orchestrator.ErrHalted):
		e.Code, e.Advice = "partly", "rooda screen "+at+" shows what stands there now"
	case errors.Is(err, orchestrator.ErrHalfKnown):
		e.Code, e.Advice = "partly", "see to it at its terminal: rooda attach "+at
	case errors.Is(err, orchestrator.ErrLate):
		e.Code, e.Advice, e.status = "time", "rooda screen "+at+" shows what stands there now", http.StatusGatewayTimeout
	case errors.Is(err, orchestrator.ErrHidden):
		e.Code, e.Advice = "hidden", "look at it from a larger window, and answer it there: rooda attach "+at
	case errors.Is(err, orchestrator.ErrNoPlainYes):
		e.Code, e.Advice = "no_plain_yes", "answer it yourself: rooda attach "+at
	case errors.Is(err, orchestrator.ErrNotUnderWay):
		e.Code = "not_under_way"
	case errors.Is(err, orchestrator.ErrNotBegun):
		e.Code, e.Advice = "not_begun", "rooda session show "+id+" says which tasks are ahead of it"
	case errors.Is(err, orchestrator.ErrNotLost):
		e.Code = "not_lost"
	case errors.Is(err, orchestrator.ErrHandingOver):
		e.Code, e.status = CodeHandingOver, http.StatusServiceUnavailable
		e.Advice = "nothing was done: ask again in a moment, the next one answers"
	case errors.Is(err, orchestrator.ErrUnsaved):
		e.Code, e.status = "unsaved", http.StatusInsufficientStorage
		e.Advice = "nothing was taken, as it would be lost with this host: make room, and ask again"
	case errors.Is(err, orchestrator.ErrOver):
		e.Code, e.status = "over", http.StatusGone
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		e.Code, e.status = "time", http.StatusGatewayTimeout
	default:
		e.Code, e.status = "failed", http.StatusInternalServerError
	}
	return &e
}

// refuseAgent refuses an agent of the session, once that is in the journal or
// cannot be.
func (s *Server) refuseAgent(w http.ResponseWriter, r *http.Request, task, who, action string) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	_ = s.host.Run.NoteRefused(ctx, task, who, action) // it is refused in any case
	refuse(w, refusedAgent(Permission(s.host.Run.Now().Record.Workflow.Definition, task)))
}

func refusedAgent(advice string) *Error {
	return &Error{
		Text: "agents may not act on their own session", Code: "agent", status: http.StatusForbidden,
		Advice: advice,
	}
}

func refuseUser(w http.ResponseWriter, _ *http.Request) {
	refuse(w, &Error{Text: "only the user who runs the session may connect", Code: "user", status: http.StatusForbidden})
}

func unknown(w http.ResponseWriter, r *http.Request) {
	refuse(w, &Error{
		Text: "there is no " + r.Method + " " + r.URL.Path, Code: "path", status: http.StatusNotFound,
		Advice: "this host knows version 1: GET /v1/session, /v1/tasks, /v1/events; POST /v1/tasks/{task}/input, approve, complete, cancel, retry, resume, fail; POST /v1/stop",
	})
}

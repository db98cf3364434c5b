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

// refusals is the one table from errors to what goes over the wire, the first that fits. The hints name
// commands as they are typed, with the words SESSION and TASK.
var refusals = []struct {
	is     error
	code   string
	status int
	advice string
}{
	// Whatever came then: it must not be typed again unseen.
	{shim.ErrBegun, "begun", http.StatusGatewayTimeout, "rooda screen SESSION/TASK shows what has come of it; typing it again may type it twice"},
	{shim.ErrTurn, "turn", http.StatusServiceUnavailable, "nothing was typed: try again in a moment"},
	{shim.ErrUnread, "unread", http.StatusServiceUnavailable, "nothing was typed; rooda screen SESSION/TASK shows what the agent does"},
	{orchestrator.ErrNotDriven, "not_driven", http.StatusConflict, "rooda session show SESSION says what the task does; rooda cancel SESSION/TASK ends it"},
	{orchestrator.ErrHeadless, "not_driven", http.StatusConflict, "rooda attach SESSION/TASK goes to its terminal, rooda send SESSION/TASK TEXT --enter types there; rooda cancel SESSION/TASK ends the task as failed"},
	{orchestrator.ErrTaskOver, "task_over", http.StatusConflict, "rooda session show SESSION says how it ended"},
	{orchestrator.ErrLeaving, "leaving", http.StatusConflict, "rooda wait SESSION/TASK --for exit waits for that"},
	{shim.ErrUnreachable, CodeSilent, http.StatusServiceUnavailable, "rooda session show SESSION says which process keeps the terminal, and how to wake it"},
	{orchestrator.ErrNothingAsked, "nothing_asked", http.StatusConflict, "rooda screen SESSION/TASK shows what it does"},
	{orchestrator.ErrNoAnswer, "no_answer", http.StatusConflict, "rooda session show SESSION says what a person is called for, rooda attach SESSION/TASK goes there"},
	{orchestrator.ErrAnswered, "answered", http.StatusConflict, "somebody was faster; rooda screen SESSION/TASK shows what comes of it"},
	{orchestrator.ErrTypedSince, "typed_since", http.StatusConflict, "nothing was typed; where the agent still asks, somebody is called to that; rooda screen SESSION/TASK shows it"},
	{orchestrator.ErrChanged, "untyped", http.StatusConflict, "nothing was typed; rooda screen SESSION/TASK shows what stands there now"},
	{orchestrator.ErrUncalled, "uncalled", http.StatusConflict, "nothing was typed; rooda session show SESSION tells of it once somebody is called to it"},
	{orchestrator.ErrUntyped, "untyped", http.StatusConflict, "nothing was typed; rooda screen SESSION/TASK shows what stands there now"},
	{orchestrator.ErrPartly, "partly", http.StatusConflict, "what was typed may have answered either; rooda screen SESSION/TASK shows what stands there now"},
	{orchestrator.ErrHalted, "partly", http.StatusConflict, "rooda screen SESSION/TASK shows what stands there now"},
	{orchestrator.ErrHalfKnown, "partly", http.StatusConflict, "see to it at its terminal: rooda attach SESSION/TASK"},
	{orchestrator.ErrLate, "time", http.StatusGatewayTimeout, "rooda screen SESSION/TASK shows what stands there now"},
	{orchestrator.ErrHidden, "hidden", http.StatusConflict, "look at it from a larger window, and answer it there: rooda attach SESSION/TASK"},
	{orchestrator.ErrNoPlainYes, "no_plain_yes", http.StatusConflict, "answer it yourself: rooda attach SESSION/TASK"},
	{orchestrator.ErrNotUnderWay, "not_under_way", http.StatusConflict, ""},
	{orchestrator.ErrNotBegun, "not_begun", http.StatusConflict, "rooda session show SESSION says which tasks are ahead of it"},
	{orchestrator.ErrNotLost, "not_lost", http.StatusConflict, ""},
	{orchestrator.ErrHandingOver, CodeHandingOver, http.StatusServiceUnavailable, "nothing was done: ask again in a moment, the next one answers"},
	{orchestrator.ErrUnsaved, "unsaved", http.StatusInsufficientStorage, "nothing was taken, as it would be lost with this host: make room, and ask again; rooda attach SESSION/TASK needs only the agent"},
	{orchestrator.ErrOver, "over", http.StatusGone, ""},
	{context.Canceled, "time", http.StatusGatewayTimeout, ""},
	{context.DeadlineExceeded, "time", http.StatusGatewayTimeout, ""},
}

// refusal is what an error becomes on the wire; at is the task that it is about, with its session, empty for none.
func refusal(err error, at string) *Error {
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	id, task, _ := strings.Cut(cmp.Or(at, "SESSION/TASK"), "/")
	for _, r := range refusals {
		if !errors.Is(err, r.is) {
			continue
		}
		e := &Error{Text: err.Error(), Code: r.code, Advice: strings.NewReplacer("SESSION", id, "TASK", task).Replace(r.advice), status: r.status}
		switch r.is {
		case shim.ErrBegun, shim.ErrTurn, shim.ErrUnread: // which say all of it
			e.Text = r.is.Error()
		}
		return e
	}
	return &Error{Text: err.Error(), Code: "failed", status: http.StatusInternalServerError}
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

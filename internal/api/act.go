package api

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"rooda/session"
	"rooda/workflows"
)

const (
	// mostInput bounds what is typed at once, in bytes.
	mostInput = 1 << 20
	// patience is how long an agent's driver may take to answer.
	patience = 20 * time.Second
)

// action is something done to a task on behalf of who.
type action func(r *http.Request, task, who string) error

func simple(act func(ctx context.Context, task, who string) error) action {
	return func(r *http.Request, task, who string) error { return act(r.Context(), task, who) }
}

// onTask finds the task, and out who acts and whether that is allowed.
func (s *Server) onTask(act action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("task")
		task, names := find(s.host.Run.Now().Record.Workflow.Definition, id)
		who, ours := s.caller(r)
		switch {
		case task == nil:
			refuse(w, &Error{
				Text: "the session has no task " + id, Code: "task", status: http.StatusNotFound,
				Advice: "its tasks: " + strings.Join(names, ", "),
			})
			return
		case ours && !task.AgentsMayType:
			s.refuseAgent(w, r, id, who, path.Base(r.URL.Path))
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		if err := act(r.WithContext(ctx), id, who); err != nil {
			refuse(w, err, session.ShortID(s.host.Run.Record().ID)+"/"+id)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}
}

// find returns a task, nil when there is none, and the names of all.
func find(wf *workflows.Workflow, id string) (found *workflows.Task, names []string) {
	for i := range wf.Stages {
		for j := range wf.Stages[i].Tasks {
			t := &wf.Stages[i].Tasks[j]
			names = append(names, t.ID)
			if t.ID == id {
				found = t
			}
		}
	}
	return found, names
}

// input types the body as it is, or hands a text over when it is JSON.
func (s *Server) input(r *http.Request, task, who string) error {
	body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, mostInput))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return &Error{Text: "input is longer than 1 MiB", Code: "size", status: http.StatusRequestEntityTooLarge, Advice: "write it to a file and name that to the agent"}
	case err != nil:
		return &Error{Text: err.Error(), Code: "body", status: http.StatusBadRequest}
	}
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		if len(body) == 0 {
			return emptyInput()
		}
		return s.host.Run.Input(r.Context(), task, who, body)
	}
	var message struct {
		Text string `json:"text"`
	}
	if err := json.Unmarshal(body, &message); err != nil {
		return &Error{Text: "input is no JSON: " + err.Error(), Code: "body", status: http.StatusBadRequest, Advice: `{"text": "..."}; or leave the Content-Type application/json out to type the body as it is`}
	}
	if message.Text == "" {
		return emptyInput()
	}
	return s.host.Run.Send(r.Context(), task, who, message.Text)
}

func emptyInput() *Error {
	return &Error{Text: "there is nothing to type", Code: "body", status: http.StatusBadRequest}
}

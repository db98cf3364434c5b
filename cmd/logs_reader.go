package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/session"
)

// logReader shows the logs of one session.
type logReader struct {
	s      console.Streams
	o      logsOptions
	dir    string
	task   string     // empty for all
	last   *lastLines // that are kept back at first, nil for none
	record session.Record
	// sessions is where it is one of.
	sessions *session.SessionManager
	// registry knows the agents' decoders.
	registry *adapters.Registry
}

// wanted reports whether an event is about output that is asked for.
func (r logReader) wanted(e session.Event) bool {
	return (r.task == "" || e.Task == r.task) && (r.o.iteration == 0 || e.Iteration+1 == r.o.iteration)
}

// known reports whether the workflow has the task of an event.
func (r logReader) known(e session.Event) bool {
	if findTask(r.record.Workflow.Definition, r.record.ID, "", e.Task) == nil {
		return true
	}
	r.s.Notef("warning: the journal names a task %q that the workflow does not have; its output is left out\n", e.Task)
	return false
}

// all prints what there is, iteration by iteration in the order they started.
func (r logReader) all(ctx context.Context) error {
	var started []session.Event
	endings, cuts := map[[3]string]string{}, map[[3]string]string{}
	last := 0
	for e, err := range session.ReadEvents(r.dir, 0) {
		if err != nil {
			return err
		}
		if e.Type == "iteration_started" && (r.task == "" || e.Task == r.task) {
			last = max(last, e.Iteration+1)
		}
		switch {
		case !r.wanted(e):
		case e.Type == "iteration_started" && r.known(e):
			started = append(started, e)
		case e.Type == "agent_lost":
			endings[iterationOf(e)] = "lost"
		case e.Type == "iteration_finished":
			endings[iterationOf(e)] = r.ending(e)
		case cutBy(e) != "":
			cuts[iterationOf(e)] = cutBy(e)
		}
	}
	for _, e := range started {
		cut := cuts[iterationOf(e)]
		if cut == "" {
			cut = cutLog(ctx, r.iterationDir(e))
		}
		if r.o.json {
			if err := r.object(e, endings[iterationOf(e)], cut); err != nil {
				return err
			}
			continue
		}
		r.heading(e, endings[iterationOf(e)])
		if err := r.one(e); err != nil {
			return err
		}
		r.warnCut(e, cut)
	}
	if len(started) > 0 {
		return nil
	}
	if last > 0 {
		return hintf(fmt.Errorf("there is no iteration %d", r.o.iteration), "the last one is iteration %d", last)
	}
	r.s.Notef("nothing has run there yet\n")
	return nil
}

// object prints one iteration as JSON: its output, or its prompt, is the text.
func (r logReader) object(e session.Event, end, cut string) error {
	var text bytes.Buffer
	out := console.EscapedJSON(r.s.Out)
	r.s.Out = &text
	if err := r.one(e); err != nil {
		return err
	}
	line := struct {
		Stage     string    `json:"stage"`
		Task      string    `json:"task"`
		Iteration int       `json:"iteration"`
		Attempt   int       `json:"attempt"`
		StartedAt time.Time `json:"started_at"`
		Ending    string    `json:"ending,omitempty"`
		// LogError says why the text is not all that was printed.
		LogError string `json:"log_error,omitempty"`
		Text     string `json:"text"`
	}{e.Stage, e.Task, e.Iteration + 1, e.Attempt, e.Time, end, cut, text.String()}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(line); err != nil {
		return fmt.Errorf("print log: %w", err)
	}
	return nil
}

// one prints the log, or the prompt, of one iteration.
func (r logReader) one(e session.Event) error {
	name := session.OutputLog
	if r.o.prompt {
		name = session.PromptFile
	}
	f, err := os.Open(filepath.Join(r.iterationDir(e), name))
	if os.IsNotExist(err) {
		return nil // it never came to that
	}
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	defer f.Close()
	w, err := r.writer(e.Task, r.s.Out)
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, f); err != nil {
		return fmt.Errorf("copy log: %w", err)
	}
	return w.Close()
}

func (r logReader) iterationDir(e session.Event) string {
	return session.IterationDir(r.dir, e.Task, e.Iteration, e.Attempt)
}

package session

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// validate names the first field that no session can hold. It is asked before
// a record is written and after one is read.
func (r *Record) validate() error {
	if !isID(r.ID) {
		return fmt.Errorf("id: %q is not a session id", r.ID)
	}
	if r.Workflow.Definition == nil {
		return errors.New("workflow.definition: missing")
	}
	stages := r.Workflow.Definition.Stages
	if r.CurrentStageIndex < 0 || r.CurrentStageIndex > len(stages) {
		return fmt.Errorf("current_stage_index: %d, and the workflow has %d stages", r.CurrentStageIndex, len(stages))
	}
	if !r.Outcome.known() {
		return fmt.Errorf("outcome: unknown outcome %q", r.Outcome)
	}
	known := map[string]string{}
	for _, stage := range stages {
		for _, task := range stage.Tasks {
			known[task.ID] = stage.ID
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Tasks)) {
		stage, ok := known[id]
		if !ok {
			return fmt.Errorf("tasks.%s: the workflow has no such task", id)
		}
		if err := r.Tasks[id].validate(stage); err != nil {
			return fmt.Errorf("tasks.%s.%w", id, err)
		}
	}
	for i := 1; i < len(r.Outbox); i++ {
		if r.Outbox[i].Seq <= r.Outbox[i-1].Seq {
			return fmt.Errorf("outbox.%d.seq: %d does not follow %d", i, r.Outbox[i].Seq, r.Outbox[i-1].Seq)
		}
	}
	return nil
}

func (t *Task) validate(stage string) error {
	switch {
	case t == nil:
		return errors.New("status: missing")
	case !slices.Contains([]Status{Pending, Running, WaitingForUser, Done, Error}, t.Status):
		return fmt.Errorf("status: unknown status %q", t.Status)
	case !t.Outcome.known():
		return fmt.Errorf("outcome: unknown outcome %q", t.Outcome)
	case t.Stage != stage:
		return fmt.Errorf("stage: %q, and the workflow has it in %q", t.Stage, stage)
	case t.Iteration < 0 || t.Attempt < 0:
		return errors.New("iteration: below 0")
	}
	return nil
}

func (o Outcome) known() bool {
	return o == "" || slices.Contains([]Outcome{Success, MaxIters, Aborted, Interrupted}, o)
}

// finished reports whether nothing is left to resume.
func (o Outcome) finished() bool { return o != "" && o != Interrupted }

// isFolderName reports whether a task's id can name a folder.
func isFolderName(id string) bool {
	return id != "" && !strings.HasPrefix(id, ".") && !strings.ContainsAny(id, "/\\\x00") && len(id) <= 255
}

package cmd

import "rooda/session"

// shownTask is a task in JSON: the record's, with how it stopped and how many iterations it has had as
// people are shown it.
type shownTask struct {
	Outcome string `json:"outcome,omitempty"` // instead of the record's
	// Iterations counts those of its budget that have begun.
	Iterations int `json:"iterations"`
	*session.Task
}

func shownTasks(r session.Record) map[string]shownTask {
	shown := map[string]shownTask{}
	for id, t := range r.Tasks {
		shown[id] = shownTask{outcomeOf(t), iterationsOf(t), t}
	}
	return shown
}

// outcomeOf is how a task stopped, as the views of a run call it.
func outcomeOf(t *session.Task) string {
	if t.Status == session.Error && t.Outcome == session.Interrupted {
		return "cancelled"
	}
	return string(t.Outcome)
}

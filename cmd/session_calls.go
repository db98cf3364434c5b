package cmd

import (
	"strings"

	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// calls shows what else is known of each question that is open, and how it is
// answered. Of several each begins with its task and what it asks.
func calls(s Streams, r session.Record) {
	var open []string
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if state := r.Tasks[t.ID]; state != nil && state.Interaction != nil {
			open = append(open, t.ID)
		}
	})
	for _, task := range open {
		q := *r.Tasks[task].Interaction
		if len(open) > 1 {
			s.printf("\n%s asks (%s)%s\n", oneLine(task), oneLine(q.Kind), suffix(": ", oneLine(q.Excerpt)))
		}
		asked(s, q)
		s.printf("answer:    %s\n", answer(r.ID, task, q.Kind, q.Yes))
	}
}

// asked shows what else is known of a question: why policy leaves it to a
// person, and what can be answered.
func asked(s Streams, q session.Interaction) {
	if q.Note != "" {
		s.printf("why you:   %s\n", oneLine(q.Note))
	}
	if len(q.Options) > 0 && q.Kind != orchestrator.KindLost {
		s.printf("options:   %s\n", oneLine(strings.Join(q.Options, " | ")))
	}
}

package cmd

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// heading separates iterations; raw output stays as it is. The end is empty
// when it is not known.
func (r logReader) heading(e session.Event, end string) {
	if r.o.raw {
		return
	}
	r.s.Printf("── %s  %s%s ──\n", iterationName(e), e.Time.Local().Format(time.DateTime), suffix("  ", end))
}

func iterationName(e session.Event) string {
	attempt := ""
	if e.Attempt > 1 {
		attempt = fmt.Sprintf(", attempt %d", e.Attempt)
	}
	return fmt.Sprintf("%s/%s  iteration %d%s", console.OneLine(e.Stage), console.OneLine(e.Task), e.Iteration+1, attempt)
}

// iterationOf tells the iterations of a session apart.
func iterationOf(e session.Event) [3]string {
	return [3]string{e.Task, strconv.Itoa(e.Attempt), strconv.Itoa(e.Iteration)}
}

// ending says how an iteration ended, by its last event.
func (r logReader) ending(e session.Event) string {
	var f orchestrator.IterationFinished
	if json.Unmarshal(e.Data, &f) != nil || f.Outcome == "" {
		return "" // of another version, whose words are not known
	}
	limit := 0
	tasks(r.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == e.Task {
			limit = t.MaxIterations
		}
	})
	return describe(f, e.Iteration+1, limit)
}

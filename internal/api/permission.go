package api

import (
	"fmt"
	"strings"

	"rooda/workflows"
)

// Permission says what would let the agents of a session do what they were refused: act on
// the agent of a task, or, where that is empty, stop the session.
func Permission(wf *workflows.Workflow, task string) string {
	if task != "" {
		return fmt.Sprintf("a person can; or give task %s agents_may_type: true in the workflow", task)
	}
	var closed []string
	all(wf, func(t workflows.Task) bool {
		if !t.AgentsMayType {
			closed = append(closed, t.ID)
		}
		return true
	})
	const most = 3
	rest := ""
	if more := len(closed) - most; more > 0 {
		closed, rest = closed[:most], fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("a person can; or give all tasks agents_may_type: true in the workflow (without it: %s%s)", strings.Join(closed, ", "), rest)
}

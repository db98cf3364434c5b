package cmd

import "rooda/orchestrator/plan"

const (
	bold, dim           = "1", "2"
	red, green, yellow  = "31", "32", "33"
	cyan, normal        = "36", "0"
	markDone, markError = "✔", "✘"
)

// look is the face of a task's status.
func look(r row) (mark, color, word string) {
	switch r.status {
	case plan.Running:
		return "●", cyan, "working"
	case plan.WaitingForUser:
		return "?", yellow, "asks you"
	case plan.Done:
		if r.outcome == plan.MaxIters {
			return markDone, yellow, "max-iters"
		}
		return markDone, green, "done"
	case plan.Error:
		if r.outcome == plan.Interrupted {
			return markError, yellow, "cancelled"
		}
		return markError, red, "failed"
	}
	if r.outcome == plan.Interrupted {
		return "‖", yellow, "stopped"
	}
	return "·", dim, "pending"
}

func (p *liveProgress) style(code, text string) string {
	if !p.color || code == normal {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

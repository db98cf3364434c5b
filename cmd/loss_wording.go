package cmd

import (
	"fmt"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// lostAgent tells of a loss as it happens, or is found.
func lostAgent(task string, l orchestrator.AgentLost) string {
	if l.Cause == "" {
		return task + ": its agent was lost while no rooda drove the session"
	}
	return fmt.Sprintf("%s: its agent was lost (%s)", task, l.Cause)
}

func startedAgain(task, iteration string) string {
	return fmt.Sprintf("%s: started again as iteration %s", task, iteration)
}

// lossOf says when the agent of a task's iteration was lost, and since when there is another one;
// empty where it was not.
func lossOf(t *session.Task, now time.Time) string {
	if t == nil || t.Loss == nil {
		return ""
	}
	text := "found lost at " + dayTime(t.Loss.At, now)
	if t.Loss.Cause != "" {
		text = fmt.Sprintf("lost at %s (%s)", dayTime(t.Loss.At, now), t.Loss.Cause)
	}
	if t.Status.UnderWay() && !orchestrator.IsLost(t) && !t.IterationStartedAt.Before(t.Loss.At) {
		text += fmt.Sprintf(", started again at %s as iteration %d", dayTime(t.IterationStartedAt, now), t.Iteration+1)
	}
	return text
}

// lossesOf are those of all tasks that are not over.
func lossesOf(r session.Record, now time.Time) (all []string) {
	if r.Workflow.Definition == nil {
		return nil
	}
	tasks(r.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		state := r.Tasks[t.ID]
		if text := lossOf(state, now); text != "" && state.Status != session.Error && state.Status != session.Done {
			all = append(all, console.OneLine(t.ID)+": "+text)
		}
	})
	return all
}

// dayClock is dayTime with seconds.
func dayClock(t, now time.Time) string {
	return dayTime(t, now) + t.Local().Format(":05")
}

// dayTime is a time of day, with its date where that is not today's.
func dayTime(t, now time.Time) string {
	if t, now = t.Local(), now.Local(); t.Format(time.DateOnly) != now.Format(time.DateOnly) {
		return t.Format("2006-01-02 15:04")
	}
	return t.Format("15:04")
}

package cmd

import (
	"fmt"
	"strings"

	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
)

// answer is what to type to get to an agent that asks, or to settle what is to
// become of one that was lost. yes is the plain yes, empty for none.
func answer(session, task, kind, yes string) string {
	switch kind {
	case orchestrator.KindLost:
		text := "rooda session resume " + shortID(session) + " --lost retry (or resume, or fail)"
		if yes != "" {
			text += fmt.Sprintf(", or rooda approve %s/%s (%s, it alone)", shortID(session), oneLine(task), oneLine(yes))
		}
		return text
	case orchestrator.KindSilent: // an attachment would fail
		return "rooda session show " + shortID(session) + " names the process to wake"
	}
	name := shortID(session) + "/" + oneLine(task)
	if yes != "" {
		return fmt.Sprintf("rooda attach %s, or rooda approve %s (%s)", name, name, oneLine(yes))
	}
	return "rooda attach " + name
}

func visited(task string, v orchestrator.Visited) string {
	verb := "attached"
	switch {
	case v.Left:
		verb = "detached"
	case v.ReadOnly:
		verb = "attached, only to look"
	}
	return fmt.Sprintf("%s: %s %s", task, v.By, verb)
}

func asks(task string, q orchestrator.InteractionNeeded) string {
	switch q.Kind {
	case orchestrator.KindLost:
		return task + ": " + oneLine(q.Excerpt)
	case orchestrator.KindSilent:
		return task + ": " + oneLine(q.Excerpt) + "; somebody has to wake it"
	}
	return fmt.Sprintf("%s: the agent asks (%s)%s%s", task, oneLine(q.Kind), suffix(": ", oneLine(q.Excerpt)), suffix("; ", q.Note))
}

func keptAlive(e orchestrator.Event) string {
	return e.Task + ": its agent lives on; " + whileAlive(e.Session, []string{e.Task})
}

func warned(task string, w orchestrator.Warning) string {
	return "warning: " + strings.TrimPrefix(task+": "+oneLine(w.Message), ": ")
}

func fellSilent(e orchestrator.Event, t orchestrator.TerminalSilent) string {
	return warned(e.Task, orchestrator.Warning{Message: shim.ErrUnreachable.Error() + "; " + agent{id: e.Session, task: e.Task}.waking(t.PID, true)})
}

func answersAgain(e orchestrator.Event) string { return e.Task + ": agent's terminal answers again" }

func logFailed(task string, f orchestrator.LogFailed) string {
	return warned(task, orchestrator.Warning{Message: "the output is not kept from here on: " + f.Error})
}

// finished is the line about an iteration that has ended: a failure's holds
// what the agent said last.
func finished(task, iteration string, f orchestrator.IterationFinished, limit, number int) string {
	return fmt.Sprintf("%s: iteration %s %s%s", task, iteration, describe(f, number, limit), suffix(": ", oneLine(f.Last)))
}

// describe says how the iteration of that number, from 1, ended, in one line.
func describe(f orchestrator.IterationFinished, number, limit int) string {
	took := brief(milliseconds(f.DurationMS))
	var cause string
	switch {
	case f.Error != "":
		cause = oneLine(f.Error)
	case f.EndedBy == "timeout":
		cause = "timeout"
	case f.EndedBy == "question":
		cause = "nobody answered the agent"
	case f.EndedBy == "error":
		cause = "its turn ended in an error"
	case f.Promise != "":
		cause = "promised " + f.Promise
	case f.Signal != "":
		cause = "killed by " + f.Signal
	case f.ExitCode != nil && *f.ExitCode != 0:
		cause = fmt.Sprintf("exit code %d", *f.ExitCode)
	case f.Unsent > 0:
		cause = fmt.Sprintf("exited with %d of its inputs unsent", f.Unsent)
	}
	switch f.Outcome {
	case "success":
		return fmt.Sprintf("completed in %s: %s", took, cause)
	case "failure":
		if number == limit && f.Failures < f.Threshold {
			return fmt.Sprintf("failed after %s%s (it was the last one allowed)", took, suffix(": ", cause))
		}
		return fmt.Sprintf("failed after %s%s (failure %d of %d in a row)", took, suffix(": ", cause), f.Failures, f.Threshold)
	case "interrupted":
		return fmt.Sprintf("interrupted after %s", took)
	}
	switch {
	case limit == 1:
		return "completed in " + took
	case number == limit:
		return fmt.Sprintf("completed in %s without a promise; it was the last one allowed", took)
	}
	return fmt.Sprintf("completed in %s, more to do", took)
}

func statusText(b orchestrator.TaskStatusChanged) string {
	text := string(b.To)
	if b.To == plan.Done && b.Outcome == plan.MaxIters || b.To == plan.Pending {
		text += " (" + string(b.Outcome) + ")"
	}
	return text + suffix(": ", oneLine(b.Reason))
}

func suffix(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

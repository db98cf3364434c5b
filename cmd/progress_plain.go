package cmd

import (
	"fmt"
	"strings"

	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
)

// plainProgress writes one line an event that a person would want to read in
// a log file.
type plainProgress struct {
	s     Streams
	board *board
	// quiet leaves out all but warnings and failures.
	quiet bool
}

func (p plainProgress) show(e orchestrator.Event) {
	p.board.apply(e)
	attention(p.s, e)
	text, important := p.line(e)
	if text == "" || p.quiet && !important {
		return
	}
	p.s.notef("[%s] %s\n", e.Time.Local().Format("15:04:05"), text)
	if q, ok := e.Body.(orchestrator.InteractionNeeded); ok {
		p.s.notef("%11sanswer: %s\n", "", answer(p.board.session, e.Task, q.Kind, q.Yes))
	}
}

// answer is what to type to get to an agent that asks, or to settle what is to
// become of one that was lost. yes is the plain yes, empty for none.
func answer(session, task, kind, yes string) string {
	switch kind {
	case orchestrator.KindLost:
		return "rooda session resume " + shortID(session) + " --lost retry (or resume, or fail)"
	case orchestrator.KindSilent: // an attachment would fail
		return "rooda session show " + shortID(session) + " names the process to wake"
	}
	name := shortID(session) + "/" + oneLine(task)
	if yes != "" {
		return fmt.Sprintf("rooda attach %s, or rooda approve %s (%s)", name, name, oneLine(yes))
	}
	return "rooda attach " + name
}

func (p plainProgress) line(e orchestrator.Event) (text string, important bool) {
	r := p.board.row(e.Task)
	iteration := of(e.Iteration+1, r.max)
	switch body := e.Body.(type) {
	case orchestrator.StageStarted:
		stage := p.board.wf.Stages[body.Index]
		return fmt.Sprintf("stage %s (%d of %d): %s", stage.ID, body.Index+1, len(p.board.wf.Stages), count(len(stage.Tasks), "task")), false
	case orchestrator.IterationAdopted:
		return fmt.Sprintf("%s: iteration %s goes on since %s", e.Task, iteration, body.Since.Local().Format("15:04:05")), false
	case orchestrator.IterationStarted:
		return fmt.Sprintf("%s: iteration %s started", e.Task, iteration), false
	case orchestrator.IterationFinished:
		return finished(e.Task, iteration, body, r.max, e.Iteration+1), body.Outcome == "failure"
	case orchestrator.TaskStatusChanged:
		if body.To == plan.Running || body.To == plan.Pending && body.Outcome == "" {
			return "", false
		}
		return fmt.Sprintf("%s: %s", e.Task, statusText(body)), body.To == plan.Error || body.To == plan.WaitingForUser
	case orchestrator.Requested:
		if body.Action == orchestrator.ActStop || body.Action == orchestrator.ActHandOver {
			return "", false // whoever does it says so
		}
		return fmt.Sprintf("%s: %s, asked by %s", e.Task, body.Action, body.By), false
	case orchestrator.Visited:
		return visited(e.Task, body), false
	case orchestrator.Refused:
		return strings.TrimPrefix(fmt.Sprintf("%s: %s, refused to %s", e.Task, body.Action, body.By), ": "), true
	case orchestrator.AgentKept:
		return keptAlive(e), false
	case orchestrator.InteractionNeeded:
		return asks(e.Task, body), true
	case orchestrator.LogFailed:
		return logFailed(e.Task, body), true
	case orchestrator.TerminalSilent:
		return fellSilent(e, body), true
	case orchestrator.TerminalAnswers:
		return answersAgain(e), true
	case orchestrator.AgentLost:
		return fmt.Sprintf("%s: its agent was lost: %s", e.Task, body.Policy), true
	case orchestrator.Warning:
		return warned(e.Task, body), true
	}
	return "", false
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
	return warned(e.Task, orchestrator.Warning{Message: shim.ErrUnreachable.Error() + "; " + waking(e.Session, t.PID)})
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
	case f.ExitCode != 0:
		cause = fmt.Sprintf("exit code %d", f.ExitCode)
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

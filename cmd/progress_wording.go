package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
)

// call is what a person is called for.
type call struct {
	session, task string
	kind, yes     string // of the question, and its plain yes, empty for none
	alone         bool   // no host is there to take an approval
	hung          bool   // the host does not answer
	given         string // by whom, and when, it may have been answered; no approval is taken then, empty for nobody
	resumes       bool   // a lost agent's conversation can be gone on with
}

// answer is what to type to get to an agent that asks, or to settle what is to
// become of one that was lost. It never has a text sent: a list takes its Enter for the answer that is
// highlighted, whatever the text says.
func (c call) answer() string {
	id := shortID(c.session)
	name := id + "/" + console.OneLine(c.task)
	switch c.kind {
	case orchestrator.KindLost:
		text := "rooda session resume " + id
		if c.hung {
			text += " --take-over"
		}
		text += " --lost " + orchestrator.LostWords(c.resumes)
		if c.yes != "" {
			text += fmt.Sprintf(", or rooda approve %s (%s, it alone)", name, console.OneLine(c.yes))
		}
		return text
	case orchestrator.KindSilent: // an attachment would fail
		return "rooda session show " + id + " names the process to wake"
	}
	if c.given != "" {
		return fmt.Sprintf("perhaps given, %s; rooda attach %s shows it", c.given, name)
	}
	ways := []string{"rooda attach " + name}
	if c.yes != "" {
		approve := fmt.Sprintf("rooda approve %s (%s)", name, console.OneLine(c.yes))
		if c.alone {
			approve = resumed(c.session, approve)
		}
		ways = append(ways, approve)
	}
	return orList(ways)
}

// orList is one thing or another.
func orList(ways []string) string {
	if len(ways) < 2 {
		return strings.Join(ways, "")
	}
	last := len(ways) - 1
	return strings.Join(ways[:last], ", ") + ", or " + ways[last]
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

// stoodStill counts whole seconds, as the summary does.
func stoodStill(p orchestrator.SessionPaused, now time.Time) string {
	return fmt.Sprintf("nobody drove the session for %s: its host stood still from %s to %s",
		console.Brief(p.To.Truncate(time.Second).Sub(p.From.Truncate(time.Second))), dayClock(p.From, now), dayClock(p.To, now))
}

func pasteEnded(task string, p orchestrator.PasteEnded) string {
	return fmt.Sprintf("%s: a paste that was left open was ended, of %s", task, p.By)
}

func asks(task string, q orchestrator.InteractionNeeded) string {
	switch q.Kind {
	case orchestrator.KindLost:
		return task + ": " + console.OneLine(q.Excerpt)
	case orchestrator.KindSilent:
		return task + ": " + console.OneLine(q.Excerpt) + "; somebody has to wake it"
	}
	who := "the agent"
	if q.Kind == orchestrator.KindInput {
		who = "rooda"
	}
	return fmt.Sprintf("%s: %s asks%s%s%s", task, who, ofKind(q.Kind), suffix(": ", console.OneLine(q.Excerpt)), suffix("; ", q.Note))
}

// kindName is a question's kind as people are told it: empty for one that nobody knows.
func kindName(kind string) string {
	if kind == string(adapters.Unspecified) {
		return ""
	}
	return console.OneLine(kind)
}

// ofKind is kindName in parentheses.
func ofKind(kind string) string {
	if kind = kindName(kind); kind == "" {
		return ""
	}
	return " (" + kind + ")"
}

// askedOf is a question in a line.
func askedOf(kind, excerpt, note string) string {
	return strings.TrimPrefix(kindName(kind)+suffix(": ", console.OneLine(excerpt))+suffix("; ", console.OneLine(note)), ": ")
}

func keptAlive(e orchestrator.Event) string {
	return e.Task + ": its agent lives on; " + whileAlive(e.Session, []string{e.Task})
}

func warned(task string, w orchestrator.Warning) string {
	return "warning: " + strings.TrimPrefix(task+": "+console.OneLine(w.Message), ": ")
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
func finished(e orchestrator.Event, f orchestrator.IterationFinished, limit int) string {
	number := e.Iteration + 1
	return fmt.Sprintf("%s: iteration %s %s%s%s", e.Task, console.OutOf(number, limit), describe(f, number, limit), endedBefore(f, e.Time), suffix(": ", console.OneLine(f.Last)))
}

// endedBefore says when an iteration ended of which its host has heard late.
func endedBefore(f orchestrator.IterationFinished, now time.Time) string {
	if f.EndedAt.IsZero() {
		return ""
	}
	at := ", ended at " + dayClock(f.EndedAt, now)
	if f.Undriven {
		at += " while nobody drove it"
	}
	return at
}

// describe says how the iteration of that number, from 1, ended, in one line.
func describe(f orchestrator.IterationFinished, number, limit int) string {
	took := console.Brief(milliseconds(f.DurationMS))
	var cause string
	switch {
	case f.Error != "":
		cause = console.OneLine(f.Error) + suffix("; hint: ", console.OneLine(f.Hint))
	case f.EndedBy == "timeout":
		cause = "timeout"
	case f.EndedBy == "question":
		cause = "nobody answered the agent"
	case f.EndedBy == "error":
		cause = "its turn ended in an error"
	case f.Outcome == "failure" && f.Promise == "SUCCESS" && f.Unsent > 0:
		cause = fmt.Sprintf("promised SUCCESS and exited with %d of its inputs unsent", f.Unsent)
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
	return text + suffix(": ", console.OneLine(b.Reason))
}

func suffix(separator, text string) string {
	if text == "" {
		return ""
	}
	return separator + text
}

// refused says what an agent was not let do, and how often at once; task is empty for what is the whole session's.
func refused(task string, r orchestrator.Refused) string {
	text := fmt.Sprintf("%s, refused to %s", r.Action, r.By)
	if task != "" {
		text = task + ": " + text
	}
	if r.Times > 1 {
		text += ", " + count(r.Times, "time")
	}
	return text
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// toldEvent is one as it is shown.
type toldEvent struct {
	at   time.Time
	text string
}

// happened is when, which a host may have heard of late.
func happened(e orchestrator.Event) time.Time {
	if deed, ok := e.Body.(interface{ When() time.Time }); ok && !deed.When().IsZero() {
		return deed.When()
	}
	return e.Time
}

// chronicle tells events in the words of the view of a run, and those that the view shows otherwise.
type chronicle struct {
	board *board
	open  map[string]answering // by task
	// successors counts the hosts that came after the first. Their epochs may leave numbers out.
	successors int
}

// answering is an open question: when it was asked, and who has typed last since, and when.
type answering struct {
	asked, typed time.Time
	by           string
}

// tell says when an event happened, and what it was. A question was answered when its answer was typed, which
// is before it was seen to have gone.
func (c *chronicle) tell(e orchestrator.Event) toldEvent {
	at, of := happened(e), c.open[e.Task]
	switch body := e.Body.(type) {
	case orchestrator.InteractionNeeded:
		c.open[e.Task] = answering{asked: at}
	case orchestrator.InputTyped:
		if body.Until.After(at) {
			of.typed = body.Until
		} else {
			of.typed = at
		}
		of.by = body.By
		c.open[e.Task] = of
	case orchestrator.InteractionResolved:
		if of.by == body.By && of.typed.After(of.asked) {
			at = of.typed
		}
		delete(c.open, e.Task)
	case orchestrator.IterationStarted:
		delete(c.open, e.Task)
	}
	return toldEvent{at, c.line(e)}
}

func (c *chronicle) line(e orchestrator.Event) string {
	c.board.apply(e)
	text := ""
	switch body := e.Body.(type) {
	case orchestrator.StageStarted: // the workflow may be another by now
		return "stage " + console.OneLine(e.Stage)
	case orchestrator.SessionResumed:
		c.successors++
		return resumedBy(body, c.successors+1)
	case orchestrator.SessionFinished:
		return "session ended: " + string(body.Outcome) + suffix(", stopped by ", body.By) + suffix(": ", console.OneLine(body.Reason))
	case orchestrator.SessionStateChanged:
		return "session: " + string(body.To)
	case orchestrator.TaskStatusChanged:
		text = statusText(body)
	case orchestrator.Requested:
		text = fmt.Sprintf("%s, asked by %s", body.Action, body.By) + suffix(": ", body.Reason)
	case orchestrator.InteractionResolved:
		text = resolvedBy(body.By)
	case orchestrator.InteractionChanged:
		text = "its question can be read again"
		switch {
		case body.Hidden != "":
			text = "its question is hidden: " + body.Hidden
		case body.Another:
			text = "it asks something else now: " + askedOf(body.Kind, body.Excerpt, body.Note)
		}
	case orchestrator.InteractionAnswered:
		text = fmt.Sprintf("policy answers (%s): %s", body.Rule, body.Excerpt)
	case orchestrator.InputTyped:
		text = fmt.Sprintf("%s typed %s", body.By, count(body.Bytes, "byte"))
	case orchestrator.InputSending:
		text = "a text is to be typed"
	case orchestrator.InputSent:
		text = "the agent has taken it"
	case orchestrator.InputFailed:
		text = "a text was not handed over: " + body.Problem
	case orchestrator.IterationEnding:
		text = "its iteration has ended: " + body.By
	default:
		if text, _ := (plainProgress{board: c.board}).line(e); text != "" {
			return console.OneLine(text)
		}
		text = strings.ReplaceAll(e.Body.Type(), "_", " ")
	}
	return console.OneLine(strings.TrimPrefix(e.Task+": "+text, ": "))
}

// resumedBy says who has taken a session up, as the host of that number.
func resumedBy(r orchestrator.SessionResumed, n int) string {
	text := fmt.Sprintf("process %d drives the session from here on, the %s to do so", r.PID, ordinal(n))
	switch r.How {
	case orchestrator.ActHandOver:
		return text + ": it was handed over"
	case orchestrator.ActStop:
		text += ": to stop it, asked by " + r.By
	case orchestrator.ActTakeOver:
		text += ": taken over by " + r.By
	default:
		text += ": resumed by " + r.By
	}
	if r.Killed != 0 {
		text += fmt.Sprintf(", who killed process %d, which hung", r.Killed)
	}
	if at := r.LastHeard; !at.IsZero() {
		text += ", the host before it last heard at " + at.Local().Format(time.DateTime)
	}
	if r.How == orchestrator.ActStop { // earlier rooda noted what nobody had said
		return text
	}
	return text + suffix(", lost agents: ", string(r.Lost))
}

// resolvedBy says what has become of a question.
func resolvedBy(by string) string {
	switch by {
	case "handler":
		return "answered by policy"
	case "agent":
		return "its question has gone"
	case "exit":
		return "its iteration ended with the question open"
	case "host":
		return "the question is settled"
	}
	return "answered by " + by
}

func ordinal(n int) string {
	ending := "th"
	if tens := n % 100; tens < 11 || tens > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprint(n) + ending
}

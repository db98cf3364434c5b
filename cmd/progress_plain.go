package cmd

import (
	"fmt"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/workflows"
)

// plainProgress writes one line an event that a person would want to read in
// a log file.
type plainProgress struct {
	s     console.Streams
	board *board
	// quiet leaves out all but warnings and failures.
	quiet bool
}

func (p plainProgress) show(e orchestrator.Event) {
	p.board.apply(e)
	attention(p.s, e)
	if taken, ok := e.Body.(orchestrator.SessionResumed); ok && (taken.Lost == workflows.LostAsk || taken.How == orchestrator.ActHandOver) {
		p.stillOpen()
	}
	text, important := p.line(e)
	if text == "" || p.quiet && !important {
		return
	}
	p.s.Notef("[%s] %s\n", dayClock(e.Time, p.board.begun), text)
	r := p.board.row(e.Task)
	switch body := e.Body.(type) {
	case orchestrator.IterationAdopted:
		if body.Asks == nil {
			return
		}
		p.s.Notef("%11s%s\n", "", asks(e.Task, orchestrator.InteractionNeeded{Kind: body.Asks.Kind, Excerpt: body.Asks.Excerpt, Note: body.Asks.Note}))
	case orchestrator.InteractionNeeded:
	default:
		return
	}
	p.s.Notef("%11sanswer: %s\n", "", p.board.call(*r).answer())
}

// stillOpen tells the questions about lost agents that were open before: nobody asks them again.
func (p plainProgress) stillOpen() {
	for _, r := range p.board.rows {
		if r.lost && r.question != "" {
			p.s.Notef("%s: still waits for you: %s\n%11sanswer: %s\n", r.task, r.question, "", p.board.call(r).answer())
		}
	}
}

func (p plainProgress) line(e orchestrator.Event) (text string, important bool) {
	r := p.board.row(e.Task)
	iteration := console.OutOf(e.Iteration+1, r.max)
	switch body := e.Body.(type) {
	case orchestrator.StageStarted:
		stage := p.board.wf.Stages[body.Index]
		return fmt.Sprintf("stage %s (%d of %d): %s", stage.ID, body.Index+1, len(p.board.wf.Stages), count(len(stage.Tasks), "task")), false
	case orchestrator.IterationAdopted:
		return fmt.Sprintf("%s: iteration %s goes on since %s", e.Task, iteration, dayClock(body.Since, e.Time)), body.Asks != nil
	case orchestrator.IterationStarted:
		if r.again {
			return startedAgain(e.Task, iteration), true
		}
		return fmt.Sprintf("%s: iteration %s started", e.Task, iteration), false
	case orchestrator.IterationFinished:
		return finished(e, body, r.max), body.Outcome == "failure"
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
		return refused(e.Task, body), true
	case orchestrator.SessionPaused:
		return stoodStill(body, e.Time), true
	case orchestrator.PasteEnded:
		return pasteEnded(e.Task, body), true
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
		return lostAgent(e.Task, body), true
	case orchestrator.Warning:
		return warned(e.Task, body), true
	}
	return "", false
}

package cmd

import (
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator"
)

// stampIndent is as wide as the time before what is said of a run.
const stampIndent = "           "

// liveProgress repaints a few lines in place. It never enters the alternate
// screen, so what it leaves behind is a readable record.
type liveProgress struct {
	s     console.Streams
	board *board
	color bool
	lines int // painted and still on screen
}

// show takes an event in. What must not be lost from view is printed above
// the picture, where it stays.
func (p *liveProgress) show(e orchestrator.Event) {
	p.board.apply(e)
	var above string
	switch body := e.Body.(type) {
	case orchestrator.Warning:
		above = warned(e.Task, body)
	case orchestrator.LogFailed:
		above = logFailed(e.Task, body)
	case orchestrator.AgentLost:
		above = lostAgent(e.Task, body)
	case orchestrator.IterationStarted:
		if r := p.board.row(e.Task); r.again {
			above = startedAgain(e.Task, console.OutOf(e.Iteration+1, r.max))
		}
	case orchestrator.SessionPaused:
		above = stoodStill(body, e.Time)
	case orchestrator.PasteEnded:
		above = pasteEnded(e.Task, body)
	case orchestrator.TerminalSilent:
		above = fellSilent(e, body)
	case orchestrator.TerminalAnswers:
		above = answersAgain(e)
	case orchestrator.IterationFinished:
		if body.Outcome == "failure" {
			above = finished(e, body, p.board.row(e.Task).max)
		}
	case orchestrator.AgentKept:
		above = keptAlive(e)
	case orchestrator.InteractionNeeded:
		above = asks(e.Task, body)
		attention(p.s, e)
	}
	if above != "" {
		p.say("[" + dayClock(e.Time, p.board.begun) + "] " + above)
	}
}

// say prints a line that stays, above the next picture. What is too long goes
// on below, at a space.
func (p *liveProgress) say(text string) {
	p.erase()
	below := ""
	if strings.HasPrefix(text, "[") {
		below = stampIndent
	}
	p.s.Notef("%s\n", console.FoldWords(text, p.s.Width(), below))
}

// paint draws the picture as of now over the last one, unless a shell has its prompt there.
func (p *liveProgress) paint(now time.Time) {
	if background(p.s) {
		p.lines = 0
		return
	}
	width := p.s.Width()
	var b strings.Builder
	if p.lines > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\r", p.lines)
	}
	lines := p.picture(now, width, p.s.Height()-1) // the cursor stands below it
	for _, line := range lines {
		b.WriteString(console.Cut(line, width-1))
		b.WriteString("\x1b[0m\x1b[K\n")
	}
	b.WriteString("\x1b[J")
	p.lines = len(lines)
	fmt.Fprint(p.s.Err, b.String())
}

// erase removes the picture.
func (p *liveProgress) erase() {
	if p.lines > 0 {
		fmt.Fprintf(p.s.Err, "\x1b[%dA\r\x1b[J", p.lines)
		p.lines = 0
	}
}

package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
)

// picture is at most height lines high: what has scrolled away could not be
// painted over.
func (p *liveProgress) picture(now time.Time, width, height int) []string {
	b := p.board
	lines := []string{p.head(now, width)}
	if b.goal != "" {
		lines = append(lines, p.style(dim, "goal: "+console.OneLine(b.goal)))
	}
	answers, room := map[string][]string{}, 0
	for _, r := range b.rows {
		if r.status == plan.WaitingForUser {
			text := console.FoldWords("   answer: "+b.call(r).answer(), width-1, strings.Repeat(" ", len("answer: ")))
			answers[r.task] = strings.Split(text, "\n")
			room += len(answers[r.task])
		}
	}
	form := formOf(b.rows, width)
	shown, hidden := fit(b.rows, height-len(lines)-room)
	for _, r := range shown {
		lines = append(lines, p.task(r, form, now, width-1))
		lines = append(lines, answers[r.task]...)
	}
	if hidden > 0 {
		lines = append(lines, p.style(dim, fmt.Sprintf("… and %d more", hidden)))
	}
	return lines[:min(len(lines), max(height, 1))]
}

// head says how the run as a whole is. A long title loses its middle, so that
// the state stays.
func (p *liveProgress) head(now time.Time, width int) string {
	b := p.board
	state, code := stateWord(b)
	since, id := console.Clock(now.Sub(b.begun)), b.session
	rest := func() int { return console.Columns(fmt.Sprintf("  %s  %s  session %s", state, since, id)) }
	if rest()+console.Columns(b.title()) >= width {
		id = shortID(id)
	}
	title := console.CutMiddle(b.title(), max(width-1-rest(), 12))
	return fmt.Sprintf("%s  %s  %s  session %s", p.style(bold, title), p.style(code, state), since, id)
}

// fit leaves rows out until the rest, and a line that counts them, fit: first
// what is done, then what has not begun, never what is at work.
func fit(rows []row, room int) (shown []row, hidden int) {
	if len(rows) <= room {
		return rows, 0
	}
	extra := len(rows) - max(room-1, 1)
	for _, dull := range []plan.Status{plan.Done, plan.Pending, plan.Error} {
		rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool {
			if r.status != dull || hidden == extra {
				return false
			}
			hidden++
			return true
		})
	}
	return rows[:len(rows)-(extra-hidden)], extra
}

// task is the line about one task. What there is to say behind the time is left
// out where width columns have no room for it: its ellipsis would cut the time.
func (p *liveProgress) task(r row, form rowForm, now time.Time, width int) string {
	mark, color, word := look(r)
	line := fmt.Sprintf(" %s %s  %s", p.style(color, mark), form.label(r), p.style(color, fmt.Sprintf("%-9s", word)))
	if r.iterBegun.IsZero() && r.status == plan.Pending {
		return line
	}
	shown, took := r.iteration+1, console.Clock(r.elapsed(now))
	if r.status == plan.Done || r.status == plan.Error {
		took = console.Brief(r.elapsed(now)) // as the summary and session show have it
		shown = max(r.iteration, 1)
		if !r.iterBegun.IsZero() {
			shown = r.iteration + 1
		}
	}
	line += form.progress(console.OutOf(shown, r.max), took)
	if behind := p.behind(r); width-console.Columns(line) > 3 {
		line += behind
	}
	return line
}

// behind is what stands behind a task's time.
func (p *liveProgress) behind(r row) (text string) {
	if r.failures > 0 {
		text = p.style(yellow, "  "+count(r.failures, "failure"))
	}
	switch {
	case r.silent:
		text += "  " + p.style(yellow, shim.ErrUnreachable.Error())
	case r.held():
		text += "  " + p.style(yellow, "held: somebody who types is attached; "+release(p.board.session, r.task))
	case r.reason != "":
		text += "  " + console.OneLine(r.reason)
	case r.status == plan.WaitingForUser && r.question != "":
		text += "  " + p.style(yellow, r.question)
	case r.status == plan.Running && len(r.printed()) > 0 && !r.interactive: // a line of an interface says little
		text += "  " + p.style(dim, console.OneLine(string(r.printed()))) // a tab has no width of its own
	}
	return text
}

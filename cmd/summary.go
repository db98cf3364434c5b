package cmd

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"rooda/internal/console"
	"rooda/orchestrator/plan"
	"rooda/session"
)

// shortID is the part of a session's id that is unique to the millisecond.
func shortID(id string) string { return session.ShortID(id) }

// remark is what a reader should know beyond the word: why a task failed, or
// that nobody promised that what is done is done.
func (r *row) remark() string {
	if r.reason == "" && r.status == plan.Done && r.promise == "" {
		return "without a promise"
	}
	return r.reason
}

// summarize prints how a run ended, what each task came to, and what to type
// next. Times are those of the record, as session show has them, until the run's end: a terminal that was stopped
// shows that late. kept are the tasks whose agents still run.
func summarize(s console.Streams, b *board, record session.Record, outcome plan.Outcome, kept []string, t tally) {
	now := cmp.Or(b.ended.Time, time.Now())
	color := s.Color(s.OutTerminal)
	paint := func(code, text string) string {
		if !color {
			return text
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	head := fmt.Sprintf("%s: %s after %s", b.title(), outcome, console.Brief(now.Sub(b.begun)))
	s.Tell("%s\n", head+suffix(", ", t.stopper(now))+suffix(" · ", t.undriven(now)))
	form := summaryForm(s, b.rows)
	var failed []string
	for _, r := range b.rows {
		mark, code, word := look(r)
		line, took := fmt.Sprintf("%s  %-9s", form.label(r), word), console.Brief(total(record.Tasks[r.task]))
		switch {
		case r.iterBegun.IsZero() && r.elapsed(now) == 0 && r.iterations == 0:
		case form.short:
			line += fmt.Sprintf("  %-3s %7s", fmt.Sprintf("%d×", r.iterations), took)
		default:
			line += fmt.Sprintf("  %-13s %7s", count(r.iterations, "iteration"), took)
		}
		fmt.Fprintf(s.Out, "  %s %s\n", paint(code, mark), hang(s, line, console.OneLine(r.remark())))
		if r.status == plan.Error && r.outcome != plan.Interrupted {
			failed = append(failed, r.task)
		}
	}
	id := shortID(b.session)
	switch {
	case outcome == plan.Interrupted:
		s.Printf("go on with:   rooda session resume %s\n", id)
	case failed != nil:
		for _, task := range failed {
			s.Printf("look into it: rooda logs %s/%s\n", id, task)
		}
		s.Printf("try again:    rooda session resume %s\n", id)
	case outcome == plan.Aborted:
		s.Printf("go on with:   rooda session resume %s, which tries again what was cancelled\n", id)
	default:
		s.Printf("details:      rooda session show %s\n", id)
	}
	if len(kept) > 0 {
		s.TellBelow(strings.Repeat(" ", 14), "lives on:     %s\n", whileAlive(b.session, kept))
	}
}

// summaryForm finds the form in which a terminal has room for all states and times.
func summaryForm(s console.Streams, rows []row) rowForm {
	const wide, narrow = 38, 28 // columns of a line beside the name
	staged, alone := nameWidths(rows)
	switch {
	case !s.OutTerminal || staged <= s.Width()-wide:
		return rowForm{staged: true, name: staged}
	case alone <= s.Width()-wide:
		return rowForm{name: alone}
	}
	return rowForm{name: min(alone, max(8, s.Width()-narrow)), short: true}
}

// hang adds a reason to a task's line: behind it, or below it where a
// terminal is too narrow for both.
func hang(s console.Streams, line, reason string) string {
	const margin = 4
	width := s.Width() - margin
	switch {
	case !s.OutTerminal || console.Columns(line)+2+console.Columns(reason) <= width:
		return line + suffix("  ", reason)
	case reason == "":
		return console.Cut(line, width)
	}
	below := strings.Repeat(" ", margin+2)
	return console.Cut(line, width) + "\n" + console.FoldWords(below+reason, s.Width(), "")
}

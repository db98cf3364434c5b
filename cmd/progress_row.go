package cmd

import (
	"fmt"
	"slices"
	"strings"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
)

// rowForm is how the tasks are written in the picture.
type rowForm struct {
	staged bool // with their stages
	name   int  // columns of a name
	short  bool // the iteration without the word
}

// formOf finds the form in which the times of all rows have room. The stage
// goes first, since tasks have names of their own; then a name's middle.
func formOf(rows []row, width int) rowForm {
	const wide, narrow = 41, 29 // columns of a row beside the name
	staged, alone := nameWidths(rows)
	most := min(max(12, width/3), width-1-wide)
	switch {
	case staged <= most:
		return rowForm{staged: true, name: staged}
	case alone <= most:
		return rowForm{name: alone}
	}
	return rowForm{name: min(alone, max(8, min(width/2, width-1-narrow))), short: true}
}

// nameWidths are the columns of the longest name, with its stage and alone.
func nameWidths(rows []row) (staged, alone int) {
	for _, r := range rows {
		alone = max(alone, console.Columns(console.OneLine(r.task)))
		staged = max(staged, console.Columns(console.OneLine(r.stage+"/"+r.task)))
	}
	return staged, alone
}

func (f rowForm) label(r row) string {
	name := console.OneLine(r.task)
	if f.staged {
		name = console.OneLine(r.stage + "/" + r.task)
	}
	name = console.CutMiddle(name, f.name)
	return name + strings.Repeat(" ", max(0, f.name-console.Columns(name)))
}

// progress is which iteration it is, and for how long.
func (f rowForm) progress(iteration, since string) string {
	if f.short {
		return fmt.Sprintf("  %-5s %7s", iteration, since)
	}
	return fmt.Sprintf("  iteration %-7s %7s", iteration, since)
}

// stateWord says what a run is doing, and in which colour: one of which a task
// has failed goes on with the others.
func stateWord(b *board) (word, code string) {
	with := func(status plan.Status) (n int) {
		for _, r := range b.rows {
			if r.status == status && r.outcome != plan.Interrupted {
				n++
			}
		}
		return n
	}
	failed := with(plan.Error)
	asks := slices.ContainsFunc(b.rows, func(r row) bool { return r.status == plan.WaitingForUser })
	works := slices.ContainsFunc(b.rows, func(r row) bool { return r.status == plan.Running })
	word, code = strings.ToLower(string(b.state)), normal
	switch {
	case asks || b.state == orchestrator.StateAwaiting:
		word, code = "waits for you", yellow
	case b.state == orchestrator.StateError && works:
		word = "running"
	case b.state == orchestrator.StateError:
		return "failed", red
	}
	if failed > 0 {
		return fmt.Sprintf("%s, %d failed", word, failed), yellow
	}
	return word, code
}

package cmd

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"rooda/orchestrator"
)

// hearing is word that the terminal of a task's agent does not answer, or that it does again.
type hearing struct {
	task   string
	silent bool
}

// listen asks the terminals of a run's agents, until ctx ends, whether they answer, and tells of
// each change: a line by say, and the task by mark.
func listen(ctx context.Context, run *orchestrator.Run, say func(string), mark func(hearing)) {
	pause := time.NewTicker(answerLook)
	defer pause.Stop()
	silent := map[string]bool{}
	for {
		gone := maps.Clone(silent)
		record := run.Now().Record
		agents := orchestrator.Agents(record, run.Dir())
		deaf := unheard(ctx, agents)
		if ctx.Err() != nil {
			return
		}
		for _, a := range agents {
			delete(gone, a.Task)
			now := slices.Contains(deaf, a)
			switch {
			case now == silent[a.Task]:
				continue
			case now:
				say("warning: " + silenceOf(record.ID, a))
			case a.Alive():
				say(fmt.Sprintf("%s: agent's terminal answers again", a.Task))
			}
			silent[a.Task] = now
			mark(hearing{a.Task, now})
		}
		for task := range gone { // a terminal that is no more
			delete(silent, task)
			mark(hearing{task, false})
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return
		}
	}
}

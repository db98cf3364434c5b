package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

// pruneOptions are the flags of session prune.
type pruneOptions struct {
	keep            int
	olderThan       age
	aborted, dryRun bool
}

func newSessionPrune(s console.Streams) *cobra.Command {
	var o pruneOptions
	c := &cobra.Command{
		Use:   "prune",
		Short: "Delete finished sessions",
		Long: `Delete sessions that have finished, with their logs: success and max-iters, and with --aborted
those that failed, which could still be tried again with resume. What is running, interrupted
or lost is never deleted.`,
		Example: "  rooda session prune --keep 20 --older-than 7d --dry-run",
		Args:    noArguments(""),
		RunE:    func(c *cobra.Command, _ []string) error { return runSessionPrune(c.Context(), s, o) },
	}
	c.Flags().IntVar(&o.keep, "keep", 10, "keep this many of the newest of those that could be deleted; others do not count")
	c.Flags().Var(&o.olderThan, "older-than", "delete only sessions that ended longer ago, 72h or 7d say")
	c.Flags().BoolVar(&o.aborted, "aborted", false, "delete failed ones, too")
	c.Flags().BoolVarP(&o.dryRun, "dry-run", "d", false, "say what would be deleted; delete nothing")
	return c
}

func runSessionPrune(ctx context.Context, s console.Streams, o pruneOptions) error {
	if o.keep < 0 {
		return hintf(fmt.Errorf("--keep: %d is below 0", o.keep), "0 keeps none")
	}
	sessions, err := newSessions(s)
	if err != nil {
		return err
	}
	failed, finished := 0, 0 // what stays although it has ended
	stays := func(r session.Record) bool {
		if r.Outcome == session.Aborted && !o.aborted {
			failed++
			return true
		}
		agents := orchestrator.Agents(ctx, r, sessions.Dir(r.ID))
		if err := orchestrator.Untold(agents); err != nil {
			report(s, fmt.Errorf("session %s stays: %w", shortID(r.ID), err))
		}
		if orchestrator.Alive(agents) {
			return true
		}
		finished++
		return false
	}
	prune, word := sessions.Prune, "removed"
	if o.dryRun {
		prune, word = sessions.Prunable, "would remove"
	}
	ids, err := prune(o.keep, time.Now().Add(-time.Duration(o.olderThan)), stays)
	for _, id := range ids {
		s.Printf("%s %s\n", word, id)
	}
	if len(ids) == 0 && err == nil {
		s.Notef("nothing to remove%s\n", suffix(": ", o.whyKept(finished, failed)))
	}
	if err != nil || o.dryRun {
		return err
	}
	return sweepSockets(s)
}

// whyKept says which of the sessions that have ended stay, and by which flag they would not; empty for none.
func (o pruneOptions) whyKept(finished, failed int) string {
	var why []string
	switch {
	case finished > o.keep: // all of them are too young
		why = append(why, fmt.Sprintf("%s ended less than %s ago (--older-than)", count(finished-o.keep, "finished session"), console.Brief(time.Duration(o.olderThan))))
	case finished > 0:
		why = append(why, fmt.Sprintf("the newest %d that have finished stay, and there are %d (--keep)", o.keep, finished))
	}
	if failed > 0 {
		why = append(why, fmt.Sprintf("%s could be tried again (--aborted)", count(failed, "failed session")))
	}
	return strings.Join(why, "; ")
}

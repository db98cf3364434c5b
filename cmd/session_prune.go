package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"rooda/orchestrator"
	"rooda/session"
)

// pruneOptions are the flags of session prune.
type pruneOptions struct {
	keep            int
	olderThan       age
	aborted, dryRun bool
}

func newSessionPrune(s Streams) *cobra.Command {
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
	c.Flags().Var(&o.olderThan, "older-than", "delete only sessions that began longer ago, 72h or 7d say")
	c.Flags().BoolVar(&o.aborted, "aborted", false, "delete failed ones, too")
	c.Flags().BoolVarP(&o.dryRun, "dry-run", "d", false, "say what would be deleted; delete nothing")
	return c
}

func runSessionPrune(ctx context.Context, s Streams, o pruneOptions) error {
	if o.keep < 0 {
		return fmt.Errorf("--keep: %d is below 0", o.keep)
	}
	sessions, err := newSessions(s)
	if err != nil {
		return err
	}
	stays := func(r session.Record) bool {
		if r.Outcome == session.Aborted && !o.aborted {
			return true
		}
		agents := orchestrator.Agents(ctx, r, sessions.Dir(r.ID))
		if err := orchestrator.Untold(agents); err != nil {
			report(s, fmt.Errorf("session %s stays: %w", shortID(r.ID), err))
		}
		return orchestrator.Alive(agents)
	}
	prune, word := sessions.Prune, "removed"
	if o.dryRun {
		prune, word = sessions.Prunable, "would remove"
	}
	ids, err := prune(o.keep, time.Now().Add(-time.Duration(o.olderThan)), stays)
	for _, id := range ids {
		s.printf("%s %s\n", word, id)
	}
	if len(ids) == 0 && err == nil {
		s.notef("nothing to remove\n")
	}
	if err != nil || o.dryRun {
		return err
	}
	return sweepSockets(s)
}

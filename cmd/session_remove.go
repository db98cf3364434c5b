package cmd

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rooda/orchestrator"
	"rooda/session"
)

func newSessionRemove(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "remove SESSION...",
		Aliases: []string{"rm"},
		Short:   "Delete sessions with their logs; running ones are refused",
		Args:    some("session", "rooda session list shows them; rooda session prune removes old ones"), ValidArgsFunction: completeSession(s, 100),
		RunE: func(_ *cobra.Command, args []string) error { return runSessionRemove(s, args) },
	}
}

func runSessionRemove(s Streams, args []string) error {
	sessions, err := newSessions(s)
	if err != nil {
		return err
	}
	var ids []string
	for _, text := range args { // first, because each removal makes another one the latest
		id, err := resolve(s, sessions, text)
		if err != nil {
			return err
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		if err := refuseAlive(sessions, id); err != nil {
			return err
		}
		if err := sessions.Remove(id); err != nil {
			return err
		}
		s.printf("removed %s\n", id)
	}
	return nil
}

func newSessionPrune(s Streams) *cobra.Command {
	var keep int
	var olderThan age
	c := &cobra.Command{
		Use:   "prune",
		Short: "Delete finished sessions",
		Long: `Delete sessions that have finished, with their logs: success, max-iters and aborted. An aborted
one could still be tried again with resume, until it is deleted. What is running, interrupted
or lost is never deleted.`,
		Example: "  rooda session prune --keep 20 --older-than 7d",
		Args:    noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			sessions, err := newSessions(s)
			if err != nil {
				return err
			}
			if keep < 0 {
				return fmt.Errorf("--keep: %d is below 0", keep)
			}
			removed, err := sessions.Prune(keep, time.Now().Add(-time.Duration(olderThan)), func(r session.Record) bool {
				return orchestrator.Alive(orchestrator.Agents(r, sessions.Dir(r.ID)))
			})
			for _, id := range removed {
				s.printf("removed %s\n", id)
			}
			return err
		},
	}
	c.Flags().IntVar(&keep, "keep", 10, "keep this many of the newest sessions")
	c.Flags().Var(&olderThan, "older-than", "delete only sessions that began longer ago, 72h or 7d say")
	return c
}

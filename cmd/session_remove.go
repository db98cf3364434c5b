package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/internal/localsock"
	"rooda/session"
)

func newSessionRemove(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "remove SESSION...",
		Aliases: []string{"rm"},
		Short:   "Delete sessions with their logs; running ones are refused",
		Args:    some("session", "rooda session list shows them; rooda session prune removes old ones"), ValidArgsFunction: completeSession(s, 100),
		RunE: func(c *cobra.Command, args []string) error { return runSessionRemove(c.Context(), s, args) },
	}
}

func runSessionRemove(ctx context.Context, s console.Streams, args []string) error {
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
		open := false
		err := sessions.RemoveUnless(id, func() error {
			record, err := sessions.Load(id)
			if err != nil {
				return refuseUnread(ctx, sessions, id)
			}
			open = record.Outcome != session.Success && record.Outcome != session.MaxIters
			return refuseAlive(ctx, record, sessions.Dir(id))
		})
		if err != nil {
			return unlessHung(ctx, s, sessions, id, err)
		}
		s.Printf("removed %s\n", id)
		if open {
			s.Notef("%s was not finished: with it goes what a resume would have gone on from\n", shortID(id))
		}
	}
	return sweepSockets(s)
}

// unlessHung is the error of who finds a session driven, and one of its own where a stop
// would not be heard.
func unlessHung(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string, err error) error {
	if !errors.Is(err, session.ErrRunning) {
		return err
	}
	record, err2 := sessions.Load(id)
	if err2 != nil {
		return err
	}
	if answers, err2 := hostAnswers(ctx, s, sessions, id); answers || err2 != nil {
		return hintf(err, "%s", besideHost(s, id))
	}
	if running, err2 := sessions.Running(id); err2 != nil || !running {
		return err
	}
	return fmt.Errorf("remove session %s: %w", shortID(id), asleep(record))
}

// sweepSockets takes away the sockets that killed processes left, of sessions
// that are gone, say.
func sweepSockets(s console.Streams) error {
	home, err := session.Home(s.Environ)
	if err == nil {
		localsock.Sweep(session.RunDir(home))
	}
	return err
}

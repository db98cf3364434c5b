package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rooda/orchestrator/plan"
	"rooda/session"
)

func newSessionResume(s Streams) *cobra.Command {
	var quiet, detach bool
	var ready int
	c := &cobra.Command{
		Use:   "resume SESSION",
		Short: "Go on with a session where it stands",
		Long: `Go on with a session that was interrupted, failed, or lost its process. Tasks that
are done stay done; an iteration that was under way runs again from its start, within the
same budget; a task that failed is tried again with a fresh budget. The workflow is the one
that the session was started with, whatever its file says now.`,
		Example: "  rooda session resume latest",
		Args:    one("session", "rooda session list shows them; latest is the newest"),
		RunE: func(c *cobra.Command, args []string) error {
			if detach {
				return runDetached(s, c, args)
			}
			return runSessionResume(c.Context(), s, args[0], quiet, ready)
		},
	}
	c.Flags().BoolVarP(&quiet, "quiet", "q", false, "only warnings and failures, and the summary")
	addDetach(c, &detach, &ready)
	return c
}

func runSessionResume(ctx context.Context, s Streams, text string, quiet bool, ready int) error {
	sessions, id, err := findSession(s, text)
	if err != nil {
		return err
	}
	// The workspace's settings are those of the folder the session runs in.
	record, err := sessions.Load(id)
	if err != nil {
		return err
	}
	if o := record.Outcome; o == session.Success || o == session.MaxIters {
		if err := mend(sessions, id); err != nil {
			return err
		}
		s.notef("session %s is finished: %s\n", shortID(id), outcomeWord(plan.Outcome(o)))
		return nil
	}
	cfg, err := loadConfig(s, "", record.Workdir)
	if err != nil {
		return err
	}
	orch, err := newOrchestrator(s, cfg)
	if err != nil {
		return err
	}
	run, err := orch.Resume(id)
	if err != nil {
		return err
	}
	if record.Workdir != workdir() {
		s.notef("session %s works in %s\n", shortID(id), record.Workdir)
	}
	warnChanged(s, run.Record())
	return hostRun(ctx, s, run, quiet, ready)
}

// mend gives a session whose host was killed at the very end the events that
// its journal lacks; opening it does that.
func mend(sessions *session.SessionManager, id string) error {
	handle, err := sessions.Open(id)
	if errors.Is(err, session.ErrRunning) {
		return nil // its host is about to
	}
	if err != nil {
		return err
	}
	return handle.Close()
}

// warnChanged tells a user who edited the file why that has no effect.
func warnChanged(s Streams, r session.Record) {
	if !filepath.IsAbs(r.Workflow.Source) {
		return
	}
	data, err := os.ReadFile(r.Workflow.Source)
	if err != nil {
		s.notef("warning: %v; going on with the definition that the session holds\n", err)
		return
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != r.Workflow.SHA256 {
		s.notef("warning: %s was changed since the session began; going on with the definition that the session holds\n", r.Workflow.Source)
	}
}

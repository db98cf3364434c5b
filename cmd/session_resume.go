package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

func newSessionResume(s console.Streams) *cobra.Command {
	var o resumeOptions
	var detach bool
	c := &cobra.Command{
		Use:   "resume SESSION",
		Short: "Go on with a session where it stands",
		Long: `Go on with a session that was interrupted, failed, or lost its process. Tasks that
are done stay done; agents that outlived their host are taken over where they are; an iteration
whose agent is gone runs again from its start, within the same budget, or what on_lost says; a
task that failed is tried again with a fresh budget. Of a session that runs, --lost settles what
is to become of the tasks that wait with on_lost: ask, and the session goes on. The workflow is the one that the session was
started with, whatever its file says now; --workflow takes another, or a repaired one, as long as
what is done has its place in it.` + handOverHelp,
		Example: "  rooda session resume latest\n  rooda session resume latest --workflow my-flow.yml",
		Args:    one("session", "rooda session list shows them; latest is the newest"), ValidArgsFunction: completeSession(s, 1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := given(c, map[string]string{"workflow": "leave it out for the workflow that the session holds"}); err != nil {
				return err
			}
			if detach {
				return runDetached(s, c, args)
			}
			return runSessionResume(c.Context(), s, args[0], o)
		},
	}
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "only warnings and failures, and the summary")
	c.Flags().StringVar(&o.workflow, "workflow", "", "go on with this `file`, or workflow that comes with rooda")
	_ = c.RegisterFlagCompletionFunc("workflow", func(c *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return completeWorkflow(c, nil, begun)
	})
	c.Flags().StringVar(&o.lost, "lost", "", "what becomes of lost agents whose tasks have on_lost: ask: retry, resume or fail; ask goes on with the others and leaves the question open")
	_ = c.RegisterFlagCompletionFunc("lost", words("retry", "resume", "fail", "ask"))
	c.Flags().BoolVar(&o.takeOver, "take-over", false, "kill the process that drives the session if it does not answer for 2 s; its agents live on and are taken over")
	c.Flags().BoolVar(&o.goOn, goOnFlag, false, "")
	_ = c.Flags().MarkHidden(goOnFlag) // the flag is there
	addDetach(c, &detach, &o.ready)
	return c
}

// resumeOptions are the flags of session resume.
type resumeOptions struct {
	workflow, lost string
	quiet          bool
	takeOver, goOn bool
	ready          int
}

func runSessionResume(ctx context.Context, s console.Streams, text string, o resumeOptions) error {
	if policies := []string{"retry", "resume", "fail", "ask"}; o.lost != "" && !slices.Contains(policies, o.lost) {
		return hintf(fmt.Errorf("--lost: %q is not retry, resume, fail or ask", o.lost), "%srooda session resume --help", didYouMean(o.lost, policies))
	}
	sessions, record, err := loadSession(s, text)
	if err != nil {
		return err
	}
	id := record.ID
	full := func(err error) error { return makeRoom(s, err, "rooda session resume "+shortID(id)) }
	if o := record.Outcome; o == session.Success || o == session.MaxIters {
		if err := mend(sessions, id); err != nil {
			return full(err)
		}
		s.Notef("session %s is finished: %s\n", shortID(id), o)
		return nil
	}
	if settled, err := settleLost(ctx, s, sessions.Dir(id), id, o.lost); settled || err != nil {
		return err
	}
	killed, err := vacate(ctx, s, sessions, id, o.takeOver)
	if err != nil {
		return err
	}
	// The workspace's settings are those of the folder the session runs in.
	cfg, err := loadConfig(s, "", record.Workdir)
	if err != nil {
		return err
	}
	orch, err := newOrchestrator(s, cfg)
	if err != nil {
		return err
	}
	if o.workflow != "" {
		if err := replaceWorkflow(ctx, s, orch, cfg, record, o.workflow); err != nil {
			return full(err)
		}
	}
	take := func() (*orchestrator.Run, error) { return orch.Resume(id, workflows.OnLost(o.lost)) }
	if o.goOn {
		take = func() (*orchestrator.Run, error) { return orch.GoOn(id) }
	}
	run, err := take()
	if err != nil {
		return full(err)
	}
	run.Evicted(killed)
	if record.Workdir != workdir() {
		s.Notef("session %s works in %s\n", shortID(id), record.Workdir)
	}
	warnChanged(s, run.Record())
	warnUncalled(s, cfg.Notify(), record.Workdir)
	if o.ready > 0 { // who sees the run go on reads them among its events
		for _, e := range run.Foreseen() {
			s.Notef("%s\n", warned(e.Task, e.Body.(orchestrator.Warning)))
		}
	}
	return hostRun(ctx, s, orch, run, o.quiet, o.ready, cfg.Notify())
}

// replaceWorkflow gives a session another workflow and says what is different.
func replaceWorkflow(ctx context.Context, s console.Streams, orch *orchestrator.Orchestrator, cfg *config.Config, record session.Record, name string) error {
	src, err := findWorkflow(name)
	if err != nil {
		return err
	}
	wf, err := src.parse(cfg, "")
	if err != nil {
		return err
	}
	if sessions, err := newSessions(s); err == nil && orchestrator.Alive(orchestrator.Agents(ctx, record, sessions.Dir(record.ID))) {
		err := fmt.Errorf("change the workflow of session %s: its agents still work on the old one", shortID(record.ID))
		return hintf(err, "rooda session stop %s", shortID(record.ID))
	}
	changes, err := orch.Replace(record.ID, orchestrator.Replacement{Workflow: wf, Source: src.origin, SHA256: src.sha256})
	if err != nil {
		return src.explain(err)
	}
	s.Notef("workflow of the session: %s instead of %s\n", src.origin, record.Workflow.Source)
	if changes == nil {
		changes = []string{"nothing is different"}
	}
	for _, line := range changes {
		s.Notef("  %s\n", console.OneLine(line))
	}
	return nil
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
func warnChanged(s console.Streams, r session.Record) {
	if !filepath.IsAbs(r.Workflow.Source) {
		return
	}
	data, err := os.ReadFile(r.Workflow.Source)
	if err != nil {
		s.Notef("warning: %v; going on with the definition that the session holds\n", err)
		return
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != r.Workflow.SHA256 {
		s.Notef("warning: %s was changed since the session began; going on with the definition that the session holds\n", r.Workflow.Source)
	}
}

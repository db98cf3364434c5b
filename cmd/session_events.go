package cmd

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
)

func newSessionEvents(s console.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:        "events SESSION[/[STAGE/]TASK]",
		SuggestFor: []string{"log", "history", "timeline", "journal"},
		Short:      "Show what has happened in a session, and when",
		Long: `Show what has happened in a session, or to one task of it, and when: a line an event of its
journal, which is events.jsonl in its folder, whether or not anything drives the session. With
--json the lines are those of the journal.`,
		Example: "  rooda session events latest\n  rooda session events latest/build\n  rooda session events latest --json | jq -r .type",
		Args:    one("session", "rooda session list shows them; latest is the newest"), ValidArgsFunction: completeTask(s),
		RunE: func(_ *cobra.Command, args []string) error { return runSessionEvents(s, args[0], asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, a line an event")
	return c
}

func runSessionEvents(s console.Streams, text string, asJSON bool) error {
	name, stage, task := target(text)
	sessions, record, err := loadSession(s, name)
	if err != nil {
		return err
	}
	if err := findTask(record.Workflow.Definition, record.ID, stage, task); err != nil {
		return err
	}
	told := chronicle{
		board: newBoard(session.Record{ID: record.ID, Workflow: record.Workflow}, plan.New(record.Workflow.Definition), record.CreatedAt),
		open:  map[string]answering{},
	}
	var all []toldEvent
	journal, lines := orchestrator.NewJournal(), json.NewEncoder(console.EscapedJSON(s.Out))
	lines.SetEscapeHTML(false)
	for line, err := range session.ReadEvents(sessions.Dir(record.ID), 0) {
		if err != nil {
			return err
		}
		of := task == "" || line.Task == task
		if asJSON && of {
			if err := lines.Encode(line); err != nil {
				return fmt.Errorf("print event: %w", err)
			}
		}
		if asJSON {
			continue
		}
		e, err := journal.Event(line)
		if err != nil {
			return err
		}
		if line := told.tell(e); of {
			all = append(all, line)
		}
	}
	// Hosts hear late of what happened before they came.
	slices.SortStableFunc(all, func(a, b toldEvent) int { return a.at.Compare(b.at) })
	for _, line := range all {
		s.TellBelow(strings.Repeat(" ", len(time.DateTime)+2), "%s  %s\n", line.at.Local().Format(time.DateTime), line.text)
	}
	return nil
}

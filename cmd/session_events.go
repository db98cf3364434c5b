package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/orchestrator"
	"rooda/orchestrator/plan"
	"rooda/session"
)

func newSessionEvents(s Streams) *cobra.Command {
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

func runSessionEvents(s Streams, text string, asJSON bool) error {
	name, stage, task := target(text)
	sessions, record, err := loadSession(s, name)
	if err != nil {
		return err
	}
	if err := findTask(record.Workflow.Definition, record.ID, stage, task); err != nil {
		return err
	}
	told := chronicle{newBoard(session.Record{ID: record.ID, Workflow: record.Workflow}, plan.New(record.Workflow.Definition), record.CreatedAt)}
	journal, lines := orchestrator.NewJournal(), json.NewEncoder(escapedJSON{s.Out})
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
		if text := told.line(e); of {
			s.tellBelow(strings.Repeat(" ", len(time.DateTime)+2), "%s  %s\n", happened(e).Local().Format(time.DateTime), text)
		}
	}
	return nil
}

// happened is when, which a host may have heard of late.
func happened(e orchestrator.Event) time.Time {
	if deed, ok := e.Body.(interface{ When() time.Time }); ok && !deed.When().IsZero() {
		return deed.When()
	}
	return e.Time
}

// chronicle tells events in the words of the view of a run, and those that the view shows otherwise.
type chronicle struct{ board *board }

func (c chronicle) line(e orchestrator.Event) string {
	c.board.apply(e)
	text := ""
	switch body := e.Body.(type) {
	case orchestrator.StageStarted: // the workflow may be another by now
		return "stage " + oneLine(e.Stage)
	case orchestrator.SessionResumed:
		return resumedBy(body)
	case orchestrator.SessionFinished:
		return "session ended: " + string(body.Outcome)
	case orchestrator.SessionStateChanged:
		return "session: " + string(body.To)
	case orchestrator.TaskStatusChanged:
		text = statusText(body)
	case orchestrator.Requested:
		text = fmt.Sprintf("%s, asked by %s", body.Action, body.By)
	case orchestrator.InteractionResolved:
		text = resolvedBy(body.By)
	case orchestrator.InteractionAnswered:
		text = fmt.Sprintf("policy answers (%s): %s", body.Rule, body.Excerpt)
	case orchestrator.InputTyped:
		text = fmt.Sprintf("%s typed %s", body.By, count(body.Bytes, "byte"))
	case orchestrator.InputSending:
		text = "a text is to be typed"
	case orchestrator.InputSent:
		text = "the agent has taken it"
	case orchestrator.InputFailed:
		text = "a text was not handed over: " + body.Problem
	case orchestrator.IterationEnding:
		text = "its iteration has ended: " + body.By
	default:
		if text, _ := (plainProgress{board: c.board}).line(e); text != "" {
			return oneLine(text)
		}
		text = strings.ReplaceAll(e.Body.Type(), "_", " ")
	}
	return oneLine(strings.TrimPrefix(e.Task+": "+text, ": "))
}

func resumedBy(r orchestrator.SessionResumed) string {
	text := fmt.Sprintf("process %d drives the session from here on, the %s to do so", r.PID, ordinal(r.Epoch))
	switch r.How {
	case orchestrator.ActHandOver:
		text += ": it was handed over"
	case orchestrator.ActStop:
		text += ": to stop it, asked by " + r.By
	default:
		text += ": resumed by " + r.By
	}
	if at := r.LastHeard; !at.IsZero() && r.How != orchestrator.ActHandOver {
		text += ", the host before it last heard at " + at.Local().Format(time.DateTime)
	}
	return text + suffix(", lost agents: ", string(r.Lost))
}

// resolvedBy says what has become of a question.
func resolvedBy(by string) string {
	switch by {
	case "handler":
		return "answered by policy"
	case "agent":
		return "its question has gone"
	case "exit":
		return "its iteration ended with the question open"
	case "host":
		return "the question is settled"
	}
	return "answered by " + by
}

func ordinal(n int) string {
	ending := "th"
	if tens := n % 100; tens < 11 || tens > 13 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprint(n) + ending
}

package cmd

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/internal/rehearsal"
	"rooda/orchestrator"
	"rooda/session"
	"rooda/workflows"
)

// completeWorkflow completes the one workflow that a command takes: one that
// comes with rooda, or a file, which is the shell's affair.
func completeWorkflow(_ *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, info := range workflows.Shipped() {
		if strings.HasPrefix(info.Name, begun) {
			names = append(names, cobra.CompletionWithDesc(info.Name, console.OneLine(info.Description)))
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeSession completes sessions: one, or as many as the command takes.
func completeSession(s console.Streams, most int) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		var names []cobra.Completion
		for _, name := range sessionNames(c.Context(), s, begun) {
			if id, _, _ := strings.Cut(name, "\t"); !slices.Contains(args, id) {
				names = append(names, name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// sessionNames are latest and the ids, newest first, that begin like begun.
func sessionNames(ctx context.Context, s console.Streams, begun string) (names []cobra.Completion) {
	sessions, err := newSessions(s)
	if err != nil {
		return nil
	}
	if strings.HasPrefix("latest", begun) {
		names = append(names, cobra.CompletionWithDesc("latest", "the newest session of this folder"))
	}
	list, err := sessions.List()
	if err != nil {
		return names
	}
	for _, summary := range list {
		if summary.Err == nil && strings.HasPrefix(summary.ID, begun) {
			var agents []orchestrator.Agent
			if !summary.Running {
				agents = orchestrator.Agents(ctx, summary.Record, sessions.Dir(summary.ID))
			}
			state := stateOf(sessions.Dir(summary.ID), summary.Record, summary.Running, agents)
			names = append(names, cobra.CompletionWithDesc(summary.ID, aboutSession(newListed(summary, state))))
		}
	}
	return names
}

func aboutSession(l listed) string {
	return firstChars(fmt.Sprintf("%s, %s%s", console.OneLine(l.Workflow), l.State, suffix(": ", console.OneLine(l.Goal))), 60)
}

// completeTask completes SESSION, and behind a slash its tasks.
func completeTask(s console.Streams) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		switch {
		case len(args) > 0:
			return nil, cobra.ShellCompDirectiveNoFileComp
		case !strings.Contains(begun, "/"):
			return sessionNames(c.Context(), s, begun), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
		return taskNames(s, begun), cobra.ShellCompDirectiveNoFileComp
	}
}

func taskNames(s console.Streams, begun string) (names []cobra.Completion) {
	quiet := s
	quiet.Err = io.Discard
	name, stage, _ := target(begun)
	_, record, err := loadSession(quiet, name)
	if err != nil {
		return nil
	}
	tasks(record.Workflow.Definition, func(in *workflows.Stage, t *workflows.Task) {
		full := name + "/" + t.ID
		if stage != "" {
			full = name + "/" + in.ID + "/" + t.ID
		}
		if task := record.Tasks[t.ID]; strings.HasPrefix(full, begun) && task != nil {
			names = append(names, cobra.CompletionWithDesc(full, "stage "+in.ID+", "+word(task)))
		}
	})
	return names
}

func word(t *session.Task) string { return strings.ToLower(string(t.Status)) }

// completeCast completes the scenario for all tasks.
func completeCast(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, info := range rehearsal.Scenarios() {
		name, _, _ := strings.Cut(info.Usage, ":")
		names = append(names, cobra.CompletionWithDesc(name, info.Summary))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

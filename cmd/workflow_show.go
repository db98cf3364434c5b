package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/workflows"
)

func newWorkflowShow(s console.Streams) *cobra.Command {
	var asJSON, asYAML bool
	c := &cobra.Command{
		Use:   "show NAME|FILE",
		Short: "Show what a workflow would do, all defaults applied",
		Example: "  rooda workflow show plan-then-build\n" +
			"  rooda workflow show plan-then-build --yaml > my-flow.yml    start your own from it",
		Args: one("workflow", "a file, or one of rooda workflow list"), ValidArgsFunction: completeWorkflow,
		RunE: func(_ *cobra.Command, args []string) error {
			return runWorkflowShow(s, args[0], asJSON, asYAML)
		},
	}
	addJSON(c, &asJSON)
	c.Flags().BoolVar(&asYAML, "yaml", false, "print the file as it is written")
	c.MarkFlagsMutuallyExclusive("json", "yaml")
	return c
}

func runWorkflowShow(s console.Streams, arg string, asJSON, asYAML bool) error {
	src, err := findWorkflow(arg)
	if err != nil {
		return err
	}
	if asYAML {
		return s.Data(src.data)
	}
	cfg, err := loadConfig(s, "", workdir())
	if err != nil {
		return err
	}
	wf, err := src.parse(cfg, "")
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s, wf)
	}
	describeWorkflow(s, wf)
	return nil
}

// describeWorkflow prints a workflow for people.
func describeWorkflow(s console.Streams, wf *workflows.Workflow) {
	s.Printf("%s\n", console.OneLine(wf.Name))
	if wf.Description != "" {
		s.Printf("%s\n", console.OneLine(wf.Description))
	}
	if wf.Goal != "" {
		s.Printf("goal: %s\n", console.OneLine(wf.Goal))
	}
	name := 16
	tasks(wf, func(_ *workflows.Stage, t *workflows.Task) { name = max(name, len(t.ID)) })
	if s.OutTerminal {
		name = min(name, max(16, s.Width()/2-3))
	}
	for i, stage := range wf.Stages {
		var notes []string
		if stage.MaxParallel > 0 {
			notes = append(notes, fmt.Sprintf("at most %d at once", stage.MaxParallel))
		}
		if stage.FailFast {
			notes = append(notes, "fails fast")
		}
		s.Printf("\nstage %d: %s%s\n", i+1, stage.ID, suffix("  ", strings.Join(notes, ", ")))
		for _, task := range stage.Tasks {
			line := fmt.Sprintf("  %-*s %s", name, task.ID, describeTask(task))
			if s.OutTerminal {
				line = console.Wrap(line, name+3, s.Width())
			}
			s.Printf("%s\n", line)
		}
	}
}

// describePlan prints what a run would start.
func describePlan(s console.Streams, wf *workflows.Workflow, planned []orchestrator.Planned) {
	describeWorkflow(s, wf)
	rule := strings.Repeat("─", 40)
	for _, p := range planned {
		s.Printf("\n── %s/%s ──\nin      %s\nruns    %s\nprompt  of iteration 1, %s bytes:\n%s\n%s\n%s\n",
			p.Stage, p.Task, console.OneLine(p.Dir), console.OneLine(p.Command), thousands(len(p.Prompt)), rule, strings.TrimRight(p.Prompt, "\n"), rule)
		describeTalk(s, wf, p.Task)
	}
	s.Printf("\nAll checks passed. Nothing was started.\n")
}

// describeTalk prints what an interactive task does besides its prompt.
func describeTalk(s console.Streams, wf *workflows.Workflow, task string) {
	tasks(wf, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID != task || t.Mode != workflows.Interactive {
			return
		}
		for i, text := range t.PendingInputs {
			s.Printf("then    pending_inputs %d of %d: %s\n", i+1, len(t.PendingInputs), console.OneLine(text))
		}
		if t.InteractionTimeout > 0 {
			s.Printf("asks    at most %s, then the iteration fails (interaction_timeout)\n", time.Duration(t.InteractionTimeout))
		} else {
			s.Printf("asks    for as long as nobody answers (no interaction_timeout)\n")
		}
		if t.KeepAlive {
			s.Printf("after   its last agent lives on (keep_alive)\n")
		}
	})
}

func describeTask(t workflows.Task) string {
	parts := []string{body(t), "by " + t.Adapter + console.OneLine(t.AICmd)}
	if t.MaxIterations == 0 {
		parts = append(parts, "no limit on iterations")
	} else {
		parts = append(parts, "at most "+count(t.MaxIterations, "iteration"))
	}
	if t.IterationTimeout > 0 {
		parts = append(parts, fmt.Sprintf("%s each", time.Duration(t.IterationTimeout)))
	}
	if t.AutoApprove {
		parts = append(parts, "auto-approve")
	}
	if t.Mode != workflows.Headless {
		parts = append(parts, string(t.Mode))
	}
	if len(t.PendingInputs) > 0 {
		parts = append(parts, count(len(t.PendingInputs), "pending input"))
	}
	if t.InteractionTimeout > 0 {
		parts = append(parts, fmt.Sprintf("questions wait %s", time.Duration(t.InteractionTimeout)))
	}
	if t.KeepAlive {
		parts = append(parts, "kept alive")
	}
	return strings.Join(parts, ", ")
}

func body(t workflows.Task) string {
	switch {
	case t.Procedure != "":
		return "procedure " + t.Procedure
	case t.PromptFile != "":
		return "prompt of " + t.PromptFile
	case t.Prompt != "":
		return fmt.Sprintf("prompt %.40q", console.OneLine(t.Prompt))
	}
	return "no prompt"
}

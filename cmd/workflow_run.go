package cmd

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/internal/rehearsal"
	"rooda/orchestrator"
	"rooda/workflows"
)

type workflowRunOptions struct {
	goal        string
	adapter     string
	autoApprove bool
	maxParallel int
	rehearse    string
	dryRun      bool
	quiet       bool
	detach      bool
	ready       int
}

func newWorkflowRun(s console.Streams) *cobra.Command {
	var o workflowRunOptions
	c := &cobra.Command{
		Use:   "run FILE|NAME",
		Short: "Run a workflow: stages in order, tasks in parallel, each task a loop",
		Long: `Run a workflow from a file, or one of those that come with rooda.

All problems of the file and all missing agents are reported before anything
starts. The session is checkpointed after every change, so a run that is
interrupted, or whose machine goes down, goes on with rooda session resume.

With --rehearse, simulated agents play the tasks: in real terminals, at an
agent's pace, without a model and without touching a file. Choose how they
behave for all tasks, by a SCENARIO, or for one, by TASK:SCENARIO or STAGE/TASK:SCENARIO:
--rehearse=continue:2, --rehearse=build:crash,plan:success, --rehearse=build/code:crash.
A task may be called like a scenario: fail:success is about the task fail, fail about all.
` + scenarioHelp() + handOverHelp,
		Example: `  rooda workflow run plan-then-build --rehearse
  rooda workflow run my-flow.yml --goal "Add password reset"
  rooda workflow run audit --adapter codex --auto-approve
  rooda workflow run my-flow.yml --detach`,
		Args: one("workflow", "a file, or one of rooda workflow list"), ValidArgsFunction: completeWorkflow,
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.check(c); err != nil {
				return err
			}
			if o.detach && !o.dryRun {
				return runDetached(s, c, args)
			}
			return runWorkflowRun(c.Context(), s, o, args[0], c.Flags().Changed("rehearse"))
		},
	}
	f := c.Flags()
	f.StringVar(&o.goal, "goal", "", "goal told to every agent, instead of the file's")
	f.StringVar(&o.adapter, "adapter", "", "agent for every task that has an adapter, instead of the file's")
	f.BoolVar(&o.autoApprove, "auto-approve", false, "let every agent act without asking")
	f.IntVar(&o.maxParallel, "max-parallel", 0, "tasks at once in every stage, instead of the file's")
	f.StringVar(&o.rehearse, "rehearse", "", "use simulated agents; see above")
	f.Lookup("rehearse").NoOptDefVal = "success"
	f.BoolVarP(&o.dryRun, "dry-run", "d", false, "check everything and show what would run; start nothing")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "only warnings and failures, and the summary")
	_ = c.RegisterFlagCompletionFunc("adapter", completeAdapterName(s)) // the flags are there
	_ = c.RegisterFlagCompletionFunc("rehearse", completeCast)
	addDetach(c, &o.detach, &o.ready)
	return c
}

func runWorkflowRun(ctx context.Context, s console.Streams, o workflowRunOptions, arg string, rehearse bool) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find working directory: %w", err)
	}
	cfg, err := loadConfig(s, "", dir)
	if err != nil {
		return err
	}
	if _, err := cfg.Registry().Spec(o.adapter); o.adapter != "" && err != nil {
		return suggestAdapter(err)
	}
	src, err := findWorkflow(arg)
	if err != nil {
		return err
	}
	wf, err := src.parse(cfg, o.adapter)
	if err != nil {
		return err
	}
	o.apply(wf)
	warnUncalled(s, cfg.Notify(), dir)
	if !rehearse {
		warnForgetful(s, wf, cfg.Registry())
		warnAnswerless(s, wf, cfg.Registry())
	}
	orch, err := newOrchestrator(s, cfg)
	if err != nil {
		return err
	}
	request := orchestrator.StartRequest{
		Workflow: wf, Source: src.origin, SHA256: src.sha256, Goal: o.goal, Workdir: dir,
		Rehearse: rehearse, Rehearsal: o.rehearse,
	}
	if o.dryRun {
		planned, err := orch.Check(request)
		if err != nil {
			return src.explain(err)
		}
		describePlan(s, wf, planned)
		return nil
	}
	run, err := orch.Start(request)
	if err != nil {
		return src.explain(err)
	}
	warnRemote(s)
	return hostRun(ctx, s, orch, run, o.quiet, o.ready, cfg.Notify())
}

// scenarioHelp lists the scenarios of a rehearsal.
func scenarioHelp() string {
	var b strings.Builder
	b.WriteString("\nScenarios:\n")
	for _, info := range rehearsal.Scenarios() {
		fmt.Fprintf(&b, "  %-13s %s\n", info.Usage, info.Summary)
	}
	return strings.TrimRight(b.String(), "\n")
}

// check refuses flags that are there and mean nothing.
func (o workflowRunOptions) check(c *cobra.Command) error {
	if c.Flags().Changed("max-parallel") && o.maxParallel < 1 {
		return hintf(fmt.Errorf("--max-parallel: %d is below 1", o.maxParallel), "leave it out for what the file says; 1 runs one task after the other")
	}
	return given(c, map[string]string{
		"goal":    "leave it out for the goal of the file",
		"adapter": "leave it out for the agents that the file names; rooda adapter list shows them",
	})
}

// apply lets the flags win over the file.
func (o workflowRunOptions) apply(wf *workflows.Workflow) {
	tasks(wf, func(stage *workflows.Stage, task *workflows.Task) {
		if o.maxParallel > 0 {
			stage.MaxParallel = o.maxParallel
		}
		if o.autoApprove {
			task.AutoApprove = true
		}
		if o.adapter != "" && task.AICmd == "" {
			task.Adapter = o.adapter
		}
	})
}

package cmd

import (
	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/workflows"
)

func newWorkflowValidate(s console.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "validate FILE",
		Short: "Check a workflow file and report everything that is wrong",
		Long: `Check a workflow file and report everything that is wrong with it.

Only the file is checked, and the prompts and texts that it names. Whether the agents are
installed, the folders are there and the variables are set is a matter of where and when it
runs: rooda workflow run FILE --dry-run checks that, and starts nothing.`,
		Example: "  rooda workflow validate my-flow.yml\n  rooda workflow run my-flow.yml --dry-run    the agents, folders and variables, too",
		Args:    one("workflow", "a file, or one of rooda workflow list"), ValidArgsFunction: completeWorkflow,
		RunE: func(_ *cobra.Command, args []string) error { return runWorkflowValidate(s, args[0], asJSON) },
	}
	addJSON(c, &asJSON)
	return c
}

func runWorkflowValidate(s console.Streams, arg string, asJSON bool) error {
	src, err := findWorkflow(arg)
	if err != nil {
		return err
	}
	cfg, err := loadConfig(s, "", workdir())
	if err != nil {
		return err
	}
	wf, err := src.parse(cfg, "")
	if err == nil {
		warnForgetful(s, wf, cfg.Registry())
		warnAnswerless(s, wf, cfg.Registry())
		warnUnreachable(s, wf)
	}
	if asJSON {
		return validateJSON(s, err)
	}
	if err != nil {
		return err
	}
	n := 0
	tasks(wf, func(*workflows.Stage, *workflows.Task) { n++ })
	s.Printf("%s: ok, %s, %s\n", src.name, count(len(wf.Stages), "stage"), count(n, "task"))
	return nil
}

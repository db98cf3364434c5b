package cmd

import (
	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/workflows"
)

func newWorkflowList(s console.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the workflows that come with rooda",
		Args:  noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			if asJSON {
				return printJSON(s, workflows.Shipped())
			}
			var rows [][]string
			for _, info := range workflows.Shipped() {
				rows = append(rows, []string{info.Name, console.OneLine(info.Description)})
			}
			return console.Table(s, []string{"WORKFLOW", "WHAT IT DOES"}, rows)
		},
	}
	addJSON(c, &asJSON)
	return c
}

func newWorkflowSchema(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of workflow files, for editors",
		Example: "  rooda workflow schema > rooda-workflow.schema.json",
		Args:    noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			return s.Data(workflows.Schema())
		},
	}
}

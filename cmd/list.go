package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func newList(s Streams) *cobra.Command {
	var path string
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the procedures",
		Args:  noArguments("rooda info build shows one procedure"),
		RunE:  func(*cobra.Command, []string) error { return runList(s, path, asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runList(s Streams, path string, asJSON bool) error {
	cfg, err := loadConfig(s, path, workdir())
	if err != nil {
		return err
	}
	if asJSON {
		type item struct {
			Name    string `json:"name"`
			Display string `json:"display"`
			Summary string `json:"summary"`
		}
		list := []item{}
		for _, p := range cfg.Procedures() {
			list = append(list, item{p.Name, p.Display, p.Summary})
		}
		return printJSON(s, list)
	}
	rows := [][]string{}
	for _, p := range cfg.Procedures() {
		rows = append(rows, []string{p.Name, p.Summary})
	}
	return table(s, []string{"PROCEDURE", "WHAT IT DOES"}, rows)
}

func addJSON(c *cobra.Command, asJSON *bool) {
	c.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// printJSON prints a value as indented JSON.
func printJSON(s Streams, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	s.printf("%s\n", data)
	return nil
}

// table prints rows in columns under a heading.
func table(s Streams, heading []string, rows [][]string) error {
	var b strings.Builder // a tabwriter writes cell by cell
	w := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, row := range append([][]string{heading}, rows...) {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, cell)
		}
		fmt.Fprintln(w)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("lay out table: %w", err)
	}
	s.printf("%s", b.String())
	return nil
}

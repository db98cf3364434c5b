package cmd

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

func newList(s console.Streams) *cobra.Command {
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

func runList(s console.Streams, path string, asJSON bool) error {
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
	return console.Table(s, []string{"PROCEDURE", "WHAT IT DOES"}, rows)
}

func addJSON(c *cobra.Command, asJSON *bool) {
	c.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// printJSON prints a value as indented JSON.
func printJSON(s console.Streams, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode JSON: %w", err)
	}
	s.Printf("%s\n", console.EscapeJSON(data))
	return nil
}

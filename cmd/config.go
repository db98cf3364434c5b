package cmd

import (
	"math"
	"os"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/internal/console"
)

func newConfig(s console.Streams) *cobra.Command {
	return parent("config", "See and check rooda-config.yml", newConfigShow(s), newConfigValidate(s), newConfigSchema(s))
}

// workdir is the working directory, "." when the system does not tell.
func workdir() string {
	if dir, err := os.Getwd(); err == nil {
		return dir
	}
	return "."
}

func newConfigShow(s console.Streams) *cobra.Command {
	var path string
	var origin, asJSON bool
	c := &cobra.Command{
		Use:     "show",
		Short:   "Show every setting in force",
		Example: "  rooda config show --origin",
		Args:    noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			c, err := loadConfig(s, path, workdir())
			if err != nil {
				return err
			}
			return showConfig(s, c, origin, asJSON)
		},
	}
	c.Flags().BoolVar(&origin, "origin", false, "show where each value comes from")
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

// addConfig adds the flag to commands that show what the configuration decides.
func addConfig(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "config", "", "configuration `file` instead of the workspace's rooda-config.yml")
}

func showConfig(s console.Streams, c *config.Config, origin, asJSON bool) error {
	if asJSON {
		return printJSON(s, map[string]any{"files": c.Files(), "settings": c.Entries()})
	}
	for _, f := range c.Files() {
		s.Printf("# %s: %s (%s)\n", f.Tier, f.Path, f.Status)
	}
	var rows [][]string
	long := tooLong(s, c.Entries())
	for _, e := range c.Entries() {
		switch {
		case !origin:
			rows = append(rows, []string{e.Key, e.Value})
		case console.Columns(e.Value) > long: // alone, so that it moves no other line's origin
			rows = append(rows, []string{e.Key, e.Value}, []string{"", "", e.Origin.String()})
		default:
			rows = append(rows, []string{e.Key, e.Value, e.Origin.String()})
		}
	}
	heading := []string{"SETTING", "VALUE"}
	if origin {
		heading = append(heading, "ORIGIN")
	}
	return console.Table(s, heading, rows)
}

// tooLong is how many columns a value may have beside its key and its origin.
func tooLong(s console.Streams, entries []config.Entry) int {
	if !s.OutTerminal {
		return math.MaxInt
	}
	key, origin := 0, 0
	for _, e := range entries {
		key, origin = max(key, len(e.Key)), max(origin, console.Columns(e.Origin.String()))
	}
	return max(console.Readable, s.Width()-key-min(origin, s.Width()/2)-4)
}

func newConfigSchema(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "Print the JSON Schema of rooda-config.yml, for editors",
		Example: "  rooda config schema > rooda-config.schema.json",
		Args:    noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			return s.Data(config.Schema())
		},
	}
}

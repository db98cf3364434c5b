package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

// finding is one line of the doctor's report.
type finding struct {
	OK   bool   `json:"ok"`
	What string `json:"what"`
	Text string `json:"text"`
	Hint string `json:"hint,omitempty"`
	// Fatal says that the main job could not run.
	Fatal bool `json:"fatal,omitempty"`
}

// mark tells what is well from what is odd, and that from what is in the way.
func (f finding) mark() string {
	switch {
	case f.OK:
		return "✓"
	case f.Fatal:
		return "✗"
	}
	return "!"
}

func newDoctor(s console.Streams) *cobra.Command {
	var path string
	var asJSON bool
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Check that this machine can run agents",
		Long: `Look for known agents and those of the configuration, run each with --version, open a terminal, write to the state
directory, and check the configuration. ✗ is in the way of the main job, ! is not.`,
		Args: noArguments(""),
		RunE: func(c *cobra.Command, _ []string) error { return runDoctor(c.Context(), s, path, asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runDoctor(ctx context.Context, s console.Streams, path string, asJSON bool) error {
	cfg, configured := checkConfig(s, path)
	findings := slices.Concat(configured, []finding{checkTerminal(ctx, s), checkState(s)}, checkNotify(s, cfg), checkAgents(ctx, s, cfg))
	fatal := 0
	for _, f := range findings {
		if f.Fatal {
			fatal++
		}
	}
	if asJSON {
		if err := printJSON(s, map[string]any{"ok": fatal == 0, "findings": findings}); err != nil {
			return err
		}
	} else {
		for _, f := range findings {
			s.Printf("%s %-14s %s\n", f.mark(), f.What, besideMark(s, f.Text))
			if f.Hint != "" {
				s.Printf("  %-14s %s\n", "", besideMark(s, "hint: "+f.Hint))
			}
		}
	}
	if fatal > 0 {
		return fmt.Errorf("the main job cannot run here: %s above", count(fatal, "problem"))
	}
	return nil
}

// besideMark lays a text out behind a mark and what it is about.
func besideMark(s console.Streams, text string) string {
	const columns = 17
	if s.OutTerminal {
		text = console.FoldWords(text, max(s.Width()-columns, console.Readable), "")
	}
	return console.Indent(text, strings.Repeat(" ", columns))
}

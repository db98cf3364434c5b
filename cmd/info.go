package cmd

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/prompts"
)

func newInfo(s console.Streams) *cobra.Command {
	var path string
	var asJSON bool
	c := &cobra.Command{
		Use:     "info PROCEDURE",
		Short:   "Show what a procedure does and what it is made of",
		Example: "  rooda info build",
		Args:    oneProcedure, ValidArgsFunction: completeProcedure(s),
		RunE: func(_ *cobra.Command, args []string) error { return runInfo(s, path, args[0], asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runInfo(s console.Streams, path, name string, asJSON bool) error {
	cfg, err := loadConfig(s, path, workdir())
	if err != nil {
		return err
	}
	p, err := cfg.Procedure(name)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s, procedureJSON(p))
	}
	printAbout(s, p)
	for _, phase := range prompts.Phases() {
		if names := fragmentNames(p.Phase(phase)); len(names) > 0 {
			s.Printf("%-8s %s\n", strings.ToUpper(string(phase)), strings.Join(names, "\n         "))
		}
	}
	return nil
}

// printAbout prints what a procedure is for; users' own may say little.
func printAbout(s console.Streams, p prompts.Procedure) {
	var b strings.Builder
	b.WriteString(p.Name)
	if p.Display != "" && p.Display != p.Name {
		fmt.Fprintf(&b, "  (%s)", p.Display)
	}
	b.WriteByte('\n')
	if p.Summary != "" {
		fmt.Fprintf(&b, "%s\n", p.Summary)
	}
	if p.Description != "" {
		fmt.Fprintf(&b, "\n%s\n", p.Description)
	}
	rules := p.Rules()
	fmt.Fprintf(&b, "\nSUCCESS when  %s\nFAILURE when  %s\n\n", rules.Success, rules.Failure)
	text := b.String()
	if s.OutTerminal {
		text = console.FoldWords(text, s.Width(), "")
	}
	s.Printf("%s", text)
}

func procedureJSON(p prompts.Procedure) any {
	rules := p.Rules()
	phases := map[prompts.Phase][]string{}
	for _, phase := range prompts.Phases() {
		phases[phase] = fragmentNames(p.Phase(phase))
	}
	return map[string]any{
		"name": p.Name, "display": p.Display, "summary": p.Summary, "description": p.Description,
		"success": rules.Success, "failure": rules.Failure, "phases": phases,
	}
}

// fragmentNames are the names by which a file or a flag takes the fragments.
func fragmentNames(fragments []prompts.Fragment) []string {
	names := []string{}
	for _, f := range fragments {
		names = append(names, cmp.Or(f.Path, "(inline)"))
	}
	return names
}

package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"rooda/prompts"
)

func newInfo(s Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:     "info PROCEDURE",
		Short:   "Show what a procedure does and what it is made of",
		Example: "  rooda info build",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return runInfo(s, args[0], asJSON) },
	}
	addJSON(c, &asJSON)
	return c
}

func runInfo(s Streams, name string, asJSON bool) error {
	cfg, err := loadConfig(s, "", workdir())
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
	s.printf("%s  (%s)\n%s\n\n%s\n\n", p.Name, p.Display, p.Summary, p.Description)
	s.printf("SUCCESS when  %s\nFAILURE when  %s\n\n", p.Signals.Success, p.Signals.Failure)
	for _, phase := range prompts.Phases() {
		s.printf("%-8s %s\n", strings.ToUpper(string(phase)), strings.Join(fragmentNames(p.Phase(phase)), ", "))
	}
	return nil
}

func procedureJSON(p prompts.Procedure) any {
	phases := map[prompts.Phase][]string{}
	for _, phase := range prompts.Phases() {
		phases[phase] = fragmentNames(p.Phase(phase))
	}
	return map[string]any{
		"name": p.Name, "display": p.Display, "summary": p.Summary, "description": p.Description,
		"success": p.Signals.Success, "failure": p.Signals.Failure, "phases": phases,
	}
}

func fragmentNames(fragments []prompts.Fragment) []string {
	var names []string
	for _, f := range fragments {
		name := f.Path
		if name == "" {
			name = "(inline)"
		}
		name = strings.TrimSuffix(name[strings.LastIndexByte(name, '/')+1:], ".md")
		names = append(names, name)
	}
	return names
}

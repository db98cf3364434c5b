package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/prompts"
)

// completeProcedure completes the one procedure that a command takes.
func completeProcedure(s console.Streams) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		shown := prompts.Procedures()
		if c, err := quietConfig(s, nil); err == nil {
			shown = c.Procedures()
		}
		var names []cobra.Completion
		for _, p := range shown {
			names = append(names, cobra.CompletionWithDesc(p.Name, p.Summary))
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeAlias completes the name of an AI command.
func completeAlias(s console.Streams) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []cobra.Completion
		if c, err := quietConfig(s, nil); err == nil {
			for _, e := range c.Entries() {
				if name, ok := strings.CutPrefix(e.Key, "ai_cmd_aliases."); ok {
					names = append(names, name)
				}
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeAdapter completes the one adapter that a command takes.
func completeAdapter(s console.Streams) cobra.CompletionFunc {
	name := completeAdapterName(s)
	return func(c *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return name(c, args, begun)
	}
}

// completeAdapterName completes an adapter as a flag's value.
func completeAdapterName(s console.Streams) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		c, err := quietConfig(s, nil)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return c.Registry().Names(), cobra.ShellCompDirectiveNoFileComp
	}
}

package cmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/prompts"
)

// helpForProcedure shows what a procedure does ahead of the flags when the
// command line names one: rooda run build --help.
func helpForProcedure(s Streams, general func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		for _, arg := range args {
			if p, err := prompts.Lookup(arg); err == nil {
				s.printf("%s: %s\n\n%s\n\nSUCCESS when %s.\nFAILURE when %s.\n\n", p.Name, p.Summary, p.Description, p.Signals.Success, p.Signals.Failure)
				break
			}
		}
		general(c, args)
	}
}

// shorthand turns "rooda build ..." into "rooda run build ...": when the
// first word is no command and is a procedure's name.
func shorthand(root *cobra.Command, s Streams, args []string) []string {
	run, _, err := root.Find([]string{"run"})
	if err != nil {
		return args
	}
	at := firstWord(run, args)
	if at < 0 || isCommand(root, args[at]) {
		return args
	}
	if _, err := prompts.Lookup(args[at]); err == nil || ownProcedure(s, args[at], args) {
		return slices.Concat([]string{"run"}, args)
	}
	return args
}

// firstWord is the index of the first argument that is neither a flag of run
// nor a flag's value, -1 when there is none.
func firstWord(run *cobra.Command, args []string) int {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" || !strings.HasPrefix(arg, "-") || arg == "-" {
			return i
		}
		name := strings.TrimLeft(arg, "-")
		if strings.Contains(name, "=") {
			continue
		}
		flag := run.Flags().Lookup(name)
		if !strings.HasPrefix(arg, "--") && len(name) == 1 {
			flag = run.Flags().ShorthandLookup(name)
		}
		if flag != nil && flag.NoOptDefVal == "" {
			i++ // its value
		}
	}
	return -1
}

func isCommand(root *cobra.Command, name string) bool {
	if name == "help" || name == "completion" || strings.HasPrefix(name, "__complete") {
		return true
	}
	for _, c := range root.Commands() {
		if c.Name() == name || slices.Contains(c.Aliases, name) {
			return true
		}
	}
	return false
}

// ownProcedure reports whether the user's configuration defines a procedure.
func ownProcedure(s Streams, name string, args []string) bool {
	c, err := config.Load(config.Options{Path: configFlag(args), Workdir: workdir(), Environ: s.Environ})
	if err != nil {
		return false
	}
	_, err = c.Procedure(name)
	return err == nil
}

// configFlag is the value of --config in unparsed arguments.
func configFlag(args []string) string {
	for i, arg := range args {
		if value, ok := strings.CutPrefix(arg, "--config="); ok {
			return value
		}
		if arg == "--config" && i+1 < len(args) {
			return args[i+1]
		}
	}
	return ""
}

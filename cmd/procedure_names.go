package cmd

import (
	"strings"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/prompts"
)

// findProcedure finds a procedure by name, also one that only the
// configuration knows. It is for help and for shorthands, which must work
// whatever is wrong with the configuration.
func findProcedure(s console.Streams, name string, args []string) (prompts.Procedure, error) {
	if c, _ := quietConfig(s, args); c != nil {
		return c.Procedure(name)
	}
	return prompts.Lookup(name)
}

func procedureNames(s console.Streams, args []string) []string {
	c, _ := quietConfig(s, args)
	if c == nil {
		return prompts.Names()
	}
	var names []string
	for _, p := range c.Procedures() {
		names = append(names, p.Name)
	}
	return names
}

// quietConfig reads the configuration that unparsed arguments ask for, without
// a word about its warnings.
func quietConfig(s console.Streams, args []string) (*config.Config, error) {
	return readConfig(s, configFlag(args), workdir())
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

package cmd

import (
	"fmt"

	"github.com/spf13/cobra"
)

// one wants exactly one argument, what it stands for, and says where to find
// out about it when there is none.
func one(what, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch len(args) {
		case 1:
			return nil
		case 0:
			return hintf(fmt.Errorf("which %s?", what), "%s", hint)
		}
		return hintf(fmt.Errorf("one %s at a time, not %q", what, args), "a value of a flag is joined to it with =; %s --help", c.CommandPath())
	}
}

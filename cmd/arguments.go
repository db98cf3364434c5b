package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rooda/prompts"
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

// noArguments refuses them, with a hint to what may have been meant.
func noArguments(hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		err := fmt.Errorf("%s takes no argument, found %q", c.CommandPath(), args[0])
		return hintf(err, "%s", cmp.Or(hint, c.CommandPath()+" --help"))
	}
}

// flagError adds the nearest flag to the error about one that does not exist.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	near := ""
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, f.Name)
			}
		})
		if names := prompts.Nearest(unknown.GetSpecifiedName(), known); len(names) > 0 {
			near = "did you mean --" + strings.Join(names, " or --") + "? "
		}
	}
	return hintf(err, "%s%s --help", near, c.CommandPath())
}

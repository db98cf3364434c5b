package cmd

import (
	"github.com/spf13/cobra"
)

// newHelp is "rooda help WORDS": a command's help, or a procedure's.
func newHelp(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND | PROCEDURE]",
		Short: "Help about a command or a procedure",
		RunE: func(c *cobra.Command, args []string) error {
			topic, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 && topic == c.Root() {
				run, _, err := topic.Find([]string{"run"})
				if err != nil {
					return err
				}
				if _, err := findProcedure(s, rest[0], nil); err != nil {
					return unknownWord(s)(topic, rest)
				}
				run.InitDefaultHelpFlag()
				run.HelpFunc()(run, rest)
				return nil
			}
			if len(rest) > 0 && topic.HasSubCommands() {
				return unknownCommand(topic, rest)
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			topic.HelpFunc()(topic, rest)
			return nil
		},
	}
}

// helpForProcedure shows what a procedure does ahead of the flags when the
// command line names one: rooda run build --help.
func helpForProcedure(s Streams, general func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if len(args) > 0 && args[0] == c.Name() { // cobra hands over the whole command line
			args = args[1:]
		}
		if at := firstWord(c, args); at >= 0 {
			if p, err := findProcedure(s, args[at], args); err == nil {
				printAbout(s, p)
			}
		}
		general(c, args)
	}
}

package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/prompts"
)

// newHelp is "rooda help WORDS": a command's help, or a procedure's.
func newHelp(s console.Streams) *cobra.Command {
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

// wrapped is a usage template with the text of flags broken at the width of the terminal, of a page
// elsewhere.
func wrapped(s console.Streams, template string) string {
	width := 80
	if s.OutTerminal {
		width = s.Width()
	}
	return strings.ReplaceAll(template, "Flags.FlagUsages |", fmt.Sprintf("Flags.FlagUsagesWrapped %d |", width))
}

// helpForProcedure shows what a procedure does ahead of the flags when the
// command line names one: rooda run build --help.
func helpForProcedure(s console.Streams, general func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(c *cobra.Command, args []string) {
		if len(args) > 0 && args[0] == c.Name() { // cobra hands over the whole command line
			args = args[1:]
		}
		if at := firstWord(c, args); at >= 0 {
			if p, err := findProcedure(s, args[at], args); err == nil {
				printAbout(s, p)
				endUsage(c, func(string) string { return exitStatusOf(s, p, args) })
			}
		}
		general(c, args)
	}
}

// exitStatusOf is the exit status section for one procedure.
func exitStatusOf(s console.Streams, p prompts.Procedure, args []string) string {
	c, err := quietConfig(s, args)
	if c == nil || err != nil {
		return exitSection("rooda run")
	}
	set, _ := c.Resolve(p.Name, config.Flags{}) // an AI command is not needed for this
	text := fmt.Sprintf(`
Exit status:
  0    the agent promised SUCCESS: %s;
       or the dry run found nothing wrong
  1    aborted after %s in a row; or the command, a file or the setup is
       wrong, of which nothing is started
`, strings.TrimSuffix(p.Rules().Success, "."), count(set.FailureThreshold.V, "failure"))
	if limit := set.MaxIterations.V; limit > 0 {
		text += fmt.Sprintf("  2    %s used up without that promise\n", count(limit, "iteration"))
	}
	return text + "  130  interrupted\n"
}

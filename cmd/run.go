package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

func newRun(s console.Streams) *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run PROCEDURE",
		Short: "Run one procedure as an OODA loop",
		Long: `Run one procedure as an OODA loop: each iteration is a fresh process of the AI CLI, which
gets the prompt on standard input. The loop ends when the agent promises SUCCESS, when the
iterations are used up, after too many failures in a row, or with Ctrl-C. Nothing of the loop
is saved, and it ends when its window is closed or the connection is lost. To let it go on put
nohup before it, or make a workflow of it: rooda workflow run goes on and can be resumed.
"rooda PROCEDURE" is short for "rooda run PROCEDURE".

What --observe, --orient, --decide and --act take is a text, a file, or a built-in fragment
under the name that "rooda info PROCEDURE" shows: builtin:fragments/act/run_tests.md.

The built-in aliases let the agent act without asking, because nobody is there to be asked:
claude means "claude -p --dangerously-skip-permissions". See rooda config show for all of them.`,
		Example: `  rooda run build --ai-cmd-alias claude
  rooda build -n 10 --context "start with the parser" --context notes.md
  rooda run audit-spec --dry-run --ai-cmd-alias codex`,
		Args: oneProcedure, ValidArgsFunction: completeProcedure(s),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.take(c); err != nil {
				return err
			}
			return runRun(c.Context(), s, o, args[0])
		},
	}
	o.addFlags(c)
	c.SetHelpFunc(helpForProcedure(s, c.HelpFunc()))
	for flag, complete := range map[string]cobra.CompletionFunc{
		"ai-cmd-alias":         completeAlias(s),
		"log-level":            words("debug", "info", "warn", "error"),
		"log-format":           words("text", "json"),
		"log-timestamp-format": words("time", "time-ms", "relative", "iso", "none"),
	} {
		if err := c.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the flag does not exist
		}
	}
	return c
}

// words completes a flag that takes one of them.
func words(w ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(w, cobra.ShellCompDirectiveNoFileComp)
}

func oneProcedure(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return hintf(errors.New("which procedure?"), "rooda list shows them; rooda run build --dry-run shows what one would do")
	}
	return hintf(fmt.Errorf("one procedure at a time, not %q", args), "quote texts with spaces: --context \"like this\"")
}

func runRun(ctx context.Context, s console.Streams, o runOptions, name string) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find working directory: %w", err)
	}
	c, err := readConfig(s, o.config, dir)
	if c == nil {
		return err
	}
	settings, unresolved := c.Resolve(name, o.flags)
	if o.dryRun {
		showWarnings(s, c.Warnings())
		return dryRun(s, o, name, dir, settings, err, unresolved)
	}
	if err == nil {
		err = unresolved
	}
	if err == nil {
		err = failedChecks(settings.Checks(s.Environ, dir))
	}
	if err == nil && settings.LogFormat.V == "json" {
		return runLoop(ctx, s, settings, dir, c.Files(), append(c.Warnings(), settings.Warnings()...))
	}
	showWarnings(s, c.Warnings())
	if err != nil {
		return err
	}
	showWarnings(s, settings.Warnings())
	return runLoop(ctx, s, settings, dir, c.Files(), nil)
}

package cmd

import (
	"context"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

func newDetach(s console.Streams) *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "detach SESSION[/TASK]",
		Short: "Detach whoever is attached to an agent; it works on",
		Long: `Make the terminal that typed last leave an agent, as its detach key would; with --all
every terminal that is attached to it. The agent works on.`,
		Args:              one("session and task", "rooda session list shows them; latest is the newest"),
		ValidArgsFunction: completeTask(s),
		RunE:              func(c *cobra.Command, args []string) error { return runDetach(c.Context(), s, args[0], all) },
	}
	c.Flags().BoolVar(&all, "all", false, "every terminal, those that only look included")
	return c
}

func runDetach(ctx context.Context, s console.Streams, name string, all bool) error {
	target, err := findAgent(s, name)
	if err != nil {
		return err
	}
	client, err := target.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	n, err := client.Detach(ctx, all)
	if err != nil {
		return target.unreachable(err)
	}
	if n == 0 {
		s.Notef("nobody is attached to %s\n", target)
		return nil
	}
	s.Notef("detached %s from %s\n", count(n, "terminal"), target)
	return nil
}

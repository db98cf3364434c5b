package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

func newScreen(s console.Streams) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "screen SESSION[/TASK]",
		Short: "Show an agent's screen as it is now",
		Long: `Show what an agent's terminal shows at this moment, or showed when the agent ended:
as text, as ansi with colours, or as json with cursor, modes and styles.`,
		Example: `  rooda screen latest/build
  rooda screen latest/build --format json | jq .title`,
		Args:              one("session and task", "rooda session list shows them; latest is the newest"),
		ValidArgsFunction: completeTask(s),
		RunE:              func(c *cobra.Command, args []string) error { return runScreen(c.Context(), s, args[0], format) },
	}
	c.Flags().StringVar(&format, "format", "text", "`text`, ansi or json")
	return c
}

func runScreen(ctx context.Context, s console.Streams, name, format string) error {
	switch format {
	case "text", "ansi", "json":
	default:
		return codedError{hintf(fmt.Errorf("--format: %q is none of text, ansi and json", format), "rooda screen --help"), exitUsage}
	}
	target, err := findAgent(s, name)
	if err != nil {
		return err
	}
	client, err := target.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	screen, err := screenBytes(ctx, client, format)
	if err != nil {
		return target.unreachable(err)
	}
	if _, err := s.Out.Write(screen); err != nil {
		return fmt.Errorf("print screen: %w", err)
	}
	return nil
}

func screenBytes(ctx context.Context, client *shim.Client, format string) ([]byte, error) {
	if format == "ansi" {
		screen, err := client.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		return colored(screen), nil
	}
	screen, err := client.Screen(ctx, format)
	if n := len(screen); n > 0 && screen[n-1] != '\n' {
		screen = append(screen, '\n')
	}
	return screen, err
}

// colored is a screen as lines with colours, which move nothing and switch
// nothing on.
func colored(screen *vt.Snapshot) []byte {
	var b []byte
	for y := range strings.Count(screen.Text(), "\n") + 1 {
		b = append(append(b, screen.Line(y).Styled()...), '\n')
	}
	return b
}

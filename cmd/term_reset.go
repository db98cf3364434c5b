package cmd

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rooda/internal/attach"
	"rooda/internal/console"
)

func newTermReset(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "term-reset",
		Short: "Repair this terminal after a program left it in disorder",
		Long: `Switch off what a program that was killed may have left on in this terminal: raw mode,
mouse reports, the alternate screen, paste brackets, keyboard protocols, a hidden cursor. It keeps
what is on the screen and in the terminal's history. rooda attach does this by itself whenever it
ends, unless it is killed (SIGKILL).`,
		Args: noArguments(""),
		RunE: func(*cobra.Command, []string) error { return runTermReset(s) },
	}
}

func runTermReset(s console.Streams) error {
	directOut, directErr := s.Direct()
	for _, stream := range []any{s.In, directErr, directOut} {
		if f, ok := stream.(*os.File); ok && attach.Sane(f) == nil {
			break
		}
	}
	out := s.Out
	if !s.OutTerminal && s.ErrTerminal {
		out = s.Err
	}
	if !s.OutTerminal && !s.ErrTerminal {
		return codedError{hintf(attach.ErrNoTerminal, "run it in the terminal that is to be repaired"), exitUsage}
	}
	if _, err := out.Write(attach.Reset(s.Width())); err != nil {
		return fmt.Errorf("reset terminal: %w", err)
	}
	return nil
}

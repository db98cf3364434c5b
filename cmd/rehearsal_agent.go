package cmd

import (
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/internal/rehearsal"
)

// exitStatus ends the process with a code of its own and without a message.
type exitStatus int

func (exitStatus) Error() string { return "exit status" }

// newRehearsalAgent is the agent's side of --rehearse: rooda launches it in a
// terminal like any agent.
func newRehearsalAgent(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "rehearsal-agent SCENARIO",
		Short:  "Play a simulated agent: prompt on standard input, answer on the terminal",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			scenario, err := rehearsal.ParseScenario(args[0])
			if err != nil {
				return err
			}
			code := rehearsal.Play(scenario, rehearsal.Stage{Prompt: s.In, Out: s.Out, Getenv: s.Getenv, Sleep: time.Sleep})
			if code != 0 {
				return exitStatus(code)
			}
			return nil
		},
	}
}

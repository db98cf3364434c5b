package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// status is one exit status of a command and what it means there. code is a
// number, or says which it may be.
type status struct{ code, text string }

// statuses is the one table of what each command may exit with. The help is
// made of it, and scripts that see another status fail.
func statuses(command string) []status {
	done := status{"0", "done, or what was asked for was shown"}
	wrong := status{"1", "the command, a file or the setup is wrong"}
	noSession := status{"1", "there is no such session or task, or something else is wrong"}
	usage := status{"64", "a flag or an argument is wrong"}
	noAgent := status{"69", "the agent's terminal cannot be reached"}
	late := status{"124", "the time is over"}
	hung := status{"69", "the rooda that drives the session does not answer"}
	run := []status{
		{"0", "the agent promised SUCCESS, all tasks are done; or what was asked for was shown"},
		{"1", "aborted, a task failed, or the command, a file or the setup is wrong"},
		{"2", "the iterations are used up"},
		{"130", "interrupted"},
	}
	switch command {
	case "rooda", "rooda run", "rooda workflow run":
		return run
	case "rooda session resume":
		return []status{run[0], run[1], run[2], {"3", "an agent was lost, and a person has to say what becomes of its task"}, hung, run[3]}
	case "rooda session stop", "rooda session remove":
		return []status{done, noSession, hung}
	case "rooda attach":
		return []status{
			{"0", "detached; with --status attach also when the agent ended, however"},
			noSession,
			{"64", "no terminal on standard input and output, or a flag or an argument is wrong"},
			{"69", "the agent's terminal cannot be reached, or nobody waits"},
			{"N", "the agent's own if it ended meanwhile, 128 and the number for a signal"},
			{"128+N", "signal N ended rooda attach"},
		}
	case "rooda send":
		return []status{
			{"0", "the agent's terminal has taken all of it"},
			{"1", "there is no such session or task, a person began to type, or something else is wrong"},
			{"3", "a question stands there that would take the text, or a part of it, for an answer: nothing was typed"},
			usage, noAgent, late,
		}
	case "rooda screen", "rooda detach":
		return []status{done, noSession, usage, noAgent}
	case "rooda wait":
		return []status{
			{"0", "it is so; for an end: the task, or all tasks of the session, are done"},
			{"1", "the agent or session ended before, or there is no such session or task; for an end: a task failed"},
			{"2", "for an end: the iterations are used up"},
			usage, {"69", "the agent's terminal cannot be reached, or nobody drives the session"}, late,
			{"130", "interrupted; for a session's end: the wait or the session"},
		}
	case "rooda approve", "rooda complete", "rooda cancel":
		return []status{done, {"1", "what is wanted cannot be, or the command is wrong"}, {"69", "no rooda drives the session, or it does not answer"}}
	case "rooda logs":
		return []status{done, noSession, usage, {"69", "the agent's terminal cannot be reached; with --follow, nobody drives the session, whose agent was lost or has ended"}, {"130", "interrupted"}}
	case "rooda term-reset":
		return []status{done, {"1", "the terminal cannot be written to"}, {"64", "there is no terminal, or the command is wrong"}}
	case "rooda doctor":
		return []status{done, {"1", "what agents need is not there, or the command is wrong"}}
	}
	return []status{done, wrong}
}

// usageStatus is what a command exits with when it is called wrongly: 64 where
// its own status has to be told from others.
func usageStatus(command string) int {
	for _, s := range statuses(command) {
		if s.code == fmt.Sprint(exitUsage) {
			return exitUsage
		}
	}
	return exitFailure
}

// exitSection is the part of a command's help about that.
func exitSection(command string) string {
	var b strings.Builder
	b.WriteString("\nExit status:\n")
	width := 5
	if command == "rooda attach" {
		width = 7
	}
	for _, s := range statuses(command) {
		fmt.Fprintf(&b, "  %-*s%s\n", width, s.code, s.text)
	}
	if command == "rooda" {
		b.WriteString("Other commands have others, such as 64, 69 and 124 at an agent's terminal: see their help.\n")
	}
	return b.String()
}

// endUsage puts a section behind how a command, and those below it, are called.
func endUsage(c *cobra.Command, section func(command string) string) {
	usage := new(cobra.Command).UsageFunc() // cobra's own
	c.SetUsageFunc(func(c *cobra.Command) error {
		if err := usage(c); err != nil {
			return err
		}
		_, err := io.WriteString(c.OutOrStderr(), section(c.CommandPath()))
		return err
	})
}

// keepExits has each command exit with the status for wrong usage that it says.
func keepExits(c *cobra.Command) {
	for _, sub := range c.Commands() {
		keepExits(sub)
	}
	name := c.CommandPath()
	if args := c.Args; args != nil && usageStatus(name) != exitFailure {
		c.Args = func(c *cobra.Command, words []string) error { return misused(c, args(c, words)) }
	}
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		if err := c.ValidateRequiredFlags(); err != nil {
			return misused(c, flagError(c, err))
		}
		if err := c.ValidateFlagGroups(); err != nil {
			return misused(c, flagError(c, exclusive(err)))
		}
		return nil
	}
}

// misused gives an error about how a command was called its status.
func misused(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	return codedError{err, usageStatus(c.CommandPath())}
}

package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/prompts"
)

const rootLong = `rooda runs AI coding agents as OODA loops in real terminals, several at once, in
stages, unattended. Each iteration is a fresh agent process with a prompt made of
observe, orient, decide and act; only an exact promise from the agent ends a loop.
A workflow's progress is checkpointed, so it can be resumed where it stands.`

const rootExample = `  rooda workflow run plan-then-build --rehearse   try it with a simulated agent, at no cost
  rooda workflow run my-flow.yml                  run your own file with real agents
  rooda build --ai-cmd-alias claude               one procedure as a loop
  rooda session list                              what ran, and how it ended
  rooda session resume <id>                       go on where a run was interrupted
  rooda logs <id>/build -f                        follow an agent`

func newRoot(s console.Streams) *cobra.Command {
	root := &cobra.Command{
		Use:           "rooda",
		Short:         "Run AI coding agents unattended, in loops and stages",
		Long:          rootLong,
		Example:       rootExample,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownWord(s),

		ValidArgsFunction: completeProcedure(s),
		RunE:              func(c *cobra.Command, _ []string) error { return c.Help() },
		Version:           strings.TrimPrefix(versionLine(), "rooda "),
	}
	root.SetVersionTemplate("rooda {{.Version}}\n")
	root.SetUsageTemplate(wrapped(s, root.UsageTemplate()))
	endUsage(root, exitSection)
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return misused(c, flagError(c, err)) })
	root.AddGroup(
		&cobra.Group{ID: "run", Title: "Run:"},
		&cobra.Group{ID: "visit", Title: "Visit an agent:"},
		&cobra.Group{ID: "look", Title: "Look:"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add("run", newRun(s), newWorkflow(s), newSession(s))
	add("visit", newAttach(s), newApprove(s), newComplete(s), newCancel(s), newSend(s), newScreen(s), newWait(s), newDetach(s), newTermReset(s))
	add("look", newLogs(s), newList(s), newInfo(s), newAdapter(s), newConfig(s), newDoctor(s), newVersion(s))
	root.AddCommand(newRehearsalAgent(s), newHook(s), newCompletion(s))
	root.SetHelpCommand(newHelp(s))
	keepExits(root)
	return root
}

// commands are the words that a procedure's name cannot stand in for. They are
// written down because making the commands takes longer than most of them run.
func commands() []string {
	return []string{
		"run", "workflow", "session", "approve", "attach", "cancel", "complete", "detach", "send", "screen", "wait", "logs", "list", "info", "adapter", "config",
		"doctor", "version", "term-reset", "completion", "help", "hook", "rehearsal-agent",
	}
}

// unknownCommand refuses words that are no command, with the nearest one.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath())
	if c.Name() == "workflow" && isWorkflowFile(args[0]) {
		return hintf(err, "rooda workflow run %s", args[0])
	}
	return hintf(err, "%s%s --help lists the commands", didYouMean(args[0], commandNames(c)), c.CommandPath())
}

// unknownWord refuses words that are neither a command nor a procedure.
func unknownWord(s console.Streams) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		err := fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath())
		if isWorkflowFile(args[0]) {
			return hintf(err, "rooda workflow run %s", args[0])
		}
		near := didYouMean(args[0], shortForms(c, s, args))
		if below := deeper(c, args[0]); below != "" {
			near = fmt.Sprintf("did you mean %s? ", below)
		}
		return hintf(err, "%srooda --help lists the commands, rooda list the procedures", near)
	}
}

// deeper is the first command below another that has that name, or is for it; empty for none.
func deeper(root *cobra.Command, word string) string {
	for _, name := range []string{"session", "workflow", "adapter", "config"} {
		c, _, err := root.Find([]string{name})
		if err != nil {
			continue
		}
		for _, sub := range c.Commands() {
			if sub.Name() == word || slices.Contains(sub.SuggestFor, word) {
				return sub.CommandPath()
			}
		}
	}
	return ""
}

// isWorkflowFile reports whether a word is a file that is called like one.
func isWorkflowFile(word string) bool {
	ending := filepath.Ext(word)
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular() && (ending == ".yml" || ending == ".yaml")
}

// shortForms are the words that can follow rooda.
func shortForms(root *cobra.Command, s console.Streams, args []string) []string {
	return slices.Concat(commandNames(root), procedureNames(s, args), prompts.Aliases())
}

func commandNames(c *cobra.Command) []string {
	var names []string
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	return names
}

// parent makes a command that only holds others.
func parent(use, short string, commands ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{
		Use:   use,
		Short: short,
		Args:  unknownCommand,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(commands...)
	return c
}

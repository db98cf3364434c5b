package cmd

import (
	"github.com/spf13/cobra"

	"rooda/internal/console"
)

const completionLong = `Print a script that completes rooda's commands and flags in a shell.

  bash   source <(rooda completion bash)
  zsh    rooda completion zsh > "${fpath[1]}/_rooda"
  fish   rooda completion fish > ~/.config/fish/completions/rooda.fish`

// newCompletion takes the place of the one that cobra would add, which
// answers an unknown shell with its help and success.
func newCompletion(s console.Streams) *cobra.Command {
	shell := func(name string, generate func(root *cobra.Command) error) *cobra.Command {
		return &cobra.Command{
			Use:   name,
			Short: "Print the completion script for " + name,
			Args:  noArguments(""),
			RunE:  func(c *cobra.Command, _ []string) error { return generate(c.Root()) },
		}
	}
	c := parent("completion", "Print a completion script for a shell",
		shell("bash", func(root *cobra.Command) error { return root.GenBashCompletionV2(s.Out, true) }),
		shell("zsh", func(root *cobra.Command) error { return root.GenZshCompletion(s.Out) }),
		shell("fish", func(root *cobra.Command) error { return root.GenFishCompletion(s.Out, true) }),
		shell("powershell", func(root *cobra.Command) error { return root.GenPowerShellCompletionWithDesc(s.Out) }),
	)
	c.Long = completionLong
	return c
}

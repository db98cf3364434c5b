package cmd

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// Version, Commit and Built are set by the release build's linker flags.
var (
	Version = "dev"
	Commit  = "unknown"
	Built   = "unknown"
)

func newVersion(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  noArguments(""),
		Run:   func(*cobra.Command, []string) { s.printf("%s\n", versionLine()) },
	}
}

func versionLine() string {
	commit, built := Commit, Built
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch {
			case setting.Key == "vcs.revision" && commit == "unknown":
				commit = setting.Value
			case setting.Key == "vcs.time" && built == "unknown":
				built = setting.Value
			}
		}
	}
	return fmt.Sprintf("rooda %s (commit: %s, built: %s)", Version, commit, built)
}

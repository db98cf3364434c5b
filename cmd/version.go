package cmd

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"rooda/internal/console"
)

// Version, Commit and Built are set by the release build's linker flags.
var (
	Version = "dev"
	Commit  = "unknown"
	Built   = "unknown"
)

func newVersion(s console.Streams) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "version",
		Short: "Show the version",
		Args:  noArguments(""),
		RunE: func(*cobra.Command, []string) error {
			if !asJSON {
				s.Printf("%s\n", versionLine())
				return nil
			}
			commit, built := origin()
			return printJSON(s, map[string]string{"version": Version, "commit": commit, "built": built})
		},
	}
	addJSON(c, &asJSON)
	return c
}

func versionLine() string {
	commit, built := origin()
	return fmt.Sprintf("rooda %s (commit: %s, built: %s)", Version, commit, built)
}

// origin is what the program was built from, and when.
func origin() (commit, built string) {
	commit, built = Commit, Built
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
	return commit, built
}

package cmd

import (
	"errors"
	"strings"

	"rooda/internal/config"
	"rooda/internal/console"
)

func readConfig(s console.Streams, path, dir string) (*config.Config, error) {
	return config.Load(config.Options{Path: path, Workdir: dir, Environ: s.Environ, Commands: commands()})
}

// loadConfig reads the configuration and shows its warnings.
func loadConfig(s console.Streams, path, dir string) (*config.Config, error) {
	c, err := readConfig(s, path, dir)
	if c != nil {
		showWarnings(s, c.Warnings())
	}
	return c, err
}

func showWarnings(s console.Streams, warnings config.Problems) {
	for _, w := range warnings {
		s.Notef("warning: %s\n", strings.TrimRight(w.Error(), "\n"))
	}
}

// failedChecks joins what is wrong, nil when nothing is.
func failedChecks(checks []config.Check) error {
	var failed []error
	for _, check := range checks {
		if !check.OK {
			failed = append(failed, hintInside(check.Err))
		}
	}
	return errors.Join(failed...)
}

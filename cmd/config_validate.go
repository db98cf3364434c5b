package cmd

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"rooda/internal/config"
	"rooda/internal/console"
	"rooda/internal/yamlsrc"
	"rooda/orchestrator/plan"
)

func newConfigValidate(s console.Streams) *cobra.Command {
	var path string
	var asJSON bool
	c := &cobra.Command{
		Use:   "validate",
		Short: "Check the configuration and report everything that is wrong",
		Long: `Check rooda-config.yml, the variables, and what they name: the files of every procedure and
the aliases of AI commands. Whether the agents are installed is for rooda doctor.`,
		Args: func(c *cobra.Command, args []string) error {
			hint := ""
			if len(args) == 1 {
				hint = "did you mean --config " + args[0] + "?"
			}
			return noArguments(hint)(c, args)
		},
		RunE: func(*cobra.Command, []string) error { return runConfigValidate(s, path, asJSON) },
	}
	addConfig(c, &path)
	addJSON(c, &asJSON)
	return c
}

func runConfigValidate(s console.Streams, path string, asJSON bool) error {
	c, err := readConfig(s, path, workdir())
	if c == nil {
		return err
	}
	files, warnings := c.Files(), c.Warnings()
	err = everything(c, err)
	if asJSON {
		return configJSON(s, files, warnings, err)
	}
	showWarnings(s, warnings)
	if err != nil {
		return err
	}
	read := 0
	for _, f := range files {
		if f.Status == config.Read {
			s.Printf("%s: ok\n", f.Name)
			read++
		}
	}
	if read == 0 {
		s.Printf("no configuration file; the built-in settings are in force\n")
	}
	if n := len(warnings); n > 0 {
		s.Notef("%s\n", count(n, "warning"))
	}
	return nil
}

// everything adds to the problems of loading what the configuration names and
// is not there: fragments and aliases, of all procedures. Each problem is
// reported once.
func everything(c *config.Config, loading error) error {
	problems := config.Problems(flatten([]error{loading}))
	add := func(err error) {
		if !slices.ContainsFunc(problems, func(p error) bool { return p.Error() == err.Error() }) {
			problems = append(problems, err)
		}
	}
	for _, p := range c.Procedures() {
		set, err := c.Resolve(p.Name, config.Flags{})
		for _, err := range flatten([]error{err}) {
			var none *config.NoCommandError
			if !errors.As(err, &none) {
				add(hintInside(err))
			}
		}
		set.AICommand = config.Value[config.Command]{} // doctor looks at programs
		for _, check := range set.Checks(nil, "") {
			if !check.OK {
				add(hintInside(check.Err))
			}
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return problems
}

// hintInside puts an error's hint into its text, so that one of several keeps it.
func hintInside(err error) error { return errors.New(message(err)) }

func configJSON(s console.Streams, files []config.File, warnings config.Problems, err error) error {
	problems, odd := []any{}, []any{}
	for _, w := range warnings {
		odd = append(odd, problemJSON(w))
	}
	var all config.Problems
	var missing *config.MissingError
	switch {
	case errors.As(err, &missing):
		return err
	case errors.As(err, &all):
		for _, p := range all {
			problems = append(problems, problemJSON(p))
		}
	case err != nil:
		problems = append(problems, problemJSON(err))
	}
	if files == nil {
		files = []config.File{}
	}
	report := map[string]any{"ok": err == nil, "files": files, "problems": problems, "warnings": odd}
	if err := printJSON(s, report); err != nil {
		return err
	}
	if err != nil {
		return outcomeError{plan.Aborted}
	}
	return nil
}

// problemJSON has a place and fields where the problem is in a file.
func problemJSON(err error) any {
	var p yamlsrc.Problem
	if errors.As(err, &p) {
		return p
	}
	return map[string]string{"message": message(err)}
}

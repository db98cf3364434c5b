package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rooda/internal/rehearsal"
	"rooda/prompts"
)

// one wants exactly one argument, what it stands for, and says where to find
// out about it when there is none.
func one(what, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch len(args) {
		case 1:
			return nil
		case 0:
			return hintf(fmt.Errorf("which %s?", what), "%s", hint)
		}
		hint = c.CommandPath() + " " + args[0]
		if joins(c) {
			hint = "a value of a flag is joined to it with ="
		}
		return hintf(fmt.Errorf("one %s at a time, not %s", what, strings.Join(args, " and ")), "%s; %s --help", hint, c.CommandPath())
	}
}

// joins reports whether a flag was given whose value may have been taken for an argument.
func joins(c *cobra.Command) (any bool) {
	c.Flags().Visit(func(f *pflag.Flag) { any = any || f.NoOptDefVal != "" && f.Value.Type() != "bool" })
	return any
}

// some wants at least one argument.
func some(what, hint string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return hintf(fmt.Errorf("which %s?", what), "%s", hint)
		}
		return nil
	}
}

// noArguments refuses them, with a hint to what may have been meant.
func noArguments(hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		err := fmt.Errorf("%s takes no argument, found %q", c.CommandPath(), args[0])
		return hintf(err, "%s", cmp.Or(hint, c.CommandPath()+" --help"))
	}
}

// flagError adds the nearest flag to the error about one that does not exist.
func flagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	near := ""
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, f.Name)
			}
		})
		if names := prompts.Nearest(unknown.GetSpecifiedName(), known); len(names) > 0 {
			near = "did you mean --" + strings.Join(names, " or --") + "? "
		}
	}
	if unknown != nil && c.Name() == "run" && !c.Parent().HasParent() {
		near = cmp.Or(near, settingNamed(unknown.GetSpecifiedName()))
	}
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		err = fmt.Errorf("--%s: %q is %s", invalid.GetFlag().Name, invalid.GetValue(), notA(invalid))
	}
	if invalid != nil {
		switch invalid.GetFlag().Value.Type() {
		case ageType:
			near = "72h, 90m, 7d and 2w are; "
		case limitType:
			near = "90, 90s and 20m are; "
		}
	}
	return hintf(err, "%s%s --help", near, c.CommandPath())
}

// settingNamed says how a loop is told what no flag of run sets.
func settingNamed(flag string) string {
	for _, setting := range []string{"iteration_timeout", "failure_threshold", "max_output_buffer"} {
		if name := strings.ReplaceAll(setting, "_", "-"); flag == name || flag != "" && strings.HasSuffix(name, "-"+flag) {
			return fmt.Sprintf("ROODA_LOOP_%s or %s in rooda-config.yml sets it; ", strings.ToUpper(setting), setting)
		}
	}
	return ""
}

// notA says what the value of a flag is not.
func notA(invalid *pflag.InvalidValueError) string {
	switch invalid.GetFlag().Value.Type() {
	case "bool":
		return "neither true nor false"
	case ageType:
		return "no duration"
	case limitType:
		return "no time"
	case "int", "int64":
		return "no whole number"
	}
	return fmt.Sprintf("not accepted: %v", errors.Unwrap(invalid))
}

// given refuses flags that are there and say nothing; hints, by flag, tell
// what leaving them out means.
func given(c *cobra.Command, hints map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(hints)) {
		if f := c.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return hintf(fmt.Errorf("--%s: it is empty", name), "%s", hints[name])
		}
	}
	return nil
}

// suggestCast adds the nearest name to an error about a rehearsal.
func suggestCast(err error) error {
	var unknown *rehearsal.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	known := unknown.Known
	if unknown.Noun == "task" && !strings.Contains(unknown.Name, "/") {
		known = nil
		for _, full := range unknown.Known {
			known = append(known, full[strings.IndexByte(full, '/')+1:])
		}
	}
	return hintf(err, "%s%s", didYouMean(unknown.Name, known), unknown.Hint())
}

// crowd is what cobra says of flags that exclude each other.
var crowd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`none of the others can be; \[(.*)\] were all set$`)
})

// exclusive names the flags that cannot be given together.
func exclusive(err error) error {
	found := crowd().FindStringSubmatch(err.Error())
	if found == nil {
		return err
	}
	flags := strings.Fields(found[1])
	return fmt.Errorf("--%s cannot be given together", strings.Join(flags, " and --"))
}

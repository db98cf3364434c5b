package config

import (
	"fmt"

	"rooda/prompts"
)

// Flags is what the command line says about one run. The zero value says
// nothing. Paths are relative to the working directory.
type Flags struct {
	MaxIterations *string // --max-iterations as it was typed, nil when it is not given
	Unlimited     bool

	AICmd      *string // --ai-cmd, nil when it is not given; wins over the alias
	AICmdAlias *string // --ai-cmd-alias, the same

	Verbose, Quiet bool
	// LogLevel, LogFormat and LogTimestampFormat are nil when not given.
	// LogLevel wins over Quiet.
	LogLevel, LogFormat, LogTimestampFormat *string

	// Each value is a file, a text or, for a phase, a built-in fragment, by the
	// rules of prompts.ReadContext and prompts.ReadFragments. Any use of a
	// phase's flag replaces the whole phase.
	Observe, Orient, Decide, Act []string
	Context                      []string
}

// choices returns what the flags say about the loop, and what is wrong with them.
func (f Flags) choices() (choices, Problems) {
	var c choices
	var problems Problems
	set := func(flag string, assign func(Origin) error) {
		if err := assign(Origin{Tier: CLI, Flag: flag}); err != nil {
			problems = append(problems, invalid(flag, err))
		}
	}
	text := func(flag string, given *string, setter func(*choices, string, Origin) error) {
		if given != nil {
			set(flag, func(o Origin) error { return setter(&c, *given, o) })
		}
	}
	if f.MaxIterations != nil {
		set("--max-iterations", func(o Origin) error {
			c.mode = &Value[string]{maxIterations, o}
			return setCount(&c, *f.MaxIterations, o)
		})
	}
	if f.Unlimited {
		set("--unlimited", func(o Origin) error {
			c.mode = &Value[string]{unlimited, o}
			return conflict(f.MaxIterations != nil, "--max-iterations")
		})
	}
	text("--ai-cmd-alias", f.AICmdAlias, setAlias)
	text("--ai-cmd", f.AICmd, setCommand)
	if f.Verbose {
		set("--verbose", func(o Origin) error {
			c.show = &Value[bool]{true, o}
			return conflict(f.Quiet, "--quiet")
		})
	}
	if f.Quiet {
		set("--quiet", func(o Origin) error { return setLevel(&c, "warn", o) })
	}
	text("--log-level", f.LogLevel, setLevel)
	text("--log-format", f.LogFormat, setFormat)
	text("--log-timestamp-format", f.LogTimestampFormat, setTimestamp)
	return c, problems
}

func conflict(given bool, other string) error {
	if !given {
		return nil
	}
	return &wrong{message: "it contradicts " + other, hint: "give one of the two"}
}

// phases returns the phases that flags replace.
func (f Flags) phases(workdir string) (map[prompts.Phase]*Value[[]part], Problems) {
	phases := map[prompts.Phase]*Value[[]part]{}
	var problems Problems
	given := [][]string{f.Observe, f.Orient, f.Decide, f.Act}
	for i, phase := range prompts.Phases() {
		values := given[i]
		if len(values) == 0 {
			continue
		}
		from := Origin{Tier: CLI, Flag: "--" + string(phase)}
		said, err := prompts.ReadFragments(phase, values, workdir)
		problems = append(problems, unusable(from.Flag, err)...)
		parts := make([]part, len(said))
		for i, fragment := range said { // a file is read again for every iteration
			parts[i] = part{fragment: fragment, from: from}
		}
		phases[phase] = &Value[[]part]{parts, from}
	}
	return phases, problems
}

// unusable says what is wrong with the values of a flag that takes files and texts.
func unusable(flag string, err error) (problems Problems) {
	each := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		each = joined.Unwrap()
	}
	for _, err := range each {
		if err == nil {
			continue
		}
		p := invalid(flag, err)
		if p.Advice == "" {
			p.Advice = fmt.Sprintf("give it a text or a file: %s notes.md", flag)
		}
		problems = append(problems, p)
	}
	return problems
}

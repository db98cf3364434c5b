package config

import (
	"log/slog"
	"time"

	"rooda/prompts"
)

// Settings is what one run of a procedure goes by.
type Settings struct {
	// Procedure has the configuration's and the flags' phases in it; its
	// fragment files are absolute.
	Procedure prompts.Procedure
	// Context is what --context said, in order.
	Context []prompts.Context

	MaxIterations      Value[int]           // 0 means no limit
	IterationTimeout   Value[time.Duration] // 0 means none
	MaxOutputBuffer    Value[int]           // bytes
	FailureThreshold   Value[int]
	LogLevel           Value[slog.Level]
	LogFormat          Value[string] // "text" or "json"
	LogTimestampFormat Value[string] // "time", "time-ms", "relative", "iso" or "none"
	ShowAIOutput       Value[bool]

	AICommand Value[Command]

	parts map[prompts.Phase][]part // the procedure's fragments with their origins
}

// Resolve returns the settings for a run of the named procedure. The error is
// a Problems with all that is wrong: InvalidErrors about flags, a
// *prompts.UnknownError for the name, a *NoCommandError or an
// *UnknownAliasError. With it come the settings that nothing is wrong with, so
// that a dry run can show them. What follows from a problem that Load has
// reported is no problem of its own.
func (c *Config) Resolve(name string, flags Flags) (Settings, error) {
	given, problems := flags.choices()
	phases, more := flags.phases(c.workdir)
	problems = append(problems, more...)
	context, err := prompts.ReadContext(flags.Context, c.workdir)
	problems = append(problems, unusable("--context", err)...)
	p, said, unknown := c.definition(name)
	if unknown != nil && !c.doubtful("procedures", name) {
		problems = append(problems, unknown)
	}
	said = procedure{phases: phases}.over(said)
	chosen := given.over(said.choices.settled().over(c.loop))
	command, err := c.command(name, chosen.ai)
	if err != nil && !c.follows(err, name, command, append(problems, c.invalid...)) {
		problems = append(problems, err)
	}
	s := Settings{
		Procedure: said.apply(p), Context: context, AICommand: command,
		MaxIterations: chosen.limit(), IterationTimeout: *chosen.timeout,
		MaxOutputBuffer: *chosen.buffer, FailureThreshold: *chosen.threshold,
		LogLevel: *chosen.level, LogFormat: *chosen.format, LogTimestampFormat: *chosen.timestamp,
		ShowAIOutput: *chosen.show,
		parts:        map[prompts.Phase][]part{},
	}
	for _, phase := range prompts.Phases() {
		s.parts[phase] = said.parts(s.Procedure, phase)
	}
	return s, problems.err()
}

// limit is the number of iterations. The mode governs the count: a count that
// is said without a mode changes nothing where the mode is unlimited (LOOP-08).
func (c choices) limit() Value[int] {
	if c.mode.V == unlimited {
		return Value[int]{0, c.mode.From}
	}
	return *c.count
}

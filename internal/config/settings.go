package config

import (
	"log/slog"
	"time"

	"rooda/adapters"
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
}

// Command is the AI command of a run. Value.From says who chose it.
type Command struct {
	Line string // the whole command line
	// Alias is the name that stood for it, empty when the line was given.
	Alias string
	// AliasFrom is where the alias is defined.
	AliasFrom Origin
	// Adapter launches it: for a built-in alias with the agent's environment
	// and decoder, for anything else with the prompt on standard input.
	Adapter adapters.Adapter
}

// Check is one thing that has to be right before the first iteration.
type Check struct {
	OK   bool
	Text string // one line, without a mark: "AI command binary exists: /usr/bin/claude"
	// Detail is a second line, empty when there is nothing to add.
	Detail string
	// Err is nil when OK; where a person can act it has a Hint() string.
	Err error
}

// Checks looks at what a run needs: the AI command's binary, as a child with
// that environment in that directory would find it, and every part of the
// prompt. It returns all findings, in the order a person would fix them.
func (s Settings) Checks(environ []string, dir string) []Check { return nil }

// Entries lists the settings for a person, in a fixed order.
func (s Settings) Entries() []Entry { return nil }

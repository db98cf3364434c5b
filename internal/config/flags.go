package config

// Flags is what the command line says about one run. The zero value says
// nothing. Paths are relative to the working directory.
type Flags struct {
	MaxIterations *int // --max-iterations, nil when it is not given
	Unlimited     bool

	AICmd      *string // --ai-cmd, nil when it is not given; wins over the alias
	AICmdAlias *string // --ai-cmd-alias, the same

	Verbose, Quiet bool
	// LogLevel, LogFormat and LogTimestampFormat are empty when not given.
	// LogLevel wins over Quiet.
	LogLevel, LogFormat, LogTimestampFormat string

	// Each value is a file or a text, by the rule of prompts.ReadContext. Any
	// use of a phase's flag replaces the whole phase.
	Observe, Orient, Decide, Act []string
	Context                      []string
}

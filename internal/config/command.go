package config

import "rooda/adapters"

// NoCommandError is returned when nothing says which AI command to run (AI-02).
type NoCommandError struct {
	Procedure string
	Aliases   []string         // every alias there is, sorted
	Installed []adapters.Found // agents found in PATH
}

func (e *NoCommandError) Error() string { return "no AI command configured" }

// UnknownAliasError is returned for an alias that nobody defined.
type UnknownAliasError struct {
	Alias   string
	From    Origin   // who asked for it
	Aliases []string // every alias there is, sorted
}

func (e *UnknownAliasError) Error() string { return "unknown AI command alias" }

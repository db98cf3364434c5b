package config

import (
	"errors"
	"slices"
	"strings"

	"rooda/internal/yamlsrc"
	"rooda/prompts"
)

// doubtful reports whether nobody knows what the files say at a path: one of
// them cannot be read, or something is wrong there, above or below.
func (c *Config) doubtful(at ...any) bool {
	return c.unread || slices.ContainsFunc(c.sources, func(s *source) bool {
		if s.doc == nil || s.faulty(at...) {
			return true
		}
		return slices.ContainsFunc(s.problems, func(p yamlsrc.Problem) bool {
			for i := range at {
				if p.Field == s.doc.Problem(at[:i], "", "").Field {
					return true
				}
			}
			return false
		})
	})
}

// follows reports whether an error about the AI command of a procedure only
// follows from a problem that is reported anyway.
func (c *Config) follows(err error, procedure string, command Value[Command], known Problems) bool {
	var unset *NoCommandError
	var alias *UnknownAliasError
	switch {
	case errors.As(err, &unset):
		return slices.ContainsFunc(known, concernsCommand) || slices.ContainsFunc([]string{"ai_cmd", "ai_cmd_alias"}, func(key string) bool {
			return c.doubtful("loop", key) || c.doubtful("procedures", procedure, key)
		})
	case errors.As(err, &alias):
		return c.doubtful("ai_cmd_aliases", alias.Alias) || c.doubtful("adapters", alias.Alias)
	}
	// A line in a file was refused there.
	return command.From.File != "" || command.V.AliasFrom.File != ""
}

// concernsCommand reports whether a problem leaves open which AI command is
// meant. An unknown procedure does, too: it may have one of its own.
func concernsCommand(err error) bool {
	var unknown *prompts.UnknownError
	var invalid *InvalidError
	return errors.As(err, &unknown) || errors.As(err, &invalid) && (strings.Contains(invalid.Source, "AI_CMD") || strings.Contains(invalid.Source, "ai-cmd"))
}

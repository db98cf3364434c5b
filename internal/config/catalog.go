package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rooda/prompts"
)

// Procedures returns the shipped procedures as the configuration changes
// them, in their order, and then its own, sorted by name. The caller owns the
// result.
func (c *Config) Procedures() []prompts.Procedure {
	var all []prompts.Procedure
	for _, name := range c.names() {
		if p, _, err := c.definition(name); err == nil {
			all = append(all, p)
		}
	}
	return all
}

// Procedure finds one of them by name, or by the alias bootstrap. The error
// is a *prompts.UnknownError.
func (c *Config) Procedure(name string) (prompts.Procedure, error) {
	p, _, err := c.definition(name)
	return p, err
}

func (c *Config) names() []string {
	names := prompts.Names()
	for _, name := range slices.Sorted(maps.Keys(c.procedures)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// definition returns a procedure and what the files say about it.
func (c *Config) definition(name string) (prompts.Procedure, procedure, error) {
	said, configured := c.procedures[name]
	base, err := prompts.Lookup(name)
	switch {
	case err == nil && base.Name != name: // an alias has what is said about the real name, and more
		said = said.over(c.procedures[base.Name])
		if configured {
			base.Name = name
		}
	case err != nil && configured:
		base = prompts.Procedure{Name: name}
	case err != nil:
		return base, said, c.unknown(name)
	}
	return said.apply(base), said, nil
}

func (c *Config) unknown(name string) error {
	names := c.names()
	unknown := &prompts.UnknownError{Kind: "procedure", Name: name, Suggestions: prompts.Nearest(name, append(slices.Clip(names), prompts.Aliases()...))}
	if len(unknown.Suggestions) == 0 {
		unknown.Known = names
	}
	return unknown
}

// checkProcedures refuses procedures that nothing could be made of, once the
// tiers are merged. The file that wins is the one to change.
func (c *Config) checkProcedures() {
	for name := range c.procedures {
		for _, s := range c.sources {
			if _, here := s.file.Procedures[name]; here {
				c.checkProcedure(s, name)
				break
			}
		}
	}
}

func (c *Config) checkProcedure(s *source, name string) {
	p, said, err := c.definition(name)
	if err != nil {
		return // not possible: it is configured
	}
	_, err = prompts.Lookup(name)
	var missing []string
	fragments := 0
	for _, phase := range prompts.Phases() {
		fragments += len(p.Phase(phase))
		if c.faulty("procedures", name, string(phase)) {
			return // that is the problem
		}
		if err != nil && said.phases[phase] == nil {
			missing = append(missing, string(phase))
		}
	}
	at := []any{"procedures", name}
	switch {
	case len(missing) > 0:
		hint := fmt.Sprintf("write %s: [] for a phase without text", missing[0])
		if near := prompts.Nearest(name, prompts.Names()); len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "? else " + hint
		}
		s.problems = append(s.problems, s.doc.KeyProblem(at, "a new procedure needs all four phases; missing: "+strings.Join(missing, ", "), hint))
	case fragments == 0:
		s.problems = append(s.problems, s.doc.KeyProblem(at, "no phase has any text", "give at least one phase a fragment"))
	}
}

// hidden warns about procedures that have the name of a command.
func (s *source) hidden(commands []string) {
	for _, name := range commands {
		if at := []any{"procedures", name}; s.has(at...) {
			s.warnings = append(s.warnings, s.doc.KeyProblem(at, "rooda "+name+" is a command", "rooda run "+name+" runs the procedure"))
		}
	}
}

// faulty reports whether something is wrong at a path in any file.
func (c *Config) faulty(at ...any) bool {
	return slices.ContainsFunc(c.sources, func(s *source) bool { return s.doc != nil && s.faulty(at...) })
}

package config

import (
	"cmp"

	"rooda/prompts"
)

// procedure is what the files say about one procedure. Nil means nothing.
type procedure struct {
	display, summary, description *Value[string]
	phases                        map[prompts.Phase]*Value[[]part] // an empty list is a choice, too
	choices                       choices
}

// part is one fragment of a phase, and where it was said.
type part struct {
	fragment prompts.Fragment
	from     Origin
	refused  bool // and why is known
}

func (p procedure) over(below procedure) procedure {
	merged := procedure{
		display:     cmp.Or(p.display, below.display),
		summary:     cmp.Or(p.summary, below.summary),
		description: cmp.Or(p.description, below.description),
		phases:      map[prompts.Phase]*Value[[]part]{},
		choices:     p.choices.over(below.choices),
	}
	for _, phase := range prompts.Phases() {
		merged.phases[phase] = cmp.Or(p.phases[phase], below.phases[phase])
	}
	return merged
}

// apply returns base with what is said about it.
func (p procedure) apply(base prompts.Procedure) prompts.Procedure {
	said := func(v *Value[string], otherwise string) string {
		if v == nil {
			return otherwise
		}
		return v.V
	}
	base.Display = said(p.display, base.Display)
	base.Summary = said(p.summary, base.Summary)
	base.Description = said(p.description, base.Description)
	if p.rewritten() && (p.summary != nil || p.description != nil) {
		base.Goal = "" // whoever gives it other work says what that is for
	}
	for phase, v := range p.phases {
		if v != nil {
			*fragments(&base, phase) = unwrap(v.V)
		}
	}
	return base
}

// rewritten reports whether a phase of it has been replaced.
func (p procedure) rewritten() bool {
	for _, v := range p.phases {
		if v != nil {
			return true
		}
	}
	return false
}

// parts returns the fragments of a phase of the procedure that apply gave,
// each with its origin.
func (p procedure) parts(applied prompts.Procedure, phase prompts.Phase) []part {
	if v := p.phases[phase]; v != nil {
		return v.V
	}
	var parts []part
	for _, f := range applied.Phase(phase) {
		parts = append(parts, part{fragment: f, from: Origin{Tier: BuiltIn}})
	}
	return parts
}

func unwrap(parts []part) []prompts.Fragment {
	out := make([]prompts.Fragment, len(parts))
	for i, p := range parts {
		out[i] = p.fragment
	}
	return out
}

func fragments(p *prompts.Procedure, phase prompts.Phase) *[]prompts.Fragment {
	switch phase {
	case prompts.Observe:
		return &p.Observe
	case prompts.Orient:
		return &p.Orient
	case prompts.Decide:
		return &p.Decide
	default:
		return &p.Act
	}
}

func (f procedureFile) phase(phase prompts.Phase) *phaseFile {
	switch phase {
	case prompts.Observe:
		return f.Observe
	case prompts.Orient:
		return f.Orient
	case prompts.Decide:
		return f.Decide
	default:
		return f.Act
	}
}

// procedures returns what this file says about each procedure.
func (s *source) procedures() map[string]procedure {
	said := map[string]procedure{}
	for name, f := range s.file.Procedures {
		at := s.keys(name, "procedures", name)
		p := procedure{
			display:     pick(at, "display", f.Display, str[text]),
			summary:     pick(at, "summary", f.Summary, str[text]),
			description: pick(at, "description", f.Description, str[text]),
			phases:      map[prompts.Phase]*Value[[]part]{},
			choices:     f.settingsFile.choices(at),
		}
		for _, phase := range prompts.Phases() {
			p.phases[phase] = pick(at, string(phase), f.phase(phase), func(written phaseFile) []part {
				return s.parts(written, name, phase)
			})
		}
		said[name] = p
	}
	return said
}

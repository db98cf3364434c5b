package prompts

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// Procedure is a named prompt. The shipped ones come from [Procedures] and
// [Lookup]; configuration overrides their fields or builds new ones.
type Procedure struct {
	Name        string // what a user types
	Display     string // what a person reads
	Summary     string // one line, for lists
	Description string // a few sentences, for one procedure's page

	// Goal is what the agent is told to reach, as one sentence without its
	// full stop. Empty means the summary, or without one the description.
	Goal string

	// Signals is the procedure's own meaning of the promises. Empty fields
	// stand for a general rule.
	Signals Signals

	Observe, Orient, Decide, Act []Fragment
}

// Signals says when the agent ends its output with which promise. Each is a
// sentence without its full stop.
type Signals struct {
	Success  string // the goal is reached; the loop ends
	Continue string // no promise: the next iteration goes on
	Failure  string // this iteration could not do its work
}

// Rules returns what the promises mean for the procedure, with the general
// rule where it has none of its own.
func (p Procedure) Rules() Signals { return p.Signals.or(generalSignals(false)) }

// goal is what the prompt says the procedure is for.
func (p Procedure) goal() string {
	for _, said := range []string{p.Goal, p.Summary, p.Description} {
		if said = strings.TrimRight(strings.Join(strings.Fields(said), " "), ". "); said != "" {
			return said
		}
	}
	return "What the phases below ask for, all of it"
}

func (s Signals) or(general Signals) Signals {
	return Signals{
		Success:  cmp.Or(s.Success, general.Success),
		Continue: cmp.Or(s.Continue, general.Continue),
		Failure:  cmp.Or(s.Failure, general.Failure),
	}
}

// Phase returns the fragments of one phase.
func (p Procedure) Phase(phase Phase) []Fragment {
	switch phase {
	case Observe:
		return p.Observe
	case Orient:
		return p.Orient
	case Decide:
		return p.Decide
	default:
		return p.Act
	}
}

// Procedures returns the shipped procedures, in the order they are listed.
// The caller owns the result.
func Procedures() []Procedure {
	all := slices.Clone(shippedProcedures())
	for i := range all {
		all[i] = all[i].clone()
	}
	return all
}

// clone has phases of its own. Shipped fragments have no parameters to share.
func (p Procedure) clone() Procedure {
	p.Observe, p.Orient, p.Decide, p.Act = slices.Clone(p.Observe), slices.Clone(p.Orient), slices.Clone(p.Decide), slices.Clone(p.Act)
	return p
}

// shippedProcedures are put together once, when they are asked for; nobody
// changes what they hold.
var shippedProcedures = sync.OnceValue(func() []Procedure {
	return slices.Concat([]Procedure{agentsSync(), build(), publishPlan()}, audits(), draftPlans())
})

// Names returns the names of the shipped procedures, in the same order.
func Names() []string {
	shipped := shippedProcedures()
	names := make([]string, len(shipped))
	for i, p := range shipped {
		names[i] = p.Name
	}
	return names
}

// bootstrap is the name under which the specs' examples know agents-sync.
const bootstrap = "bootstrap"

// Aliases returns further names that Lookup knows.
func Aliases() []string { return []string{bootstrap} }

// Lookup finds a shipped procedure by its name, or agents-sync by its alias
// bootstrap. The error is an [*UnknownError].
func Lookup(name string) (Procedure, error) {
	wanted := name
	if name == bootstrap {
		wanted = agentsSync().Name
	}
	for _, p := range shippedProcedures() {
		if p.Name == wanted {
			return p.clone(), nil
		}
	}
	unknown := &UnknownError{Kind: "procedure", Name: name, Suggestions: Nearest(name, append(Names(), Aliases()...))}
	if len(unknown.Suggestions) == 0 {
		unknown.Known = Names()
	}
	return Procedure{}, unknown
}

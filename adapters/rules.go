package adapters

import (
	"errors"
	"fmt"
	"slices"
	"sync"
)

// patterns is a list of alternatives.
type patterns []*expression

func compile(what string, sources []string, problems *[]error) patterns {
	var list patterns
	for _, source := range sources {
		p, err := compileExpression(source)
		if err != nil {
			*problems = append(*problems, fmt.Errorf("%s: %w", what, err))
			continue
		}
		list = append(list, p)
	}
	return list
}

type titleRule struct {
	TitleRule
	match *expression
}

type dialogRule struct {
	DialogRule
	features patterns
}

// rules is Signs, compiled.
type rules struct {
	busy, idle, waiting, failure, done patterns
	placeholder, version               patterns
	titles                             []titleRule
	dialogs                            []dialogRule
}

func (s Signs) compile() (rules, error) {
	var problems []error
	r := rules{
		busy: compile("marks.busy", s.Marks.Busy, &problems), idle: compile("marks.idle", s.Marks.Idle, &problems),
		waiting: compile("marks.waiting", s.Marks.Waiting, &problems), failure: compile("marks.error", s.Marks.Error, &problems),
		done: compile("marks.done", s.Marks.Done, &problems), placeholder: compile("marks.placeholder", s.Marks.Placeholder, &problems),
	}
	if s.Version != "" {
		r.version = compile("version", []string{s.Version}, &problems)
		if len(r.version) > 0 && r.version[0].NumSubexp() == 0 {
			problems = append(problems, errors.New("version: the pattern has no group for the version"))
		}
	}
	for _, t := range s.Titles {
		switch t.State {
		case Idle, Working, Blocked:
		default:
			problems = append(problems, fmt.Errorf("titles: state %q is not idle, working or blocked", t.State))
		}
		switch t.After {
		case "", Idle, Working, Blocked:
		default:
			problems = append(problems, fmt.Errorf("titles: after %q is not idle, working or blocked", t.After))
		}
		if p := compile("titles", []string{t.Match}, &problems); p != nil {
			r.titles = append(r.titles, titleRule{t, p[0]})
		}
	}
	for _, d := range s.Dialogs {
		if len(d.Features) < 2 {
			problems = append(problems, errors.New("dialogs: one feature alone is no dialog"))
		}
		switch d.Form {
		case "", "row", "entry":
		default:
			problems = append(problems, fmt.Errorf("dialogs: form %q is not row or entry", d.Form))
		}
		if d.Below < 0 || d.Below > MostBelow {
			problems = append(problems, fmt.Errorf("dialogs: below %d is not between 0 and %d", d.Below, MostBelow))
		}
		r.dialogs = append(r.dialogs, dialogRule{d, compile("dialogs", d.Features, &problems)})
	}
	for _, h := range s.Handlers {
		if err := h.validate(); err != nil {
			problems = append(problems, fmt.Errorf("handlers: %w", err))
		}
	}
	return r, errors.Join(problems...)
}

// genericRules are those of genericSigns, which nobody changes, compiled once.
var genericRules = sync.OnceValues(func() (rules, error) {
	common, err := genericSigns()
	if err != nil {
		return rules{}, err
	}
	r, err := common.compile()
	if err != nil {
		return rules{}, fmt.Errorf("compile generic signs: %w", err)
	}
	return r, nil
})

// same reports whether two rules have the same features.
func (d dialogRule) same(o dialogRule) bool { return slices.Equal(d.Features, o.Features) }

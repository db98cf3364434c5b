package config

import (
	"fmt"
	"slices"
	"time"

	"rooda/adapters"
)

// read lays what this file says about an agent's terminal over signs.
func (s *source) read(signs adapters.Signs, name string) adapters.Signs {
	f := s.file.Adapters[name].terminalFile
	set(&signs.OSC7501, f.OSC7501)
	if m := f.Marks; m != nil {
		replace(&signs.Marks.Busy, m.Busy)
		replace(&signs.Marks.Idle, m.Idle)
		replace(&signs.Marks.Waiting, m.Waiting)
		replace(&signs.Marks.Error, m.Error)
		replace(&signs.Marks.Done, m.Done)
		replace(&signs.Marks.Placeholder, m.Placeholder)
		if m.Idle != nil {
			signs.BlindQuiet = 0 // its composer is known
		}
	}
	lasts(&signs.IdleQuiet, f.IdleQuiet)
	lasts(&signs.BlindQuiet, f.BlindQuiet)
	var titles []adapters.TitleRule
	for _, t := range f.Titles {
		rule := adapters.TitleRule{Match: string(t.Match), State: adapters.Condition(t.State), After: adapters.Condition(t.After)}
		lasts(&rule.Fresh, t.Fresh)
		titles = append(titles, rule)
	}
	signs.Titles = slices.Concat(titles, signs.Titles)
	var dialogs []adapters.DialogRule
	for _, d := range f.Dialogs {
		rule := adapters.DialogRule{Kind: adapters.Kind(d.Kind), Form: d.Form}
		replace(&rule.Features, d.Features)
		set(&rule.Below, (*int)(d.Below))
		dialogs = append(dialogs, rule)
	}
	signs.Dialogs = slices.Concat(dialogs, signs.Dialogs)
	signs.Handlers = over(handlers(f.Handlers), signs.Handlers)
	if f.Submit != nil {
		lasts(&signs.Submit.Settle, f.Submit.Settle)
		set(&signs.Submit.Enters, (*int)(f.Submit.Enters))
	}
	set(&signs.Version, (*string)(f.Version))
	if f.Cautious != nil {
		signs.Cautious = f.Cautious
	}
	set(&signs.ExitInput, (*string)(f.ExitInput))
	return signs
}

func handlers(files []handlerFile) []adapters.Handler {
	var list []adapters.Handler
	for i, f := range files {
		h := adapters.Handler{Name: fmt.Sprintf("handler %d", i+1), Kind: adapters.Kind(f.Kind), Match: string(f.Match), Use: f.Use}
		set(&h.Name, (*string)(f.Name))
		replace(&h.Keys, f.Keys)
		set(&h.Choose, (*string)(f.Choose))
		set(&h.MaxUses, (*int)(f.MaxUses))
		list = append(list, h)
	}
	return list
}

// over puts handlers before others, and in the place of those of their name.
func over(first, then []adapters.Handler) []adapters.Handler {
	list := slices.Clone(first)
	for _, h := range then {
		if !slices.ContainsFunc(first, func(f adapters.Handler) bool { return f.Name == h.Name }) {
			list = append(list, h)
		}
	}
	return list
}

func set[T any](field *T, said *T) {
	if said != nil {
		*field = *said
	}
}

func replace[T ~string](field *[]string, said []T) {
	if said == nil {
		return
	}
	*field = []string{}
	for _, s := range said {
		*field = append(*field, string(s))
	}
}

// lasts sets a time that check has found to be sound.
func lasts(field *time.Duration, said *pause) {
	if said == nil {
		return
	}
	if d, err := parseSpan(string(*said)); err == nil {
		*field = d
	}
}

package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"rooda/adapters"
)

// terminalFile is how an agent's terminal is read, answered and typed into.
type terminalFile struct {
	OSC7501    *bool         `json:"osc7501" jsonschema_description:"Whether the agent's program status records (OSC 7501) are used."`
	Titles     []titleFile   `json:"titles" jsonschema_description:"What window titles mean; they are tried before the built-in ones."`
	Marks      *marksFile    `json:"marks" jsonschema_description:"Patterns over the bottom of the screen, without frames and blank lines; each list takes the place of the built-in one."`
	Dialogs    []dialogFile  `json:"dialogs" jsonschema_description:"How questions look; they are tried before the built-in ones."`
	IdleQuiet  *pause        `json:"idle_quiet" jsonschema_description:"How long the text rests before the composer means idle."`
	BlindQuiet *pause        `json:"blind_quiet" jsonschema_description:"The same where no composer can be seen; unset: never, once there is an idle mark."`
	Version    *text         `json:"version" jsonschema_description:"A pattern for the version on the screen, its first group; another release than recorded makes for caution."`
	Cautious   *bool         `json:"cautious" jsonschema_description:"true: nothing is typed into the agent; false: whatever its version; unset: that depends on version and recorded."`
	Handlers   []handlerFile `json:"handlers" jsonschema_description:"Answers to questions under auto_approve; they are tried before the built-in ones, and one of the same name takes its place."`
	Submit     *submitFile   `json:"submit" jsonschema_description:"How text is handed to the composer."`
	ExitInput  *argument     `json:"exit_input" jsonschema:"example=/exit" jsonschema_description:"What a person types to leave; empty: it is ended by a signal."`
}

type marksFile struct {
	Busy    []text `json:"busy" jsonschema_description:"It works; this vetoes idle."`
	Idle    []text `json:"idle" jsonschema_description:"Its composer."`
	Waiting []text `json:"waiting" jsonschema_description:"Somebody should look."`
	Error   []text `json:"error" jsonschema_description:"A turn has ended badly."`
	Done    []text `json:"done" jsonschema_description:"A turn has ended: the composer then means idle after a second."`
}

type titleFile struct {
	Match text   `json:"match" jsonschema:"required" jsonschema_description:"A pattern over the title."`
	State string `json:"state" jsonschema:"required,enum=idle,enum=working,enum=blocked" jsonschema_description:"What it means."`
	Fresh *pause `json:"fresh" jsonschema_description:"How long it means so, for a title that moves while the agent works."`
	After string `json:"after" jsonschema:"enum=idle,enum=working,enum=blocked" jsonschema_description:"What the title before it has to have meant."`
}

type dialogFile struct {
	Features []text `json:"features" jsonschema:"required" jsonschema_description:"At least two patterns, each for a line of its own, from top to bottom."`
	Kind     string `json:"kind" jsonschema:"enum=permission,enum=question,enum=auth,enum=trust" jsonschema_description:"What is asked for; unset: it is told from the words."`
	Form     string `json:"form" jsonschema:"enum=row,enum=entry" jsonschema_description:"Where the options are: row for those in the last feature's line, entry for none; unset: a list at the first feature."`
}

type handlerFile struct {
	Name    *text      `json:"name" jsonschema_description:"What the journal calls it."`
	Kind    string     `json:"kind" jsonschema:"required,enum=permission,enum=question,enum=auth,enum=trust" jsonschema_description:"What is asked for."`
	Match   text       `json:"match" jsonschema:"required" jsonschema_description:"A pattern over the question and its options, one a line."`
	Use     string     `json:"use" jsonschema:"enum=pressEnter,enum=confirmYes" jsonschema_description:"A standard answer."`
	Keys    []argument `json:"keys" jsonschema_description:"Keys to send as they are."`
	Choose  *text      `json:"choose" jsonschema_description:"A pattern for the option to choose."`
	MaxUses *useCount  `json:"max_uses" jsonschema_description:"Most questions that it answers in one run."`
}

type submitFile struct {
	Settle *pause      `json:"settle" jsonschema_description:"Time between the text and Enter."`
	Enters *enterCount `json:"enters" jsonschema:"example=2" jsonschema_description:"Most Enters for one text."`
}

const regexpHint = "patterns are Go's: https://pkg.go.dev/regexp/syntax"

// terminal checks what the schema cannot.
func (s *source) terminal(f terminalFile, at ...any) {
	for i, t := range f.Titles {
		s.pattern(string(t.Match), under(under(under(at, "titles"), i), "match")...)
		s.pause(t.Fresh, under(under(under(at, "titles"), i), "fresh")...)
	}
	if m := f.Marks; m != nil {
		s.patterns(m.Busy, under(under(at, "marks"), "busy")...)
		s.patterns(m.Idle, under(under(at, "marks"), "idle")...)
		s.patterns(m.Waiting, under(under(at, "marks"), "waiting")...)
		s.patterns(m.Error, under(under(at, "marks"), "error")...)
		s.patterns(m.Done, under(under(at, "marks"), "done")...)
	}
	for i, d := range f.Dialogs {
		features := under(under(under(at, "dialogs"), i), "features")
		s.patterns(d.Features, features...)
		if s.has(features...) && len(d.Features) < 2 {
			s.refuse(errors.New("one feature alone is no dialog"), "prose matches one pattern easily: add one for the keys below, such as Esc to cancel", features...)
		}
	}
	for i, h := range f.Handlers {
		s.handler(h, under(under(at, "handlers"), i)...)
	}
	if f.Version != nil {
		version := under(at, "version")
		s.pattern(string(*f.Version), version...)
		if p, err := regexp.Compile(string(*f.Version)); err == nil && p.NumSubexp() == 0 && s.has(version...) {
			s.refuse(errors.New("the pattern has no group"), `put the version in parentheses: 'Agent v(\d[\w.-]*)'`, version...)
		}
	}
	s.pause(f.IdleQuiet, under(at, "idle_quiet")...)
	s.pause(f.BlindQuiet, under(at, "blind_quiet")...)
	if f.Submit != nil {
		s.pause(f.Submit.Settle, under(under(at, "submit"), "settle")...)
	}
}

func (s *source) handler(h handlerFile, at ...any) {
	if !s.has(at...) {
		return
	}
	s.pattern(string(h.Match), under(at, "match")...)
	if h.Choose != nil {
		s.pattern(string(*h.Choose), under(at, "choose")...)
	}
	given := 0
	for _, key := range []string{"use", "keys", "choose"} {
		if s.doc.Has(under(at, key)...) {
			given++
		}
	}
	if given != 1 {
		s.refuse(fmt.Errorf("a handler has exactly one of use, keys and choose, this one has %d", given), "use: confirmYes takes the plain yes", at...)
	}
}

func (s *source) patterns(list []text, at ...any) {
	for i, p := range list {
		s.pattern(string(p), under(at, i)...)
	}
}

func (s *source) pattern(p string, at ...any) {
	if _, err := regexp.Compile(p); err != nil && s.has(at...) {
		s.refuse(err, regexpHint, at...)
	}
}

func (s *source) pause(v *pause, at ...any) {
	if v == nil || !s.has(at...) {
		return
	}
	if _, err := parseSpan(string(*v)); err != nil {
		s.refuse(err, advice(err), at...)
	}
}

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

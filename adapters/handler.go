package adapters

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Handler answers one sort of question (CORE-19), as data. It matches by kind
// and by a pattern over the text and the options, one a line; both must be
// given, because no answer fits every question. Exactly one of Use, Keys
// and Choose says what to type.
type Handler struct {
	Name  string `yaml:"name" json:"name"`
	Kind  Kind   `yaml:"kind" json:"kind"`
	Match string `yaml:"match" json:"match"`
	// Use is a standard action: "pressEnter" (CORE-20), which takes the option
	// that stands chosen, or "confirmYes", which chooses the plain yes.
	Use string `yaml:"use" json:"use,omitempty"`
	// Keys are typed one after the other: names of keys, and text (see KeyText).
	Keys []string `yaml:"keys" json:"keys,omitempty"`
	// Choose is a pattern for the label of the option to choose.
	Choose string `yaml:"choose" json:"choose,omitempty"`
	// MaxUses is how many questions the handler answers in one run, 0 for
	// any number.
	MaxUses int `yaml:"max_uses" json:"max_uses,omitempty"`
}

const (
	enterKey = "\r"
	upKey    = "\x1b[A"
	downKey  = "\x1b[B"
	rightKey = "\x1b[C"
	leftKey  = "\x1b[D"
)

// yes is an answer that allows this once, and nothing more.
const yes = `(?i)^(?:yes|y|ok|allow once|approve once|yes, (?:proceed|allow once))(?: \([^)]*\))?$`

func (h Handler) validate() error {
	actions := 0
	for _, given := range []bool{h.Use != "", len(h.Keys) > 0, h.Choose != ""} {
		if given {
			actions++
		}
	}
	var problems []error
	if actions != 1 {
		problems = append(problems, errors.New("exactly one of use, keys and choose is needed"))
	}
	if h.Use != "" && h.Use != "pressEnter" && h.Use != "confirmYes" {
		problems = append(problems, fmt.Errorf("use: %q is not pressEnter or confirmYes", h.Use))
	}
	switch h.Kind {
	case Permission, Question, Auth, Trust:
	default:
		problems = append(problems, fmt.Errorf("kind: %q is not permission, question, auth or trust", h.Kind))
	}
	if h.Match == "" {
		problems = append(problems, errors.New("match: missing"))
	}
	if _, err := entryStrokes(h.Keys); err != nil {
		problems = append(problems, err)
	}
	for _, source := range []string{h.Match, h.Choose} {
		if _, err := regexp.Compile(source); err != nil {
			problems = append(problems, err)
		}
	}
	if err := errors.Join(problems...); err != nil {
		return fmt.Errorf("handler %q: %w", h.Name, err)
	}
	return nil
}

// matches reports whether a question is of the handler's sort. A handler that
// is not sound has none.
func (h Handler) matches(d *Dialog) bool {
	text := d.Text + "\n" + strings.Join(labels(d), "\n")
	return h.validate() == nil && h.Kind == d.Kind && regexp.MustCompile(h.Match).MatchString(text)
}

// keys returns what to type for a question that matches, false when the
// handler does not know (CORE-21).
func (h Handler) keys(d *Dialog) (strokes []string, ok bool) {
	var keys string
	switch {
	case h.Use == "pressEnter":
		keys, ok = enterKey, true
	case h.Use == "confirmYes":
		keys, ok = d.choose(yes)
	case h.Choose != "":
		keys, ok = d.choose(h.Choose)
	default:
		strokes, err := entryStrokes(h.Keys)
		return strokes, err == nil
	}
	return Strokes(keys), ok
}

// unable says why there are no keys for a question that matches.
func (h Handler) unable() string {
	if h.Use == "confirmYes" {
		return "no option is a plain yes, such as Yes, y, OK or Allow once; choose can name another"
	}
	return fmt.Sprintf("no option that can be reached matches choose: %s", h.Choose)
}

// choose returns the keys for the first option with a matching label: Enter
// when it is the one that is chosen now, else its digit, or the way to it.
// Some lists take no digits for an answer, and all take Enter.
func (d *Dialog) choose(pattern string) (keys string, ok bool) {
	target := d.first(pattern)
	selected := slices.IndexFunc(d.Options, func(o Option) bool { return o.Selected })
	back, forth := upKey, downKey
	if d.across {
		back, forth = leftKey, rightKey
	}
	switch {
	case target < 0:
		return "", false
	case target == selected:
		return enterKey, true
	case d.Options[target].Key != "":
		return d.Options[target].Key, true
	case selected < 0 || d.unsure(min(target, selected), max(target, selected)):
		return "", false
	case target < selected:
		return strings.Repeat(back, selected-target) + enterKey, true
	}
	return strings.Repeat(forth, target-selected) + enterKey, true
}

// first is the first option with a matching label, -1 for none.
func (d *Dialog) first(pattern string) int {
	match := regexp.MustCompile(pattern)
	return slices.IndexFunc(d.Options, func(o Option) bool { return match.MatchString(o.Label) })
}

// unsure reports whether it cannot be told how many steps there are between two
// options.
func (d *Dialog) unsure(from, to int) bool {
	return slices.ContainsFunc(d.doubtful, func(i int) bool { return from < i && i <= to })
}

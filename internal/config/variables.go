package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rooda/prompts"
)

const (
	ownPrefix     = "ROODA_"
	rehearsalPace = "ROODA_REHEARSAL_PACE"
)

// otherVariables are those that set nothing of a loop.
var otherVariables = []string{
	"ROODA_CONFIG_HOME", "ROODA_STATE_HOME", "ROODA_DETACH_KEYS", rehearsalPace,
	"ROODA_SESSION", "ROODA_TASK", "ROODA_ITERATION", "ROODA_ITERATION_KEY", "ROODA_EVENT_FILE", // what agents are told
	"ROODA_STAGE", "ROODA_KIND", "ROODA_EXCERPT", // what notify.on_waiting is told
}

// unknownVariables warns about variables that look like rooda's and are none.
// One that begins with no more than ROODA_ and resembles no other may be
// somebody else's.
func unknownVariables(environ []string) Problems {
	known := slices.Clone(otherVariables)
	for _, v := range environment {
		known = append(known, v.name)
	}
	endings := make([]string, len(known))
	for i, name := range known {
		endings[i] = strings.TrimPrefix(name, ownPrefix)
	}
	var warnings Problems
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		ending, own := strings.CutPrefix(name, ownPrefix)
		if !own || slices.Contains(known, name) {
			continue
		}
		w := &InvalidError{Source: name, Message: "rooda knows no such variable"}
		switch near := prompts.Nearest(ending, endings); {
		case len(near) > 0:
			w.Advice = "did you mean " + ownPrefix + near[0] + "?"
		case strings.HasPrefix(ending, "LOOP_") && within(ending, endings) != "":
			w.Advice = "did you mean " + ownPrefix + within(ending, endings) + "?"
		case strings.HasPrefix(ending, "LOOP_"):
			w.Advice = "rooda config show --origin shows what is in force; docs/configuration.md lists the variables"
		default:
			continue
		}
		if !slices.ContainsFunc(warnings, func(other error) bool { return other.Error() == w.Error() }) {
			warnings = append(warnings, w)
		}
	}
	if pace := lookup(environ, rehearsalPace); pace != "" {
		if f, err := strconv.ParseFloat(pace, 64); err != nil || f < 0 {
			warnings = append(warnings, &InvalidError{Source: rehearsalPace, Message: fmt.Sprintf("found %q, want a number from 0: it counts for nothing", pace),
				Advice: "a factor on all pauses: 0 for none, 0.5 for half of them"})
		}
	}
	slices.SortFunc(warnings, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return warnings
}

// within returns the one of names that has all words of name in it, empty when
// none or several do.
func within(name string, names []string) string {
	found := ""
	for _, full := range names {
		words := strings.Split(full, "_")
		if !slices.ContainsFunc(strings.Split(name, "_"), func(w string) bool { return !slices.Contains(words, w) }) {
			if found != "" {
				return ""
			}
			found = full
		}
	}
	return found
}

package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/session"
)

// strikes reports whether a key comes with the text or behind it that could take an answer of a list.
func (o sendOptions) strikes(text []byte) bool {
	return o.enter || len(o.keys.given) > 0 || bytes.ContainsAny(text, "\r\n")
}

// hostsQuestion is what the session's host says that the agent asks, nil for nothing, or without one.
func (a agent) hostsQuestion() *session.Interaction {
	if a.hosted() {
		return a.recorded()
	}
	return nil
}

// again is the agent as its session's record has it now.
func (a agent) again() agent {
	if a.sessions == nil {
		return a
	}
	if record, err := a.sessions.Load(a.id); err == nil {
		a.record = record
	}
	return a
}

// recorded is what the agent asks by its session's record, which a host may not keep any more, nil for nothing.
func (a agent) recorded() *session.Interaction {
	if t := a.state(); t != nil && !orchestrator.IsLost(t) && !t.Leaving() {
		return t.Interaction
	}
	return nil
}

// choice is a question that is answered by one of several answers.
type choice struct {
	session.Interaction
	// letters says that a letter or a word is typed for it. Otherwise it is a list.
	letters bool
}

// choiceOf is the choice that a record's question is, ok false for another, such as an entry.
func choiceOf(said *session.Interaction) (c choice, ok bool) {
	if said == nil {
		return choice{}, false
	}
	c.Interaction = *said
	if len(c.Options) == 0 {
		c.letters, c.Options = true, adapters.Replies(c.Excerpt)
		if len(c.Options) == 0 && c.Yes != "" {
			c.Options = []string{c.Yes}
		}
	}
	if len(c.Options) == 0 {
		return choice{}, false
	}
	return c, true
}

// choiceShown is the question with several answers that stands on an agent's screen. Where there is neither
// such a one to be seen nor a place for text, it is what a host says is asked, nil for nothing.
func choiceShown(v adapters.View, said *session.Interaction) (choice, bool) {
	if asked := v.State.Question(); asked != nil {
		q := session.Interaction{Excerpt: cmp.Or(v.State.Excerpt, asked.Text)}
		for _, option := range asked.Options {
			q.Options = append(q.Options, option.String())
		}
		_, q.Yes, _ = v.State.Yes()
		if len(q.Options) > 0 {
			return choice{Interaction: q}, true
		}
		if q.Options = adapters.Replies(asked.Text); len(q.Options) > 0 {
			return choice{q, true}, true
		}
		if v.State.Beside { // asked in words that name no answer one by one
			return choice{q, true}, true
		}
	}
	if v.Composing {
		return choice{}, false
	}
	return choiceOf(said)
}

// takes reports whether a text is one of the answers: an option, its key or its label, or a plain yes or no. A question
// without options names such a word itself; of any other its Enter may be the answer.
func (c choice) takes(text string) bool {
	answers := []string{"y", "n", "yes", "no"}
	if len(c.Options) == 0 {
		named := strings.FieldsFunc(strings.ToLower(c.Excerpt), func(r rune) bool { return !unicode.IsLetter(r) })
		answers = slices.DeleteFunc(answers, func(answer string) bool { return !slices.Contains(named, answer) })
	}
	for _, option := range c.Options {
		answers = append(answers, option)
		if key, label, ok := strings.Cut(option, " "); ok && (utf8.RuneCountInString(key) == 1 || strings.Trim(key, "0123456789") == "") {
			answers = append(answers, key, label)
		}
	}
	return slices.ContainsFunc(answers, func(answer string) bool { return strings.EqualFold(answer, strings.TrimSpace(text)) })
}

// forbids reports whether the text would answer a choice unseen.
func (o sendOptions) forbids(c choice, text []byte) bool {
	return o.strikes(text) && !c.letters || !c.takes(string(text))
}

// quotes reports whether what stands beside the agent's composer is only named there, as the rooda knows that
// drives its session: the agent is known to ask in the place of its composer, and nothing is open but that the
// rooda lacks an input. Of any other agent that rooda takes it for a question, and may not have told it yet.
func (a agent) quotes(known bool) bool {
	if !a.hosted() || !known {
		return false
	}
	said := a.recorded()
	return said == nil || said.Kind == orchestrator.KindInput
}

// asksForChoice says why a text was not typed, and how the question that stands there is answered.
func (a agent) asksForChoice(c choice) error {
	why, keys := "such a list may drop the text or take a key of it, and Enter takes the answer that is highlighted", "presses keys of the list"
	if c.letters {
		why, keys = "it may take the first letter for its answer, and what is asked next the rest", "presses keys for it"
	}
	answers := ""
	if len(c.Options) > 0 {
		answers = " (" + console.OneLine(strings.Join(c.Options, " | ")) + ")"
	}
	err := fmt.Errorf("%s asks%s%s: nothing was typed, since %s", a, suffix(": ", console.OneLine(c.Excerpt)), answers, why)
	yes := c.Yes
	if t := a.state(); a.headless() || t != nil && t.Leaving() { // approve is refused
		yes = ""
	}
	answer := call{session: a.id, task: a.task, yes: yes, alone: !a.hosted()}.answer()
	return codedError{hintf(err, "%s; rooda send %s --keys KEYS %s, and --into-dialog types the text all the same", answer, a, keys), exitAsked}
}

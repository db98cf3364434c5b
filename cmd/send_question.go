package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"rooda/adapters"
	"rooda/orchestrator"
	"rooda/session"
)

// strikes reports whether a key comes with the text or behind it that could take an answer of a list.
func (o sendOptions) strikes(text []byte) bool {
	return o.enter || len(o.keys) > 0 || bytes.ContainsAny(text, "\r\n")
}

// hostsQuestion is what the session's host says that the agent asks, nil for nothing, or without one.
func (a agent) hostsQuestion() *session.Interaction {
	if t := a.state(); t != nil && !orchestrator.IsLost(t) && a.hosted() {
		return t.Interaction
	}
	return nil
}

// listShown is the question with a list of answers that stands on an agent's screen. Where there is neither
// such a one to be seen nor a place for text, it is what a host says is asked, nil for nothing.
func listShown(v adapters.View, said *session.Interaction) (session.Interaction, bool) {
	if asked := v.State.Question(); asked != nil && len(asked.Options) > 0 {
		q := session.Interaction{Excerpt: cmp.Or(v.State.Excerpt, asked.Text)}
		for _, option := range asked.Options {
			q.Options = append(q.Options, option.String())
		}
		_, q.Yes, _ = v.State.Yes()
		return q, true
	}
	if v.Composing || said == nil || len(said.Options) == 0 {
		return session.Interaction{}, false
	}
	return *said, true
}

// asksByList says why a text was not typed, and how the question that stands there is answered.
func (a agent) asksByList(q session.Interaction) error {
	err := fmt.Errorf("%s asks%s (%s): nothing was typed, since such a list may drop the text, and Enter takes the answer that is highlighted",
		a, suffix(": ", oneLine(q.Excerpt)), oneLine(strings.Join(q.Options, " | ")))
	answer := call{session: a.id, task: a.task, yes: q.Yes, alone: !a.hosted()}.answer()
	return codedError{hintf(err, "%s; rooda send %s --keys KEYS presses keys of the list, and --into-dialog types the text all the same", answer, a), exitAsked}
}

package modelserver

import (
	"regexp"
	"strings"
)

// sideAnswer answers a request that is not the agent's job: one in JSON (which
// model, what kind of message), one whose only tool takes such an answer, one
// for a title.
func sideAnswer(q query) (text string, use *call) {
	tools := q.turn.Tools
	switch {
	case len(tools) == 1 && (strings.Contains(tools[0].Name, "schema") || strings.Contains(tools[0].Name, "structured")):
		s := parseSchema(tools[0].Schema)
		return "", &call{tool: tools[0], args: s.sampleObject()}
	case q.json:
		s := parseSchema(q.schema)
		if s.Type == "" {
			s.Type = "object"
		}
		return marshal(s.sample("answer")), nil
	case len(tools) == 0 && asksForTitle(q.turn):
		return "A short title", nil
	}
	return "", nil
}

func asksForTitle(t Turn) bool {
	asks := regexp.MustCompile(`(?i)\b(title|summar|topic)`)
	for _, m := range t.Messages {
		if (m.Role == System || m.Role == User) && asks.MatchString(m.Text) {
			return true
		}
	}
	return false
}

package adapters

import (
	"encoding/json"
	"strings"
)

// toolCall is the inside of cursor-agent's "shellToolCall", "readToolCall"
// and so on, or of the generic "function".
type toolCall struct {
	Name      string                     `json:"name"`
	Arguments string                     `json:"arguments"`
	Args      map[string]json.RawMessage `json:"args"`
	Result    map[string]json.RawMessage `json:"result"`
}

// line renders the start of a call, or its end when that was no success.
func (t toolCall) line(key, subtype string) string {
	name := strings.TrimSuffix(key, "ToolCall")
	if key == "function" && t.Name != "" {
		name = t.Name
	}
	name = unmarked(brief(name, 40))
	switch subtype {
	case "started":
		return strings.TrimSpace("> " + name + " " + unmarked(brief(t.subject(), 120)))
	case "completed":
		for _, outcome := range []string{"error", "rejected", "failure"} {
			if _, bad := t.Result[outcome]; bad {
				return "> " + name + ": " + outcome
			}
		}
	}
	return ""
}

// subject is the argument that tells one call from another.
func (t toolCall) subject() string {
	for _, key := range []string{"command", "path", "pattern", "globPattern", "query", "url"} {
		var value string
		if json.Unmarshal(t.Args[key], &value) == nil && value != "" {
			return value
		}
	}
	return t.Arguments
}

// unmarked takes the brackets off promise tags. A tag counts when the agent
// says it, not when it searches for one or echoes it in a command.
func unmarked(s string) string {
	for _, tag := range []string{"<promise>", "</promise>"} {
		s = strings.ReplaceAll(s, tag, strings.Trim(tag, "<>"))
	}
	return s
}

package modelserver

import (
	"encoding/json"
	"slices"
	"strings"
)

// Script answers one request of an agent. It is called from the goroutine of
// the request, so a script that keeps state guards it.
type Script func(Turn) []Step

// Turn is what one request says: the conversation so far and the tools that
// the agent offers.
type Turn struct {
	// Prompt is the newest text that the user wrote, without the blocks that
	// the agent put around it.
	Prompt string
	// Results are the outputs of the tool calls made since then, oldest first.
	Results []string
	Tools   []Tool
	// Messages is the whole conversation, oldest first, instructions included.
	Messages []Message
}

// Message is one text of a conversation.
type Message struct {
	Role Role
	Text string
}

// Role says who speaks.
type Role string

// The roles, whatever the wire calls them.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	Result    Role = "result" // a tool's output
)

// Tool is one tool that the agent offers. Schema is the JSON schema of its
// arguments, nil when it takes free text.
type Tool struct {
	Name   string
	Schema json.RawMessage

	kind      toolKind
	namespace string
}

// toolKind matters to the Responses interface only: each kind is called with
// an item of its own.
type toolKind int

const (
	function toolKind = iota
	freeform
	localShell
)

// Since returns the turn as seen from the newest user text with a line that is
// mark, or that goes on after it with a space: "Procedure: build" finds
// "Procedure: build (Build)", but not "Procedure: build-all". Agents add texts in the user's name, so the newest text
// need not be the one that was typed.
func (t Turn) Since(mark string) (Turn, bool) {
	for i, m := range slices.Backward(t.Messages) {
		if m.Role == User && hasMark(m.Text, mark) {
			return t.from(i), true
		}
	}
	return Turn{}, false
}

func (t Turn) from(i int) Turn {
	t.Prompt = t.Messages[i].Text
	t.Results = nil
	for _, m := range t.Messages[i+1:] {
		if m.Role == Result {
			t.Results = append(t.Results, m.Text)
		}
	}
	return t
}

// newTurn drops what agents wrap around a prompt and finds the prompt.
func newTurn(messages []Message, tools []Tool) Turn {
	t := Turn{Tools: tools}
	newest := -1
	for _, m := range messages {
		if m.Role == User {
			m.Text = unwrap(m.Text)
		}
		if m.Text == "" && m.Role != Result {
			continue
		}
		if m.Role == User {
			newest = len(t.Messages)
		}
		t.Messages = append(t.Messages, m)
	}
	if newest < 0 {
		return t
	}
	return t.from(newest)
}

func hasMark(text, mark string) bool {
	for line := range strings.Lines(text) {
		rest, found := strings.CutPrefix(strings.TrimSpace(line), mark)
		if found && (rest == "" || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// unwrap removes blocks such as <system-reminder>…</system-reminder>. A dash
// or an underscore in the name is what tells them from the user's own tags.
func unwrap(text string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "<")
		kept.WriteString(before)
		if !found {
			return strings.TrimSpace(kept.String())
		}
		name, inner, _ := strings.Cut(rest, ">")
		if _, after, closed := strings.Cut(inner, "</"+name+">"); closed && isWrapper(name) {
			text = after
			continue
		}
		kept.WriteString("<")
		text = rest
	}
}

func isWrapper(name string) bool {
	return strings.ContainsAny(name, "-_") &&
		strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-_") == ""
}

package adapters

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// cursorText turns cursor-agent's events into text: what the assistant said,
// once; each tool call as one line; a final error. The prompt, which comes
// back as a "user" event, and the model's thinking are left out: neither is
// an answer.
type cursorText struct {
	text text
	// spoke is set once the assistant has said something.
	spoke bool
	// deltas is set once text has come in pieces. Complete messages then
	// repeat what was printed: the segment since the last tool call, or all.
	deltas         bool
	segment, whole transcript
	// recapped says that the segment has been repeated in full, so that the
	// next piece begins another.
	recapped bool
}

type cursorEvent struct {
	Type    string `json:"type"`
	Subtype string `json:"subtype"`
	Message struct {
		Content []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
	} `json:"message"`
	// A piece of a message has a time and no call id.
	TimestampMS json.RawMessage            `json:"timestamp_ms"`
	ModelCallID json.RawMessage            `json:"model_call_id"`
	ToolCall    map[string]json.RawMessage `json:"tool_call"`
	Result      json.RawMessage            `json:"result"`
	IsError     bool                       `json:"is_error"`
}

func (c *cursorText) event(line []byte) bool {
	// Only the type decides whether the line is an event: a field that
	// changed its shape must not spill a prompt into the output.
	var kind struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(line, &kind) != nil || kind.Type == "" {
		return false
	}
	var e cursorEvent
	_ = json.Unmarshal(line, &e)
	switch kind.Type {
	case "assistant":
		c.assistant(e)
	case "tool_call":
		c.tool(e)
	case "result":
		c.result(e)
	}
	return true
}

func (c *cursorText) assistant(e cursorEvent) {
	var b strings.Builder
	for _, part := range e.Message.Content {
		if part.Type == "text" {
			b.WriteString(part.Text)
		}
	}
	said := printable(b.String())
	if said == "" {
		return
	}
	c.spoke = true
	if e.TimestampMS != nil && e.ModelCallID == nil {
		if c.recapped {
			c.segment, c.recapped = transcript{}, false
		}
		c.deltas = true
		c.print(said)
		return
	}
	if !c.deltas {
		c.text.startLine()
		c.print(said)
		c.text.startLine()
		return
	}
	rest, ok := c.whole.without(said)
	if !ok {
		rest, ok = c.segment.without(said)
	}
	if !ok {
		c.text.startLine()
	}
	c.print(rest)
	c.text.startLine()
	c.recapped = true
}

func (c *cursorText) print(s string) {
	c.text.raw([]byte(s))
	c.segment.add(s)
	c.whole.add(s)
}

func (c *cursorText) tool(e cursorEvent) {
	c.text.startLine()
	c.segment, c.recapped = transcript{}, false
	for _, name := range slices.Sorted(maps.Keys(e.ToolCall)) {
		var call toolCall
		if json.Unmarshal(e.ToolCall[name], &call) != nil {
			continue // a note beside the call, not the call
		}
		if line := call.line(name, e.Subtype); line != "" {
			c.text.line(line)
		}
		return
	}
}

func (c *cursorText) result(e cursorEvent) {
	var said string
	if json.Unmarshal(e.Result, &said) != nil {
		said = string(e.Result)
	}
	said = printable(said)
	switch {
	case e.IsError:
		c.text.line("error: " + unmarked(brief(said, 500)))
	case !c.spoke && said != "":
		c.text.line(said)
	default:
		c.text.startLine()
	}
}

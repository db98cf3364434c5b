package adapters

import (
	"encoding/json"
	"strings"
)

// claudeText turns the events of claude's --output-format stream-json into
// text: what the assistant said, once, though it comes in pieces and again as
// a whole with --include-partial-messages; each tool call as one line; a final
// error. Prompts, results of tools, thinking, and whatever a sub-agent says
// are left out: none of it is an answer.
type claudeText struct {
	text  text
	spoke bool
	// block is what has come in pieces of the block of text that is not
	// complete yet.
	block transcript
}

type claudeEvent struct {
	Type    string `json:"type"`
	Parent  string `json:"parent_tool_use_id"` // of a sub-agent
	Message struct {
		Content []claudeBlock `json:"content"`
	} `json:"message"`
	Event struct {
		Type  string      `json:"type"`
		Delta claudeBlock `json:"delta"`
	} `json:"event"`
	Result  string   `json:"result"`
	Errors  []string `json:"errors"`
	IsError bool     `json:"is_error"`
}

type claudeBlock struct {
	Type  string                     `json:"type"`
	Text  string                     `json:"text"`
	Name  string                     `json:"name"`
	Input map[string]json.RawMessage `json:"input"`
}

func (c *claudeText) event(line []byte) bool {
	// As in cursorText, a field of another shape must not spill the line.
	var kind struct {
		Type string `json:"type"`
	}
	if json.Unmarshal(line, &kind) != nil || kind.Type == "" {
		return false
	}
	var e claudeEvent
	_ = json.Unmarshal(line, &e)
	switch {
	case e.Parent != "":
	case kind.Type == "stream_event":
		c.piece(e)
	case kind.Type == "assistant":
		for _, block := range e.Message.Content {
			c.complete(block)
		}
	case kind.Type == "result":
		c.result(e)
	}
	return true
}

// piece prints what has been added to a block; the complete one follows.
func (c *claudeText) piece(e claudeEvent) {
	switch {
	case e.Event.Type == "content_block_start":
		c.block = transcript{}
		c.text.startLine()
	case e.Event.Delta.Type == "text_delta":
		said := printable(e.Event.Delta.Text)
		c.text.raw([]byte(said))
		c.block.add(said)
		c.spoke = c.spoke || said != ""
	}
}

func (c *claudeText) complete(block claudeBlock) {
	switch block.Type {
	case "text":
		said := printable(block.Text)
		rest, repeats := c.block.without(said)
		if !repeats {
			c.text.startLine()
		}
		c.text.raw([]byte(rest))
		c.spoke = c.spoke || said != ""
		c.block = transcript{}
	case "tool_use":
		c.text.startLine()
		c.text.line(strings.TrimSpace("> " + unmarked(brief(block.Name, 40)) + " " + unmarked(brief(block.subject(), 120))))
		return
	}
	c.text.startLine()
}

// subject is the argument that tells one call from another.
func (b claudeBlock) subject() string {
	for _, key := range []string{"command", "file_path", "path", "pattern", "query", "url", "description", "prompt"} {
		var value string
		if json.Unmarshal(b.Input[key], &value) == nil && value != "" {
			return value
		}
	}
	return ""
}

func (c *claudeText) result(e claudeEvent) {
	said := printable(e.Result)
	switch {
	case e.IsError:
		if said == "" {
			said = strings.Join(e.Errors, "; ")
		}
		c.text.line("error: " + unmarked(brief(said, 500)))
	case !c.spoke && said != "":
		c.text.line(said)
	default:
		c.text.startLine()
	}
}

package modelserver

import (
	"cmp"
	"encoding/json"
)

// anthropic is the Messages interface, which claude speaks.
type anthropic struct{}

func (anthropic) name() string { return "anthropic" }

type anthropicRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	System   blocks `json:"system"`
	Messages []struct {
		Role    string `json:"role"`
		Content blocks `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"input_schema"`
	} `json:"tools"`
	OutputFormat format `json:"output_format"`
	OutputConfig struct {
		Format format `json:"format"`
	} `json:"output_config"`
}

type format struct {
	Schema json.RawMessage `json:"schema"`
}

func (anthropic) read(_ string, body []byte) (query, error) {
	var r anthropicRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return query{}, err
	}
	messages := []Message{{System, r.System.String()}}
	for _, m := range r.Messages {
		for _, b := range m.Content {
			switch b.Type {
			case "tool_result":
				messages = append(messages, Message{Result, b.Content.String()})
			case "text":
				messages = append(messages, Message{role(m.Role), b.Text})
			}
		}
	}
	var tools []Tool
	for _, t := range r.Tools {
		tools = append(tools, Tool{Name: t.Name, Schema: t.Schema})
	}
	schema := r.OutputConfig.Format.Schema
	if schema == nil {
		schema = r.OutputFormat.Schema
	}
	return query{turn: newTurn(messages, tools), model: r.Model, stream: r.Stream, json: schema != nil, schema: schema}, nil
}

func (anthropic) failure(status int, text string) object {
	kinds := map[int]string{401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}
	return object{"type": "error", "error": object{"type": cmp.Or(kinds[status], "api_error"), "message": text}}
}

func (anthropic) answer(q query, id func(string) string, out *events) reply {
	return &anthropicReply{model: q.model, id: id, out: out, stop: "end_turn"}
}

// anthropicReply keeps the blocks for the answer without a stream. A block is
// closed when the next one opens.
type anthropicReply struct {
	model  string
	id     func(string) string
	out    *events
	blocks []object
	stop   string
}

func (r *anthropicReply) send(kind string, o object) {
	o["type"] = kind
	r.out.named(kind, o)
}

func (r *anthropicReply) message() object {
	return object{
		"id": r.id("msg"), "type": "message", "role": "assistant", "model": r.model,
		"content": r.blocks, "stop_reason": nil, "stop_sequence": nil,
		"usage": object{
			"input_tokens": tokensIn, "output_tokens": tokensOut,
			"cache_creation_input_tokens": 0, "cache_read_input_tokens": 0,
		},
	}
}

func (r *anthropicReply) begin() {
	r.blocks = []object{}
	r.send("message_start", object{"message": r.message()})
}

// open starts a block; the event shows the block while it is still empty.
func (r *anthropicReply) open(empty, full object) {
	r.close()
	r.blocks = append(r.blocks, full)
	r.send("content_block_start", object{"index": r.last(), "content_block": empty})
}

func (r *anthropicReply) close() {
	if len(r.blocks) > 0 {
		r.send("content_block_stop", object{"index": r.last()})
	}
}

func (r *anthropicReply) last() int { return len(r.blocks) - 1 }

func (r *anthropicReply) delta(o object) {
	r.send("content_block_delta", object{"index": r.last(), "delta": o})
}

func (r *anthropicReply) text(piece string) {
	if len(r.blocks) == 0 || r.blocks[r.last()]["type"] != "text" {
		r.open(object{"type": "text", "text": ""}, object{"type": "text", "text": ""})
	}
	b := r.blocks[r.last()]
	b["text"] = b["text"].(string) + piece
	r.delta(object{"type": "text_delta", "text": piece})
}

func (r *anthropicReply) call(c call) {
	r.stop = "tool_use"
	id := r.id("toolu")
	r.open(object{"type": "tool_use", "id": id, "name": c.tool.Name, "input": object{}},
		object{"type": "tool_use", "id": id, "name": c.tool.Name, "input": c.args})
	r.delta(object{"type": "input_json_delta", "partial_json": marshal(c.args)})
}

func (r *anthropicReply) end() object {
	r.close()
	r.send("message_delta", object{
		"delta": object{"stop_reason": r.stop, "stop_sequence": nil},
		"usage": object{"output_tokens": tokensOut},
	})
	r.send("message_stop", object{})
	whole := r.message()
	whole["stop_reason"] = r.stop
	return whole
}

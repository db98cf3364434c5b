package modelserver

import "encoding/json"

// chat is the Chat Completions interface, which opencode speaks to a provider of one's own.
type chat struct{}

func (chat) name() string { return "chat" }

type chatRequest struct {
	Model    string `json:"model"`
	Stream   bool   `json:"stream"`
	Messages []struct {
		Role    string `json:"role"`
		Content blocks `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Function struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	ResponseFormat struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
}

func (chat) read(_ string, body []byte) (query, error) {
	var r chatRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return query{}, err
	}
	var messages []Message
	for _, m := range r.Messages {
		if role(m.Role) == Result {
			messages = append(messages, Message{Result, m.Content.String()})
			continue
		}
		for _, b := range m.Content {
			messages = append(messages, Message{role(m.Role), b.Text})
		}
	}
	var tools []Tool
	for _, t := range r.Tools {
		tools = append(tools, Tool{Name: t.Function.Name, Schema: t.Function.Parameters})
	}
	format := r.ResponseFormat
	return query{
		turn: newTurn(messages, tools), model: r.Model, stream: r.Stream,
		json: format.Type == "json_object" || format.Type == "json_schema", schema: format.JSONSchema.Schema,
	}, nil
}

func (chat) failure(status int, text string) object { return openAIFailure(status, text) }

func openAIFailure(status int, text string) object {
	kind := "server_error"
	if status == 429 {
		kind = "rate_limit_error"
	}
	return object{"error": object{"message": text, "type": kind, "code": nil}}
}

func (chat) answer(q query, id func(string) string, out *events) reply {
	return &chatReply{model: q.model, id: id, completion: id("chatcmpl"), out: out, finish: "stop"}
}

type chatReply struct {
	model      string
	completion string
	id         func(string) string
	out        *events
	content    string
	calls      []object
	finish     string
}

func (r *chatReply) envelope(kind string, choices []object) object {
	return object{"id": r.completion, "object": kind, "created": 0, "model": r.model, "choices": choices}
}

func (r *chatReply) delta(delta object, finish any) {
	choice := object{"index": 0, "delta": delta, "finish_reason": finish}
	r.out.data(r.envelope("chat.completion.chunk", []object{choice}))
}

func (r *chatReply) begin() { r.delta(object{"role": "assistant", "content": ""}, nil) }

func (r *chatReply) text(piece string) {
	r.content += piece
	r.delta(object{"content": piece}, nil)
}

func (r *chatReply) call(c call) {
	r.finish = "tool_calls"
	use := object{
		"index": len(r.calls), "id": r.id("call"), "type": "function",
		"function": object{"name": c.tool.Name, "arguments": marshal(c.args)},
	}
	r.calls = append(r.calls, use)
	r.delta(object{"tool_calls": []object{use}}, nil)
}

func (r *chatReply) end() object {
	usage := object{"prompt_tokens": tokensIn, "completion_tokens": tokensOut, "total_tokens": tokensIn + tokensOut}
	r.delta(object{}, r.finish)
	last := r.envelope("chat.completion.chunk", []object{})
	last["usage"] = usage
	r.out.data(last)
	r.out.raw("[DONE]")

	message := object{"role": "assistant", "content": r.content}
	if len(r.calls) > 0 {
		message["tool_calls"] = r.calls
	}
	whole := r.envelope("chat.completion", []object{{"index": 0, "message": message, "finish_reason": r.finish}})
	whole["usage"] = usage
	return whole
}

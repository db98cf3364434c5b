package modelserver

import (
	"encoding/json"
	"strings"
)

// responses is the Responses interface, which codex speaks.
type responses struct{}

func (responses) name() string { return "responses" }

type responsesRequest struct {
	Model        string          `json:"model"`
	Stream       bool            `json:"stream"`
	Instructions blocks          `json:"instructions"`
	Input        responseItems   `json:"input"`
	Tools        []responsesTool `json:"tools"`
	Text         struct {
		Format struct {
			Type   string          `json:"type"`
			Schema json.RawMessage `json:"schema"`
		} `json:"format"`
	} `json:"text"`
}

type responseItem struct {
	Type    string          `json:"type"`
	Role    string          `json:"role"`
	Content blocks          `json:"content"`
	Output  blocks          `json:"output"`
	Tools   []responsesTool `json:"tools"`
}

// responseItems is the input: a list, or a single prompt.
type responseItems []responseItem

func (r *responseItems) UnmarshalJSON(data []byte) error {
	var prompt string
	if json.Unmarshal(data, &prompt) == nil {
		*r = responseItems{{Type: "message", Role: "user", Content: blocks{{Type: "input_text", Text: prompt}}}}
		return nil
	}
	type plain responseItems
	return json.Unmarshal(data, (*plain)(r))
}

type responsesTool struct {
	Type       string          `json:"type"`
	Name       string          `json:"name"`
	Parameters json.RawMessage `json:"parameters"`
	Tools      []responsesTool `json:"tools"`
}

func (responses) read(_ string, body []byte) (query, error) {
	var r responsesRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return query{}, err
	}
	messages := []Message{{System, r.Instructions.String()}}
	tools := flatten(r.Tools, "")
	for _, item := range r.Input {
		switch {
		case strings.HasSuffix(item.Type, "_output"):
			messages = append(messages, Message{Result, item.Output.String()})
		case item.Type == "additional_tools":
			tools = append(tools, flatten(item.Tools, "")...)
		case item.Role != "":
			for _, b := range item.Content {
				messages = append(messages, Message{role(item.Role), b.Text})
			}
		}
	}
	format := r.Text.Format
	return query{
		turn: newTurn(messages, tools), model: r.Model, stream: r.Stream,
		json: format.Type == "json_schema" || format.Type == "json_object", schema: format.Schema,
	}, nil
}

// flatten opens the namespaces that tools may be grouped in.
func flatten(list []responsesTool, namespace string) []Tool {
	var tools []Tool
	for _, t := range list {
		switch {
		case t.Type == "namespace":
			tools = append(tools, flatten(t.Tools, t.Name)...)
		case t.Type == "local_shell":
			tools = append(tools, Tool{Name: t.Type, kind: localShell, Schema: json.RawMessage(`{"properties":{"command":{"type":"array"}}}`)})
		case t.Type == "custom":
			tools = append(tools, Tool{Name: t.Name, kind: freeform, namespace: namespace})
		case t.Name != "":
			tools = append(tools, Tool{Name: t.Name, Schema: t.Parameters, namespace: namespace})
		}
	}
	return tools
}

func (responses) failure(status int, text string) object { return openAIFailure(status, text) }

func (responses) answer(q query, id func(string) string, out *events) reply {
	return &responsesReply{model: q.model, id: id, response: id("resp"), out: out}
}

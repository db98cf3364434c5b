package modelserver

import (
	"encoding/json"
	"strings"
)

// gemini is the generateContent interface, with and without a stream.
type gemini struct{}

func (gemini) name() string { return "gemini" }

type geminiRequest struct {
	SystemInstruction struct {
		Parts blocks `json:"parts"`
	} `json:"systemInstruction"`
	Contents []struct {
		Role  string `json:"role"`
		Parts []struct {
			Text             string `json:"text"`
			FunctionResponse *struct {
				Response json.RawMessage `json:"response"`
			} `json:"functionResponse"`
		} `json:"parts"`
	} `json:"contents"`
	Tools []struct {
		FunctionDeclarations []struct {
			Name       string          `json:"name"`
			JSONSchema json.RawMessage `json:"parametersJsonSchema"`
			Parameters json.RawMessage `json:"parameters"`
		} `json:"functionDeclarations"`
	} `json:"tools"`
	GenerationConfig struct {
		MIMEType   string          `json:"responseMimeType"`
		JSONSchema json.RawMessage `json:"responseJsonSchema"`
		Schema     json.RawMessage `json:"responseSchema"`
	} `json:"generationConfig"`
}

func (gemini) read(path string, body []byte) (query, error) {
	var r geminiRequest
	if err := json.Unmarshal(body, &r); err != nil {
		return query{}, err
	}
	messages := []Message{{System, r.SystemInstruction.Parts.String()}}
	for _, c := range r.Contents {
		for _, p := range c.Parts {
			if p.FunctionResponse != nil {
				messages = append(messages, Message{Result, string(p.FunctionResponse.Response)})
				continue
			}
			messages = append(messages, Message{role(c.Role), p.Text})
		}
	}
	var tools []Tool
	for _, t := range r.Tools {
		for _, f := range t.FunctionDeclarations {
			tools = append(tools, Tool{Name: f.Name, Schema: either(f.JSONSchema, f.Parameters)})
		}
	}
	model, method, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], ":")
	config := r.GenerationConfig
	return query{
		turn:   newTurn(messages, tools),
		model:  model,
		stream: method == "streamGenerateContent",
		json:   config.MIMEType == "application/json",
		schema: either(config.JSONSchema, config.Schema),
	}, nil
}

func either(a, b json.RawMessage) json.RawMessage {
	if a != nil {
		return a
	}
	return b
}

func (gemini) failure(status int, text string) object {
	name, ok := map[int]string{401: "UNAUTHENTICATED", 429: "RESOURCE_EXHAUSTED"}[status]
	if !ok {
		name = "INTERNAL"
	}
	return object{"error": object{"code": status, "message": text, "status": name}}
}

func (gemini) answer(q query, id func(string) string, out *events) reply {
	return &geminiReply{model: q.model, id: id, response: id("resp"), out: out}
}

type geminiReply struct {
	model    string
	response string
	id       func(string) string
	out      *events
	parts    []object // as one answer without a stream has them
}

func (r *geminiReply) chunk(parts []object, finish string) object {
	candidate := object{"index": 0, "content": object{"role": "model", "parts": parts}}
	if finish != "" {
		candidate["finishReason"] = finish
	}
	return object{
		"candidates": []object{candidate}, "modelVersion": r.model, "responseId": r.response,
		"usageMetadata": object{
			"promptTokenCount": tokensIn, "candidatesTokenCount": tokensOut, "totalTokenCount": tokensIn + tokensOut,
		},
	}
}

func (*geminiReply) begin() {}

func (r *geminiReply) text(piece string) {
	r.out.data(r.chunk([]object{{"text": piece}}, ""))
	if last := len(r.parts) - 1; last >= 0 {
		if spoken, ok := r.parts[last]["text"].(string); ok {
			r.parts[last]["text"] = spoken + piece
			return
		}
	}
	r.parts = append(r.parts, object{"text": piece})
}

func (r *geminiReply) call(c call) {
	part := object{"functionCall": object{"id": r.id("call"), "name": c.tool.Name, "args": c.args}}
	r.out.data(r.chunk([]object{part}, ""))
	r.parts = append(r.parts, part)
}

func (r *geminiReply) end() object {
	r.out.data(r.chunk([]object{{"text": ""}}, "STOP"))
	return r.chunk(r.parts, "STOP")
}

package modelserver

import (
	"encoding/json"
	"strings"
)

// object is a JSON object on its way out.
type object = map[string]any

// wire is one interface: how a request is read and how an answer is written.
type wire interface {
	name() string
	// read decodes a request; path tells what the body does not say.
	read(path string, body []byte) (query, error)
	// answer starts no output; the reply's begin does.
	answer(q query, id func(prefix string) string, out *events) reply
	// failure is the body that goes with an HTTP status.
	failure(status int, text string) object
}

// query is one request, whatever the wire.
type query struct {
	turn   Turn
	model  string
	stream bool
	// json asks for an answer in JSON; schema may narrow it.
	json   bool
	schema json.RawMessage
}

// reply writes one answer: begin, then text and call in any order, then end.
// A client that asked for no stream gets what end returns.
type reply interface {
	begin()
	text(piece string)
	call(c call)
	end() object
}

// wireFor finds the interface by the request's path, which may carry any
// prefix: each agent appends its own to the base URL.
func wireFor(path string) (wire, bool) {
	switch {
	case strings.HasSuffix(path, "/messages"):
		return anthropic{}, true
	case strings.HasSuffix(path, "/responses"):
		return responses{}, true
	case strings.HasSuffix(path, "/chat/completions"):
		return chat{}, true
	case strings.HasSuffix(path, ":generateContent"), strings.HasSuffix(path, ":streamGenerateContent"):
		return gemini{}, true
	}
	return nil, false
}

// blocks is a text as all the interfaces write it: a string, or a list of
// blocks that hold a text or blocks again.
type blocks []block

type block struct {
	Type    string `json:"type"`
	Text    string `json:"text"`
	Content blocks `json:"content"`
}

// UnmarshalJSON takes a string, a list, null, and for anything else its source.
func (b *blocks) UnmarshalJSON(data []byte) error {
	*b = nil
	var text string
	if json.Unmarshal(data, &text) == nil {
		if text != "" {
			*b = blocks{{Type: "text", Text: text}}
		}
		return nil
	}
	type plain blocks
	if json.Unmarshal(data, (*plain)(b)) != nil {
		*b = blocks{{Type: "text", Text: string(data)}}
	}
	return nil
}

func (b blocks) String() string {
	var texts []string
	for _, block := range b {
		if text := block.Text + block.Content.String(); text != "" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n")
}

// role maps the names that the interfaces use to ours.
func role(name string) Role {
	switch name {
	case "system", "developer":
		return System
	case "assistant", "model":
		return Assistant
	case "tool":
		return Result
	}
	return User
}

// The token counts that every answer claims. Agents read them, nobody checks them.
const (
	tokensIn  = 120
	tokensOut = 40
)

// marshal is for values built here, which cannot fail to encode.
func marshal(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

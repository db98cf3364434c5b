package modelserver

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// dialect is a client's side of one wire, for tests that must hold on all of them.
type dialect struct {
	name string
	path func(stream bool) string
	// body asks with a prompt and, when tools is set, offers a shell.
	body func(prompt string, stream, tools bool) string
	// heard adds what one event, or the whole answer, says.
	heard func(e map[string]any, stream bool, a *heard)
	// failure finds the error's text.
	failure func(e map[string]any) any
}

// heard is an answer as a client understands it.
type heard struct {
	text     string
	commands []string
	end      string
}

func dialects() []dialect {
	return []dialect{anthropicDialect(), responsesDialect(), chatDialect(), geminiDialect()}
}

const shellSchema = `{"type":"object","required":["command"],"properties":{"command":{"type":"string"}}}`

func anthropicDialect() dialect {
	return dialect{
		name: "anthropic",
		path: func(bool) string { return "/v1/messages" },
		body: func(prompt string, stream, tools bool) string {
			b := object{"model": "m", "stream": stream, "messages": []object{{"role": "user", "content": prompt}}}
			if tools {
				b["tools"] = []object{{"name": "Bash", "input_schema": json.RawMessage(shellSchema)}}
			}
			return marshal(b)
		},
		heard: func(e map[string]any, stream bool, a *heard) {
			if !stream {
				a.end = at(e, "stop_reason").(string)
				for _, b := range at(e, "content").([]any) {
					switch at(b, "type") {
					case "text":
						a.text += at(b, "text").(string)
					case "tool_use":
						a.commands = append(a.commands, at(b, "input", "command").(string))
					}
				}
				return
			}
			switch at(e, "delta", "type") {
			case "text_delta":
				a.text += at(e, "delta", "text").(string)
			case "input_json_delta":
				a.commands = append(a.commands, decode(at(e, "delta", "partial_json").(string))["command"].(string))
			}
			if at(e, "type") == "message_delta" {
				a.end = at(e, "delta", "stop_reason").(string)
			}
		},
		failure: func(e map[string]any) any { return at(e, "error", "message") },
	}
}

func responsesDialect() dialect {
	return dialect{
		name: "responses",
		path: func(bool) string { return "/v1/responses" },
		body: func(prompt string, stream, tools bool) string {
			b := object{"model": "m", "stream": stream, "input": prompt}
			if tools {
				b["tools"] = []object{{"type": "function", "name": "shell", "parameters": json.RawMessage(shellSchema)}}
			}
			return marshal(b)
		},
		heard: func(e map[string]any, stream bool, a *heard) {
			if stream && at(e, "type") == "response.output_text.delta" {
				a.text += at(e, "delta").(string)
			}
			whole := any(e)
			if stream {
				if at(e, "type") != "response.completed" {
					return
				}
				whole = at(e, "response")
			}
			a.end = at(whole, "status").(string)
			for _, item := range at(whole, "output").([]any) {
				switch {
				case at(item, "type") == "function_call":
					a.commands = append(a.commands, decode(at(item, "arguments").(string))["command"].(string))
				case !stream:
					a.text += at(item, "content", 0, "text").(string)
				}
			}
		},
		failure: func(e map[string]any) any { return at(e, "error", "message") },
	}
}

func chatDialect() dialect {
	return dialect{
		name: "chat",
		path: func(bool) string { return "/v1/chat/completions" },
		body: func(prompt string, stream, tools bool) string {
			b := object{"model": "m", "stream": stream, "messages": []object{{"role": "user", "content": []object{{"type": "text", "text": prompt}}}}}
			if tools {
				b["tools"] = []object{{"type": "function", "function": object{"name": "bash", "parameters": json.RawMessage(shellSchema)}}}
			}
			return marshal(b)
		},
		heard: func(e map[string]any, stream bool, a *heard) {
			part := "message"
			if stream {
				part = "delta"
			}
			if text, ok := at(e, "choices", 0, part, "content").(string); ok {
				a.text += text
			}
			if args, ok := at(e, "choices", 0, part, "tool_calls", 0, "function", "arguments").(string); ok {
				a.commands = append(a.commands, decode(args)["command"].(string))
			}
			if end, ok := at(e, "choices", 0, "finish_reason").(string); ok {
				a.end = end
			}
		},
		failure: func(e map[string]any) any { return at(e, "error", "message") },
	}
}

func geminiDialect() dialect {
	return dialect{
		name: "gemini",
		path: func(stream bool) string {
			if stream {
				return "/v1beta/models/m:streamGenerateContent?alt=sse"
			}
			return "/v1beta/models/m:generateContent"
		},
		body: func(prompt string, _, tools bool) string {
			b := object{"contents": []object{{"role": "user", "parts": []object{{"text": prompt}}}}}
			if tools {
				b["tools"] = []object{{"functionDeclarations": []object{{"name": "run_shell_command", "parametersJsonSchema": json.RawMessage(shellSchema)}}}}
			}
			return marshal(b)
		},
		heard: func(e map[string]any, _ bool, a *heard) {
			for _, p := range at(e, "candidates", 0, "content", "parts").([]any) {
				if text, ok := at(p, "text").(string); ok {
					a.text += text
				}
				if command, ok := at(p, "functionCall", "args", "command").(string); ok {
					a.commands = append(a.commands, command)
				}
			}
			if end, ok := at(e, "candidates", 0, "finishReason").(string); ok {
				a.end = end
			}
		},
		failure: func(e map[string]any) any { return at(e, "error", "message") },
	}
}

// at walks into decoded JSON and returns nil where the way ends.
func at(v any, path ...any) any {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				return nil
			}
			v = list[step]
		}
	}
	return v
}

func decode(text string) map[string]any {
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		panic(err)
	}
	return m
}

// post sends one request; the caller's test ends the body.
func post(t *testing.T, s *Server, path, body string) *http.Response {
	t.Helper()
	resp, err := http.Post(s.URL+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		resp.Body.Close()
		http.DefaultClient.CloseIdleConnections()
	})
	return resp
}

// ask returns the events of a stream, or the one answer, and what they say.
func (d dialect) ask(t *testing.T, s *Server, prompt string, stream, tools bool) ([]map[string]any, heard) {
	t.Helper()
	resp := post(t, s, d.path(stream), d.body(prompt, stream, tools))
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("status %d", resp.StatusCode)
	}
	var events []map[string]any
	if stream {
		events = sse(t, resp.Body)
	} else {
		data, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, decode(string(data)))
	}
	var a heard
	for e := range slices.Values(events) {
		d.heard(e, stream, &a)
	}
	return events, a
}

// sse reads events and checks that a named one carries its name as its type.
func sse(t *testing.T, r io.Reader) []map[string]any {
	t.Helper()
	var events []map[string]any
	name := ""
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		kind, value, _ := strings.Cut(lines.Text(), ": ")
		switch {
		case kind == "event":
			name = value
		case kind == "data" && value != "[DONE]":
			e := decode(value)
			if name != "" && e["type"] != name {
				t.Errorf("event %q has type %q", name, e["type"])
			}
			events = append(events, e)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return events
}

package modelserver

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShellCall(t *testing.T) {
	tool := func(name, schema string) Tool { return Tool{Name: name, Schema: json.RawMessage(schema)} }
	for _, c := range []struct {
		name  string
		tools []Tool
		tool  string
		args  object
	}{
		{
			"required fields are filled, optional ones left out",
			[]Tool{tool("Read", `{}`), tool("BashOutput", `{}`), tool("Bash", `{"type":"object","required":["command","description","level"],
				"properties":{"command":{"type":"string"},"description":{"type":"string"},"timeout":{"type":"number"},"level":{"enum":["low","high"]}}}`)},
			"Bash", object{"command": "ls", "description": "some description", "level": "low"},
		},
		{
			"a list runs through bash",
			[]Tool{tool("shell", `{"properties":{"command":{"type":["array","null"]}}}`)},
			"shell", object{"command": []string{"bash", "-lc", "ls"}},
		},
		{
			"surest name first",
			[]Tool{tool("exec_command", `{"properties":{"cmd":{"type":"string"}}}`), tool("shell_command", `{"properties":{"command":{"type":"string"}}}`)},
			"shell_command", object{"command": "ls"},
		},
		{
			"a boolean schema",
			[]Tool{tool("bash", `{"required":["other"],"properties":{"cmd":true,"other":true}}`)},
			"bash", object{"cmd": "ls", "other": "some other"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok := shellCall(c.tools, "ls", false)
			if !ok {
				t.Fatal("no shell tool found")
			}
			if got.tool.Name != c.tool {
				t.Errorf("tool %s, want %s", got.tool.Name, c.tool)
			}
			if diff := cmp.Diff(c.args, got.args); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, ok := shellCall([]Tool{tool("KillShell", `{}`), tool("read", `{}`)}, "ls", false); ok {
		t.Error("found a shell where there is none")
	}
	if got, ok := shellCall([]Tool{{Name: "shell", kind: freeform}}, "ls", false); !ok || got.text != "ls" {
		t.Errorf("free text call %+v, want the command", got)
	}
}

func TestSample(t *testing.T) {
	for _, c := range []struct{ schema, want string }{
		{`{"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`, `{"a":"some a"}`},
		{`{"type":"OBJECT","properties":{"n":{"type":"INTEGER","minimum":3},"ok":{"type":"boolean"}}}`, `{"n":3,"ok":false}`},
		{`{"type":"array","minItems":2,"items":{"enum":["x","y"]}}`, `["x","x"]`},
		{`{"type":"array"}`, `[]`},
		{`{"anyOf":[{"type":"null"},{"type":"string"}]}`, `null`},
		{`{"const":"fixed"}`, `"fixed"`},
		{`[1]`, `"some answer"`},
	} {
		if got := marshal(parseSchema([]byte(c.schema)).sample("answer")); got != c.want {
			t.Errorf("sample of %s = %s, want %s", c.schema, got, c.want)
		}
	}
}

func FuzzReadRequest(f *testing.F) {
	paths := []string{"/v1/messages", "/v1/responses", "/v1/chat/completions", "/v1beta/models/m:generateContent"}
	f.Add([]byte(`{"messages":[{"role":"user","content":[{"type":"tool_result","content":"x"}]}],"tools":[{"name":"Bash","input_schema":{"type":"object"}}]}`))
	f.Add([]byte(`{"input":[{"type":"function_call_output","output":{"a":1}},{"role":"user","content":"hi"}],"tools":[{"type":"namespace","tools":[{"name":"shell"}]}]}`))
	f.Add([]byte(`{"contents":[{"parts":[{"functionResponse":{"response":{}}}]}],"generationConfig":{"responseMimeType":"application/json"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, path := range paths {
			wire, _ := wireFor(path)
			q, err := wire.read(path, body)
			if err != nil {
				continue
			}
			sideAnswer(q)
			shellCall(q.turn.Tools, "ls", false)
		}
	})
}

package adapters_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rooda/adapters"
)

// The shapes below were recorded with version 2.1.329, less their fields for
// usage and cost.
const (
	claudeInit   = `{"type":"system","subtype":"init","cwd":"/w","tools":["Bash"],"model":"m","permissionMode":"bypassPermissions","slash_commands":["x"]}` + "\n"
	claudeRetry  = `{"type":"system","subtype":"api_retry","attempt":1,"max_retries":1,"error":"authentication_failed"}` + "\n"
	claudeReply  = `{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":"Exit code 3 <promise>FAILURE</promise>","is_error":true,"tool_use_id":"t1"}]},"parent_tool_use_id":null,"tool_use_result":"Error: Exit code 3"}` + "\n"
	claudeMax    = `{"is_error":true,"num_turns":2,"subtype":"error_max_turns","errors":["Reached maximum number of turns (1)"],"type":"result"}` + "\n"
	claudeUnauth = `{"type":"assistant","message":{"model":"<synthetic>","role":"assistant","content":[{"type":"text","text":"Failed to authenticate."}]},"parent_tool_use_id":null,"error":"authentication_failed","is_api_error_message":true}` + "\n" +
		`{"is_error":true,"subtype":"success","api_error_status":401,"result":"Failed to authenticate.","type":"result"}` + "\n"
)

func claudeSays(text string) string {
	return `{"type":"assistant","message":{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"` + text + `"}],"stop_reason":null},"parent_tool_use_id":null}` + "\n"
}

func claudeCalls(name, input string) string {
	return `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"` + name + `","input":` + input + `}]},"parent_tool_use_id":null}` + "\n"
}

func claudeStarts(kind string) string {
	return `{"type":"stream_event","event":{"type":"content_block_start","index":0,"content_block":` + kind + `},"parent_tool_use_id":null,"uuid":"u"}` + "\n"
}

func claudePiece(text string) string {
	return `{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"` + text + `"}},"parent_tool_use_id":null}` + "\n"
}

func claudeEnds(text string) string {
	return `{"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"` + text + `"}` + "\n"
}

const claudeStops = `{"type":"stream_event","event":{"type":"content_block_stop","index":0},"parent_tool_use_id":null}` + "\n" +
	`{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":40}}}` + "\n"

var claudeStreams = []struct{ name, in, want string }{
	{"whole messages", claudeInit + claudeSays("First.") + claudeCalls("Bash", `{"command":"exit 3","description":"Fail"}`) + claudeReply +
		claudeSays(`Done.\n\n<promise>SUCCESS</promise>`) + claudeEnds(`Done.\n\n<promise>SUCCESS</promise>`),
		"First.\n> Bash exit 3\nDone.\n\n<promise>SUCCESS</promise>\n"},
	{"pieces, then the whole block", claudeStarts(`{"type":"text","text":""}`) + claudePiece("I ") + claudePiece("will.") + claudeSays("I will.") + claudeStops +
		claudeStarts(`{"type":"tool_use","id":"t1","name":"Bash","input":{}}`) +
		`{"type":"stream_event","event":{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"command\":\"<promise>FAILURE</promise>\"}"}}}` + "\n" +
		claudeCalls("Bash", `{"command":"touch a"}`) + claudeStops + claudeReply +
		claudeStarts(`{"type":"text","text":""}`) + claudePiece(`Done.\n<prom`) + claudePiece("ise>SUCCESS</promise>") + claudeSays(`Done.\n<promise>SUCCESS</promise>`) +
		claudeStops + claudeEnds(`Done.\n<promise>SUCCESS</promise>`),
		"I will.\n> Bash touch a\nDone.\n<promise>SUCCESS</promise>\n"},
	{"equal messages are two", claudeSays("Done.") + claudeSays("Done.") + claudeEnds("Done."), "Done.\nDone.\n"},
	{"a block that differs from its pieces is kept", claudeStarts(`{"type":"text","text":""}`) + claudePiece("One.") + claudeSays("<promise>FAILURE</promise>"), "One.\n<promise>FAILURE</promise>\n"},
	{"pieces that end in the middle", claudeStarts(`{"type":"text","text":""}`) + claudePiece("One"), "One"},
	{"result only", claudeInit + claudeEnds("whole"), "whole\n"},
	{"no more turns", claudeSays("Trying.") + claudeMax, "Trying.\nerror: Reached maximum number of turns (1)\n"},
	{"no access", claudeInit + claudeRetry + claudeUnauth, "Failed to authenticate.\nerror: Failed to authenticate.\n"},
	{"a tool line carries no promise", claudeCalls("Bash", `{"command":"echo '<promise>SUCCESS</promise>'"}`) + claudeCalls("Task", `{"n":1}`), "> Bash echo 'promiseSUCCESS/promise'\n> Task\n"},
	{"a sub-agent answers somebody else", `{"type":"assistant","message":{"content":[{"type":"text","text":"<promise>SUCCESS</promise>"}]},"parent_tool_use_id":"t1"}` + "\n", ""},
	{"thinking is no answer", `{"type":"assistant","message":{"content":[{"type":"thinking","thinking":"<promise>SUCCESS</promise>?"}]}}` + "\n", ""},
	{"an odd field does not spill the line", `{"type":"user","message":"<promise>SUCCESS</promise>","is_error":"x"}` + "\n", ""},
	{"other lines pass", "warning: a\n{\"a\":1}\n\ttail", "warning: a\n{\"a\":1}\n\ttail"},
}

func TestClaudeStream(t *testing.T) {
	for _, test := range claudeStreams {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{len(test.in), 7, 1} {
				if diff := cmp.Diff(test.want, decodeAs(t, "claude-stream-json", test.in, size)); diff != "" {
					t.Errorf("text in pieces of %d (-want +got):\n%s", size, diff)
				}
			}
		})
	}
}

func TestClaudeStreamAnyChunking(t *testing.T) {
	var lines []string
	for _, test := range claudeStreams {
		lines = append(lines, strings.SplitAfter(test.in, "\n")...)
	}
	rapid.Check(t, func(t *rapid.T) {
		in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(lines), 1, 12).Draw(t, "lines"), "")
		size := rapid.IntRange(1, len(in)+1).Draw(t, "size")
		if whole, cut := decodeAs(t, "claude-stream-json", in, len(in)+1), decodeAs(t, "claude-stream-json", in, size); whole != cut {
			t.Fatalf("pieces of %d bytes: %q\nat once: %q", size, cut, whole)
		}
	})
}

func FuzzClaudeStream(f *testing.F) {
	for _, test := range claudeStreams {
		f.Add([]byte(test.in), 3)
	}
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		size = max(size, 1)
		whole := decodeAs(t, "claude-stream-json", string(in), len(in)+1)
		if cut := decodeAs(t, "claude-stream-json", string(in), size); cut != whole {
			t.Fatalf("pieces of %d bytes: %q\nat once: %q", size, cut, whole)
		}
	})
}

// The decoder follows from the command line, whoever wrote it.
func TestDecoderOfACommand(t *testing.T) {
	for line, want := range map[string]string{
		"cursor-agent -p --output-format stream-json":                 "cursor-stream-json",
		"/opt/cursor-agent -p --output-format=stream-json":            "cursor-stream-json",
		"agent -p --force --output-format stream-json":                "cursor-stream-json",
		"claude -p --verbose --output-format stream-json":             "claude-stream-json",
		"timeout 600 claude -p --output-format stream-json --verbose": "claude-stream-json",
		"claude -p":                      "",
		"claude -p --output-format json": "",
		"claude -p --output-format stream-json --output-format text":   "",
		"claude -p --output-format":                                    "",
		"gemini -p --output-format stream-json":                        "",
		"codex exec --output-format stream-json 'what does claude do'": "",
	} {
		adapter, err := adapters.Command(line)
		if err != nil {
			t.Fatal(err)
		}
		for mode, want := range map[adapters.Mode]string{adapters.Headless: want, adapters.Interactive: ""} {
			launch, err := adapter.LaunchConfig(adapters.LaunchRequest{Mode: mode, Prompt: "p"})
			if err != nil || launch.Decode != want {
				t.Errorf("%s, %s: decoder %q, %v; want %q", line, mode, launch.Decode, err, want)
			}
		}
	}
	claude, err := adapters.NewRegistry().Get("claude")
	if err != nil {
		t.Fatal(err)
	}
	launch, err := claude.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: "p", ExtraArgs: []string{"--output-format", "stream-json", "--verbose"}})
	if err != nil || launch.Decode != "claude-stream-json" {
		t.Errorf("a task's own arguments: decoder %q, %v", launch.Decode, err)
	}
}

package adapters_test

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

var happened = time.Date(2026, 11, 21, 6, 0, 0, 5e8, time.UTC)

func hookLine(event string) []byte {
	return []byte(`{"time":"2026-11-21T06:00:00.5Z","event":` + event + `}`)
}

func TestParseHook(t *testing.T) {
	tests := []struct {
		stream, event string
		want          adapters.Hook // without its time; Excerpt "-" is not compared
	}{
		{"claude", `{"hook_event_name":"SessionStart","session_id":"s","source":"startup"}`, adapters.Hook{SessionID: "s"}},
		{"claude", `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"Go."}`, adapters.Hook{Condition: adapters.Working, Prompt: "Go.", SessionID: "s"}},
		{
			"claude", `{"hook_event_name":"PermissionRequest","session_id":"s","tool_name":"Bash","tool_input":{"command":"touch a","description":"d"}}`,
			adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Permission, SessionID: "s", Excerpt: "Bash: touch a"},
		},
		{
			"claude", `{"hook_event_name":"PermissionRequest","tool_name":"Write","tool_input":{"file_path":"a.txt","content":"x"}}`,
			adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Permission, Excerpt: "Write: a.txt"},
		},
		{
			"claude", `{"hook_event_name":"Stop","session_id":"s","last_assistant_message":"Done.\n<promise>SUCCESS</promise>"}`,
			adapters.Hook{Condition: adapters.Done, Message: "Done.\n<promise>SUCCESS</promise>", SessionID: "s"},
		},
		{
			"claude", `{"hook_event_name":"StopFailure","error":"rate_limit","last_assistant_message":"API Error: 429"}`,
			adapters.Hook{Condition: adapters.Idle, Kind: adapters.Failed, Excerpt: "API Error: 429"},
		},
		{
			"claude", `{"hook_event_name":"StopFailure","error":"authentication_failed","last_assistant_message":"Please run /login"}`,
			adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Auth, Excerpt: "Please run /login"},
		},
		{
			"codex", `{"type":"agent-turn-complete","thread-id":"th","turn-id":"tu","input-messages":["One.","Two."],"last-assistant-message":"Said."}`,
			adapters.Hook{Message: "Said.", Prompt: "Two.", SessionID: "th"},
		},
		{"codex", `{"type":"agent-turn-complete","thread-id":"th","input-messages":[],"last-assistant-message":null}`, adapters.Hook{SessionID: "th"}},
		{"gemini", `{"hook_event_name":"SessionStart","session_id":"g"}`, adapters.Hook{SessionID: "g"}},
		{"gemini", `{"hook_event_name":"BeforeAgent","session_id":"g","prompt":"Go."}`, adapters.Hook{Condition: adapters.Working, Prompt: "Go.", SessionID: "g"}},
		{
			"gemini", `{"hook_event_name":"AfterAgent","session_id":"g","prompt":"Go.","prompt_response":"Said."}`,
			adapters.Hook{Condition: adapters.Done, Prompt: "Go.", Message: "Said.", SessionID: "g"},
		},
		{"gemini", `{"hook_event_name":"AfterAgent","prompt":"Go.","prompt_response":"[no response text]"}`, adapters.Hook{Condition: adapters.Done, Mute: true, Prompt: "Go."}},
		{
			"gemini", `{"hook_event_name":"Notification","notification_type":"ToolPermission","message":"Tool Shell requires execution"}`,
			adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Permission, Excerpt: "Tool Shell requires execution"},
		},
		{"opencode", `{"type":"session","session_id":"ses"}`, adapters.Hook{SessionID: "ses"}},
		{"opencode", `{"type":"busy","session_id":"ses","prompt":"Go."}`, adapters.Hook{Condition: adapters.Working, Prompt: "Go.", SessionID: "ses"}},
		{"opencode", `{"type":"permission","session_id":"ses","message":"bash: touch a"}`, adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Permission, SessionID: "ses", Excerpt: "bash: touch a"}},
		{"opencode", `{"type":"question","session_id":"ses","message":"Which?"}`, adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Question, SessionID: "ses", Excerpt: "Which?"}},
		{"opencode", `{"type":"idle","session_id":"ses","last_assistant_message":""}`, adapters.Hook{Condition: adapters.Done, Mute: true, SessionID: "ses"}},
		{"claude", `{"hook_event_name":"Stop","session_id":"s","last_assistant_message":""}`, adapters.Hook{Condition: adapters.Done, Mute: true, Excerpt: "Stop", SessionID: "s"}},
		{"claude", `{"hook_event_name":"Stop","session_id":"s"}`, adapters.Hook{Condition: adapters.Done, Excerpt: "Stop", SessionID: "s"}},
		{"opencode", `{"type":"idle","session_id":"ses","last_assistant_message":"Said."}`, adapters.Hook{Condition: adapters.Done, Message: "Said.", SessionID: "ses"}},
		{"opencode", `{"type":"error","session_id":"ses","message":"no"}`, adapters.Hook{Condition: adapters.Idle, Kind: adapters.Failed, SessionID: "ses", Excerpt: "no"}},
	}
	for _, test := range tests {
		got, ok := adapters.ParseHook(test.stream, hookLine(test.event))
		test.want.Time = happened
		if test.want.Excerpt == "" {
			got.Excerpt = "" // the event's name, for people
		}
		if diff := cmp.Diff(test.want, got); !ok || diff != "" {
			t.Errorf("%s %s: %v (-want +got):\n%s", test.stream, test.event, ok, diff)
		}
	}
}

func TestParseHookPassesOver(t *testing.T) {
	tests := []struct{ stream, line string }{
		{"claude", `{"hook_event_name":"Stop"}`}, // not a line of rooda hook
		{"claude", `{"event":{"hook_event_name":"PreCompact"}}`},
		{"claude", `{"event":{"hook_event_name":7}}`},
		{"claude", `{"event":`},
		{"claude", ``},
		{"", `{"event":{"hook_event_name":"Stop"}}`},
		{"nobody", `{"event":{"hook_event_name":"Stop"}}`},
		{"gemini", `{"event":{"hook_event_name":"Notification","notification_type":"Other"}}`},
		{"opencode", `{"event":{"type":"weather"}}`},
		// codex asks the model for a title in a thread of its own.
		{"codex", `{"event":{"type":"agent-turn-complete","thread-id":"other","input-messages":["Generate a concise, single-line task title of at most 36 characters.\n\nUser prompt:\nGo."],"last-assistant-message":"<promise>SUCCESS</promise>"}}`},
	}
	for _, test := range tests {
		if got, ok := adapters.ParseHook(test.stream, []byte(test.line)); ok {
			t.Errorf("%s %s was understood as %+v", test.stream, test.line, got)
		}
	}
}

func FuzzParseHook(f *testing.F) {
	f.Add("claude", []byte(`{"time":"2026-11-21T06:00:00Z","event":{"hook_event_name":"Stop","last_assistant_message":"x"}}`))
	f.Add("opencode", []byte(`{"event":{"type":"busy","message":"\u001b[2J"}}`))
	f.Fuzz(func(t *testing.T, stream string, line []byte) {
		hook, ok := adapters.ParseHook(stream, line)
		if !utf8.ValidString(hook.Excerpt) || strings.ContainsRune(hook.Excerpt, 0x1b) {
			t.Errorf("excerpt %q", hook.Excerpt)
		}
		if !ok && hook.Condition != "" {
			t.Errorf("passed over, and claims %s", hook.Condition)
		}
	})
}

// Each agent is told in its own way to report, and the user's settings stay.
func TestLaunchWithEvents(t *testing.T) {
	const file, self = "/state/it's/events.jsonl", "/opt/rooda"
	req := adapters.LaunchRequest{Mode: adapters.Interactive, Prompt: "Go.", EventFile: file, Self: self}
	registry := adapters.NewRegistry()

	claude := launch(t, registry, "claude", req)
	const command = `"command":"/opt/rooda hook /state/it\\'s/events.jsonl"`
	if line := strings.Join(claude.Argv, " "); !strings.Contains(line, "--settings {") || strings.Count(line, command) != 6 || claude.Events != "claude" {
		t.Errorf("claude: %s, events %q", line, claude.Events)
	}
	codex := launch(t, registry, "codex", req)
	want := []string{"codex", "--no-daemon", "-c", `notify=["/opt/rooda","hook","/state/it's/events.jsonl"]`, "Go."}
	if diff := cmp.Diff(want, codex.Argv); diff != "" || codex.Events != "codex" {
		t.Errorf("codex, events %q (-want +got):\n%s", codex.Events, diff)
	}
	opencode := launch(t, registry, "opencode", req)
	if !strings.Contains(strings.Join(opencode.Env, "\n"), "OPENCODE_CONFIG="+file+".config.json") || len(opencode.Files) != 2 {
		t.Errorf("opencode: %v, files %v", opencode.Env, opencode.Files)
	}
	if got := string(opencode.Files[0].Data); got != `{"plugin":["file:///state/it%27s/events.jsonl.plugin.js"]}` {
		t.Errorf("opencode's configuration is %s", got)
	}
	if got := string(opencode.Files[1].Data); !strings.HasPrefix(got, `const file = "/state/it's/events.jsonl"`+"\n") {
		t.Errorf("opencode's plugin begins %.60s", got)
	}
	// Only the user's own settings can make gemini call anything.
	gemini := launch(t, registry, "gemini", req)
	if !strings.Contains(strings.Join(gemini.Env, "\n"), "ROODA_EVENT_FILE="+file) || len(gemini.Argv) != 3 {
		t.Errorf("gemini: %v %v", gemini.Env, gemini.Argv)
	}

	for name, change := range map[string]func(*adapters.LaunchRequest){
		"no file":    func(r *adapters.LaunchRequest) { r.EventFile = "" },
		"no program": func(r *adapters.LaunchRequest) { r.Self = "" },
		"headless":   func(r *adapters.LaunchRequest) { r.Mode = adapters.Headless },
		"the user's": func(r *adapters.LaunchRequest) { r.ExtraArgs = []string{"--settings=/mine.json"} },
	} {
		r := req
		change(&r)
		if got := launch(t, registry, "claude", r); got.Events != "" || strings.Contains(strings.Join(got.Argv, " "), "hooks") {
			t.Errorf("%s: events %q from %v", name, got.Events, got.Argv)
		}
	}
}

func TestConversations(t *testing.T) {
	tests := []struct {
		name  string
		mode  adapters.Mode
		extra []string
		fresh string // with SessionID x
		again string // with Resume y
	}{
		{"claude", adapters.Headless, nil, "claude -p --session-id x", "claude -p --resume y"},
		{"claude", adapters.Interactive, nil, "claude --session-id x Go.", "claude --resume y Go."},
		{"claude", adapters.Interactive, []string{"--continue"}, "claude --continue Go.", "claude --resume y --continue Go."},
		{"codex", adapters.Headless, nil, "codex exec --skip-git-repo-check -", "codex exec --skip-git-repo-check resume y -"},
		{"codex", adapters.Interactive, nil, "codex --no-daemon Go.", "codex --no-daemon resume y Go."},
		{"gemini", adapters.Headless, nil, "gemini --skip-trust --session-id x", "gemini --skip-trust --resume y"},
		{"gemini", adapters.Interactive, nil, "gemini --skip-trust --session-id x --prompt-interactive=Go.", "gemini --skip-trust --resume y --prompt-interactive=Go."},
		{"opencode", adapters.Headless, nil, "opencode run", "opencode run --session y"},
		{"opencode", adapters.Interactive, nil, "opencode --prompt=Go.", "opencode --session y|Go."}, // pasted
		{"copilot", adapters.Interactive, nil, "copilot --session-id x --interactive=Go.", "copilot --resume=y --interactive=Go."},
	}
	for _, test := range tests {
		req := adapters.LaunchRequest{Mode: test.mode, Prompt: "Go.", ExtraArgs: test.extra, SessionID: "x"}
		fresh := launch(t, adapters.NewRegistry(), test.name, req)
		req.Resume = "y"
		again := launch(t, adapters.NewRegistry(), test.name, req)
		line := strings.Join(again.Argv, " ")
		if again.Paste != "" {
			line += "|" + again.Paste
		}
		if diff := cmp.Diff([]string{test.fresh, test.again}, []string{strings.Join(fresh.Argv, " "), line}); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", test.name, test.mode, diff)
		}
		if named := strings.Contains(test.fresh, " x"); (fresh.SessionID == "x") != named || again.SessionID != "y" {
			t.Errorf("%s %s: the conversations are called %q and %q", test.name, test.mode, fresh.SessionID, again.SessionID)
		}
	}
	agent, err := adapters.NewRegistry().Get("kiro-cli")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Resume: "y"}); err == nil {
		t.Error("kiro-cli goes on with a conversation, and nobody knows how")
	}
}

package adapters

import (
	"encoding/json"
	"strings"
	"time"
)

// Hook is what one event of an agent's own event stream says. Fields that the
// event says nothing about are empty.
type Hook struct {
	// Time is when it happened, zero when the line does not say.
	Time      time.Time
	Condition Condition
	Kind      Kind
	Excerpt   string
	// Message is the final message of a turn that has ended.
	Message string
	// Mute says that a turn has ended, and that there was no such message.
	Mute bool
	// Prompt is the input that a turn began with.
	Prompt string
	// SessionID is the agent's own name of the conversation, which
	// LaunchRequest.Resume takes.
	SessionID string
}

// HookLine is one line of an event file, as `rooda hook` writes it.
type HookLine struct {
	Time  string          `json:"time"` // RFC 3339
	Event json.RawMessage `json:"event"`
}

// ParseHook reads a line of an event file. events is the LaunchConfig's; ok is
// false for lines that are not understood or of no interest.
func ParseHook(events string, line []byte) (hook Hook, ok bool) {
	var l HookLine
	var e hookEvent
	stream, known := streams[events]
	if !known || json.Unmarshal(line, &l) != nil || json.Unmarshal(l.Event, &e) != nil {
		return Hook{}, false
	}
	hook, ok = stream.read(e)
	hook.Excerpt = brief(hook.Excerpt, excerptLength)
	hook.Time, _ = time.Parse(time.RFC3339Nano, l.Time) // zero for anything else
	return hook, ok
}

// hookEvent holds what any of the streams is read for.
type hookEvent struct {
	Name      string `json:"hook_event_name"`
	SessionID string `json:"session_id"`
	Prompt    string `json:"prompt"`
	Error     string `json:"error"`
	// Last is nil where the event has no such field: versions differ.
	Last      *string `json:"last_assistant_message"`
	ToolName  string  `json:"tool_name"`
	ToolInput struct {
		Command     string `json:"command"`
		FilePath    string `json:"file_path"`
		Description string `json:"description"`
	} `json:"tool_input"`
	Message  string `json:"message"`
	Notified string `json:"notification_type"`

	Response string `json:"prompt_response"` // gemini's

	Type     string   `json:"type"` // codex's notify and opencode's plugin
	Thread   string   `json:"thread-id"`
	Inputs   []string `json:"input-messages"`
	LastSaid string   `json:"last-assistant-message"`
}

// last is the message of a turn that has ended, and whether there was none.
func (e hookEvent) last() (message string, mute bool) {
	if e.Last == nil {
		return "", false
	}
	return *e.Last, strings.TrimSpace(*e.Last) == ""
}

// tool names what a tool wants to do.
func (e hookEvent) tool() string {
	for _, subject := range []string{e.ToolInput.Command, e.ToolInput.FilePath, e.ToolInput.Description} {
		if subject != "" {
			return e.ToolName + ": " + subject
		}
	}
	return e.ToolName
}

func claudeHook(e hookEvent) (Hook, bool) {
	h := Hook{SessionID: e.SessionID, Excerpt: e.Name}
	switch e.Name {
	case "SessionStart", "SessionEnd":
	case "UserPromptSubmit":
		h.Condition, h.Prompt = Working, e.Prompt
	case "PermissionRequest":
		h.Condition, h.Kind, h.Excerpt = Blocked, Permission, e.tool()
	case "Stop":
		h.Condition = Done
		h.Message, h.Mute = e.last()
	case "StopFailure":
		h.Condition, h.Kind = Idle, Failed
		if h.Excerpt, _ = e.last(); h.Excerpt == "" {
			h.Excerpt = e.Error
		}
		if e.Error == "authentication_failed" {
			h.Condition, h.Kind = Blocked, Auth
		}
	default:
		return Hook{}, false
	}
	return h, true
}

// codexTitle begins the prompt with which codex asks the model for the title
// of a conversation; notify is called for that, too.
const codexTitle = "Generate a concise, single-line task title"

// codexHook claims no condition: notify comes for any thread, and the status
// records say it better.
func codexHook(e hookEvent) (Hook, bool) {
	if e.Type != "agent-turn-complete" || len(e.Inputs) > 0 && strings.HasPrefix(e.Inputs[0], codexTitle) {
		return Hook{}, false
	}
	h := Hook{Excerpt: e.Type, Message: e.LastSaid, SessionID: e.Thread}
	if n := len(e.Inputs); n > 0 {
		h.Prompt = e.Inputs[n-1]
	}
	return h, true
}

func geminiHook(e hookEvent) (Hook, bool) {
	h := Hook{SessionID: e.SessionID, Excerpt: e.Name}
	switch e.Name {
	case "SessionStart", "SessionEnd":
	case "BeforeAgent":
		h.Condition, h.Prompt = Working, e.Prompt
	case "AfterAgent":
		h.Condition, h.Prompt = Done, e.Prompt
		if h.Mute = e.Response == "[no response text]"; !h.Mute {
			h.Message = e.Response
		}
	case "Notification":
		if e.Notified != "ToolPermission" {
			return Hook{}, false
		}
		h.Condition, h.Kind, h.Excerpt = Blocked, Permission, e.Message
	default:
		return Hook{}, false
	}
	return h, true
}

func openCodeHook(e hookEvent) (Hook, bool) {
	h := Hook{SessionID: e.SessionID, Excerpt: e.Message}
	switch e.Type {
	case "session":
	case "busy":
		h.Condition, h.Prompt = Working, e.Prompt
	case "permission", "question":
		h.Condition, h.Kind = Blocked, Kind(e.Type)
	case "idle":
		h.Condition = Done
		h.Message, h.Mute = e.last()
	case "error":
		h.Condition, h.Kind = Idle, Failed
	default:
		return Hook{}, false
	}
	return h, true
}

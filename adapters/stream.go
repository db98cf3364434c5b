package adapters

import (
	_ "embed"
	"encoding/json"
	"maps"
	"net/url"
	"slices"

	"github.com/kballard/go-shellquote"
)

// EventVariable names the event file in the environment of an agent, for hooks
// that the user has put into the agent's own settings: `rooda hook` without
// arguments reads it.
const EventVariable = "ROODA_EVENT_FILE"

// File is a file that the caller writes (mode 0600) before it starts an agent.
type File struct {
	Path string
	Data []byte
}

// stream is one kind of event stream: how to switch it on from outside,
// without touching the user's files, and how to read it.
type stream struct {
	// on returns the arguments, the environment and the files that make the
	// agent run command for each event, or append to file itself. It is nil
	// where only the user's own settings can do that.
	on func(command []string, file string) switches
	// taken are flags with which the user has taken the place of ours.
	taken []string
	read  func(hookEvent) (Hook, bool)
}

type switches struct {
	args, env []string
	files     []File
}

var streams = map[string]stream{
	"claude":   {claudeSwitches, []string{"--settings", "--bare"}, claudeHook},
	"codex":    {codexSwitches, nil, codexHook},
	"gemini":   {nil, nil, geminiHook},
	"opencode": {openCodeSwitches, []string{"--pure"}, openCodeHook},
}

// Streams returns the names of the event streams that can be read, sorted.
func Streams() []string { return slices.Sorted(maps.Keys(streams)) }

func knownStream(name string) bool {
	_, ok := streams[name]
	return ok || name == ""
}

// listen adds to a launch what makes the agent report to the event file.
func (d declared) listen(launch *LaunchConfig, req LaunchRequest) {
	s, ok := streams[d.spec.Events]
	if !ok || req.EventFile == "" || req.Self == "" || holds(req.ExtraArgs, s.taken) {
		return
	}
	launch.Events = d.spec.Events
	launch.Env = append(launch.Env, EventVariable+"="+req.EventFile)
	if s.on == nil {
		return
	}
	on := s.on([]string{req.Self, "hook", req.EventFile}, req.EventFile)
	launch.Argv = append(launch.Argv, on.args...)
	launch.Env = append(launch.Env, on.env...)
	launch.Files = append(launch.Files, on.files...)
}

type object = map[string]any

// encode renders strings, lists and objects, which cannot fail.
func encode(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

// matchers is the shape in which claude and gemini want a hook.
func matchers(command []string, matcher string, events ...string) object {
	hooks := object{}
	for _, event := range events {
		entry := object{"hooks": []object{{"type": "command", "command": shellquote.Join(command...)}}}
		if matcher != "" {
			entry["matcher"] = matcher
		}
		hooks[event] = []object{entry}
	}
	return hooks
}

func claudeSwitches(command []string, _ string) switches {
	hooks := matchers(command, "", "SessionStart", "UserPromptSubmit", "PermissionRequest", "Stop", "StopFailure", "SessionEnd")
	return switches{args: []string{"--settings", encode(object{"hooks": hooks})}}
}

// codexSwitches uses notify and no hooks: those would need a flag that trusts
// every hook of the repository as well.
func codexSwitches(command []string, _ string) switches {
	return switches{args: []string{"-c", "notify=" + encode(command)}}
}

// openCodeEvents is a plugin: opencode has no hooks, and its server would need
// a port and a password.
//
//go:embed opencode-events.js
var openCodeEvents string

// openCodeSwitches names the plugin in a configuration that is read between
// the user's own and the project's.
func openCodeSwitches(_ []string, file string) switches {
	plugin, config := file+".plugin.js", file+".config.json"
	return switches{
		env: []string{"OPENCODE_CONFIG=" + config},
		files: []File{
			{config, []byte(encode(object{"plugin": []string{(&url.URL{Scheme: "file", Path: plugin}).String()}}))},
			{plugin, []byte("const file = " + encode(file) + "\n" + openCodeEvents)},
		},
	}
}

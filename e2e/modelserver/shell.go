package modelserver

import (
	"slices"
	"strings"
)

// call is one use of a tool: args by schema, or free text.
type call struct {
	tool Tool
	args object
	text string
}

// The names that agents give to the tool that runs a command and to its
// argument, surest first.
func shellNames() []string {
	return []string{"bash", "shell", "shell_command", "run_shell_command", "exec_command", "local_shell"}
}

func commandNames() []string { return []string{"command", "cmd", "script"} }

// shellCall picks the agent's own shell tool and fills it in.
func shellCall(tools []Tool, command string, escalate bool) (call, bool) {
	tool, ok := shellTool(tools)
	if !ok {
		return call{}, false
	}
	if tool.kind == freeform {
		return call{tool: tool, text: command}, true
	}
	s := parseSchema(tool.Schema)
	args := shellArgs(s, command)
	if _, known := s.Properties["sandbox_permissions"]; escalate && known {
		args["sandbox_permissions"], args["justification"] = "require_escalated", "It needs to leave the sandbox."
	}
	return call{tool: tool, args: args}, true
}

func shellTool(tools []Tool) (Tool, bool) {
	for _, name := range shellNames() {
		i := slices.IndexFunc(tools, func(t Tool) bool { return strings.EqualFold(t.Name, name) })
		if i >= 0 {
			return tools[i], true
		}
	}
	return Tool{}, false
}

func shellArgs(s schema, command string) object {
	args := object{}
	for name, property := range s.Properties {
		switch {
		case slices.Contains(commandNames(), name) && property.Type == "array":
			args[name] = []string{"bash", "-lc", command}
		case slices.Contains(commandNames(), name):
			args[name] = command
		case slices.Contains(s.Required, name):
			args[name] = property.sample(name)
		}
	}
	return args
}

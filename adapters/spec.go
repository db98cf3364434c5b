package adapters

import (
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
)

// Spec is one agent as data: a file in builtin/, or an entry of the user's
// configuration.
type Spec struct {
	Name    string `yaml:"name" json:"name"`
	Display string `yaml:"display" json:"display"`
	// Command is the program, a name in PATH or a path.
	Command string `yaml:"command" json:"command"`
	// Alias is the whole command line that the name stands for in
	// `rooda run`, dangerous flags and all: there the user chose it.
	Alias string `yaml:"alias" json:"alias,omitempty"`
	// Headless is nil when the agent has no unattended mode.
	Headless *Launch `yaml:"headless" json:"headless,omitempty"`
	// InjectArgs let the agent work without asking (CORE-19).
	InjectArgs []string `yaml:"inject_args" json:"inject_args,omitempty"`
	// Env is added to the agent's environment; the user's own values win.
	Env map[string]string `yaml:"env" json:"env,omitempty"`
	// Decode names the decoder for the output, see NewDecoder.
	Decode string `yaml:"decode" json:"decode,omitempty"`
	// Recorded is the version whose behaviour was observed; empty when the
	// entry rests on the vendor's documentation alone.
	Recorded string `yaml:"recorded" json:"recorded,omitempty"`
	// Install says how to get the agent, as a command where there is one.
	Install string `yaml:"install" json:"install,omitempty"`
}

// Launch is how one mode of an agent is started.
type Launch struct {
	// Args follow the command; Tail comes after everything but the prompt.
	Args []string `yaml:"args" json:"args,omitempty"`
	Tail []string `yaml:"tail" json:"tail,omitempty"`
	// PromptVia is how the prompt travels.
	PromptVia Transport `yaml:"prompt_via" json:"prompt_via"`
	// EndOfOptions says that the program takes "--" to end its flags, which
	// a prompt that starts with a dash needs.
	EndOfOptions bool `yaml:"end_of_options" json:"end_of_options,omitempty"`
}

// Transport is the way a prompt takes into an agent.
type Transport string

// The transports: standard input, the last argument, or a file that the last
// argument tells the agent to read.
const (
	ViaStdin Transport = "stdin"
	ViaArg   Transport = "arg"
	ViaFile  Transport = "file"
)

// decodeAgent reads one agent from YAML; unknown keys are errors.
func decodeAgent(data []byte) (agentFile, error) {
	var file agentFile
	if err := yaml.UnmarshalWithOptions(data, &file, yaml.Strict()); err != nil {
		return agentFile{}, err
	}
	return file, file.validate()
}

func (s Spec) validate() error {
	var problems []error
	if s.Name == "" {
		problems = append(problems, errors.New("name: missing"))
	}
	if s.Command == "" {
		problems = append(problems, errors.New("command: missing"))
	}
	if h := s.Headless; h != nil {
		switch h.PromptVia {
		case ViaStdin, ViaArg, ViaFile:
		default:
			problems = append(problems, fmt.Errorf("headless.prompt_via: %q is not stdin, arg or file", h.PromptVia))
		}
	}
	if s.Alias != "" {
		if _, err := Command(s.Alias); err != nil {
			problems = append(problems, fmt.Errorf("alias: %w", err))
		}
	}
	if !knownDecoder(s.Decode) {
		problems = append(problems, fmt.Errorf("decode: no decoder is called %q", s.Decode))
	}
	for key := range s.Env {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			problems = append(problems, fmt.Errorf("env: %q is not a variable's name", key))
		}
	}
	return errors.Join(problems...)
}

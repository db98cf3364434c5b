package adapters

import (
	"errors"
	"fmt"
	"slices"
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
	// Headless is nil when the agent has no unattended mode, Interactive when
	// nothing is known about driving its terminal.
	Headless    *Launch `yaml:"headless" json:"headless,omitempty"`
	Interactive *Launch `yaml:"interactive" json:"interactive,omitempty"`
	// InjectArgs let the agent work without asking (CORE-19). They are left
	// out when a task's own arguments hold one of InjectUnless: then it has
	// decided what the agent may do, and handlers answer the rest.
	InjectArgs   []string `yaml:"inject_args" json:"inject_args,omitempty"`
	InjectUnless []string `yaml:"inject_unless" json:"inject_unless,omitempty"`
	// Env is added to the agent's environment; the user's own values win.
	Env map[string]string `yaml:"env" json:"env,omitempty"`
	// Decode names the decoder for the output, see NewDecoder.
	Decode string `yaml:"decode" json:"decode,omitempty"`
	// Events names the stream of the agent's own events (see ParseHook).
	Events string `yaml:"events" json:"events,omitempty"`
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
	// PromptFlag comes before a prompt that is an argument. One that ends in
	// "=" is written together with the prompt.
	PromptFlag string `yaml:"prompt_flag" json:"prompt_flag,omitempty"`
	// SessionArgs give a new conversation the name {id}, a UUID, and
	// ResumeArgs go on with the conversation of that name.
	SessionArgs []string `yaml:"session_args" json:"session_args,omitempty"`
	ResumeArgs  []string `yaml:"resume_args" json:"resume_args,omitempty"`
	// ResumeVia is how the prompt travels when the agent goes on with a
	// conversation, if not as always.
	ResumeVia Transport `yaml:"resume_via" json:"resume_via,omitempty"`
	// FileArgs let the agent read a prompt that goes by file; {dir} in them
	// is the folder of the file.
	FileArgs []string `yaml:"file_args" json:"file_args,omitempty"`
	// EndOfOptions says that the program takes "--" to end its flags, which
	// a prompt that starts with a dash needs.
	EndOfOptions bool `yaml:"end_of_options" json:"end_of_options,omitempty"`
}

// Transport is the way a prompt takes into an agent.
type Transport string

// The transports: standard input (headless only), the last argument, the
// composer (interactive only), or a file that the agent is told to read.
const (
	ViaStdin Transport = "stdin"
	ViaArg   Transport = "arg"
	ViaPaste Transport = "paste"
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
	problems = append(problems, s.Headless.validate("headless", [3]Transport{ViaStdin, ViaArg, ViaFile}))
	problems = append(problems, s.Interactive.validate("interactive", [3]Transport{ViaArg, ViaPaste, ViaFile}))
	if s.Alias != "" {
		if _, err := Command(s.Alias); err != nil {
			problems = append(problems, fmt.Errorf("alias: %w", err))
		}
	}
	if !knownDecoder(s.Decode) {
		problems = append(problems, fmt.Errorf("decode: no decoder is called %q", s.Decode))
	}
	if !knownStream(s.Events) {
		problems = append(problems, fmt.Errorf("events: no stream is called %q", s.Events))
	}
	for key := range s.Env {
		if key == "" || strings.ContainsAny(key, "=\x00") {
			problems = append(problems, fmt.Errorf("env: %q is not a variable's name", key))
		}
	}
	return errors.Join(problems...)
}

// validate allows three transports.
func (l *Launch) validate(mode string, ways [3]Transport) error {
	if l == nil {
		return nil
	}
	known := fmt.Sprintf("%s, %s or %s", ways[0], ways[1], ways[2])
	var problems []error
	if !slices.Contains(ways[:], l.PromptVia) {
		problems = append(problems, fmt.Errorf("%s.prompt_via: %q is not %s", mode, l.PromptVia, known))
	}
	if l.ResumeVia != "" && !slices.Contains(ways[:], l.ResumeVia) {
		problems = append(problems, fmt.Errorf("%s.resume_via: %q is not %s", mode, l.ResumeVia, known))
	}
	return errors.Join(problems...)
}

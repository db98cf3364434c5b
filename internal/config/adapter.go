package config

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/internal/shellwords"
	"rooda/prompts"
)

// agent checks what the schema cannot.
func (s *source) agent(name string, f adapterFile) {
	if f.Command != nil && strings.Contains(string(*f.Command), " -") && !s.isFile(string(*f.Command)) {
		s.refuse(errors.New("the command is a program alone, this one has arguments"), "write them into headless.args and interactive.args", "adapters", name, "command")
	}
	if f.Alias != nil {
		s.command(*f.Alias, "adapters", name, "alias")
	}
	if f.Decode != nil {
		if _, err := adapters.NewDecoder(string(*f.Decode), io.Discard); err != nil {
			s.refuse(fmt.Errorf("no decoder is called %q", *f.Decode), "leave it empty, or write cursor-stream-json or claude-stream-json", "adapters", name, "decode")
		}
	}
	if f.Events != nil && !slices.Contains(adapters.Streams(), string(*f.Events)) && *f.Events != "" {
		hint := "streams: " + strings.Join(adapters.Streams(), ", ")
		if near := prompts.Nearest(string(*f.Events), adapters.Streams()); len(near) > 0 {
			hint = "did you mean " + near[0] + "?"
		}
		s.refuse(fmt.Errorf("no stream of events is called %q", *f.Events), hint, "adapters", name, "events")
	}
	s.terminal(f.terminalFile, "adapters", name)
}

// isFile says whether a program is a path, and something is there.
func (s *source) isFile(program string) bool {
	return strings.ContainsRune(program, filepath.Separator) && exists(shellwords.Anchor(program, s.dir))
}

// lay lays what this file says about an agent over spec, field by field.
func (s *source) lay(spec adapters.Spec) (adapters.Spec, error) {
	written := struct {
		*adapters.Spec
		terminalFile // read has those
	}{Spec: &spec}
	before := spec.Command
	if err := s.sound.Decode(&written, "adapters", spec.Name); err != nil {
		return spec, err
	}
	if spec.Headless != nil && spec.Headless.PromptVia == "" {
		spec.Headless.PromptVia = adapters.ViaStdin
	}
	if spec.Interactive != nil && spec.Interactive.PromptVia == "" {
		spec.Interactive.PromptVia = adapters.ViaArg
	}
	if s.has("adapters", spec.Name, "command") {
		spec.Command = shellwords.Anchor(spec.Command, s.dir)
	}
	if s.has("adapters", spec.Name, "alias") {
		spec.Alias = shellwords.Anchored(spec.Alias, s.dir)
	} else {
		spec.Alias = moved(spec.Alias, before, spec.Command)
	}
	return spec, nil
}

// moved returns the alias with the program where it is now: who says where
// the agent is means the alias, too.
func moved(alias, before, now string) string {
	if rest, ok := strings.CutPrefix(alias, before); ok && before != "" && (rest == "" || rest[0] == ' ') {
		return shellquote.Join(now) + rest
	}
	return alias
}

// layAgents lays the files over the built-in agents. What is wrong with an
// agent as a whole goes to the file that wins.
func layAgents(sources []*source) (*adapters.Registry, error) {
	registry := adapters.NewRegistry()
	specs := map[string]adapters.Spec{}
	signs := map[string]adapters.Signs{}
	last := map[string]*source{}
	for _, s := range slices.Backward(sources) {
		for name := range s.file.Adapters {
			spec, known := specs[name]
			if !known {
				spec, _ = registry.Spec(name) // nothing: a new agent
				spec.Name = name
				base, err := registry.Signs(name)
				if err != nil { // a new agent is read by the rules that fit most
					base, err = registry.Signs("generic")
				}
				if err != nil {
					return nil, err
				}
				signs[name] = base
			}
			spec, err := s.lay(spec)
			if err != nil {
				return nil, err
			}
			specs[name], signs[name], last[name] = spec, s.read(signs[name], name), s
		}
	}
	for name, s := range last {
		at, spec := []any{"adapters", name}, specs[name]
		switch {
		case s.faulty(at...):
		case spec.Command == "":
			s.problems = append(s.problems, s.doc.KeyProblem(at, "key command is missing", "command: the program, a name in PATH or a path"))
		case slices.ContainsFunc(sources, func(s *source) bool { return s.doc == nil || s.faulty(at...) }): // there it may stand
		case spec.Headless == nil && spec.Interactive == nil && spec.Alias == "":
			s.problems = append(s.problems, s.doc.KeyProblem(at, "nothing says how it is started", "headless: {prompt_via: stdin} for work without a person, interactive: {prompt_via: arg} for its terminal, or both"))
		}
	}
	if faulty(sources) {
		return registry, nil
	}
	registry, err := registry.With(slices.Collect(maps.Values(specs))...)
	if err != nil {
		return nil, err
	}
	return registry.WithSigns(signs)
}

package config

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"rooda/internal/yamlsrc"
	"rooda/prompts"
)

// sections are the keys of a configuration file.
var sections = []string{"loop", "ai_cmd_aliases", "procedures", "notify", "sessions", "adapters"}

// source is one file, read as far as it makes sense.
type source struct {
	tier     Tier
	dir      string            // where relative paths in it start
	doc      *yamlsrc.Document // as written, for positions; nil when it is not YAML
	sound    *yamlsrc.Document // less what the schema refused
	file     file
	problems yamlsrc.Problems
	warnings yamlsrc.Problems
}

// newSource reads a file's text; what is wrong with it is in the problems.
func newSource(f File, data []byte) (*source, error) {
	s := &source{tier: f.Tier, dir: filepath.Dir(f.Path)}
	doc, err := yamlsrc.Parse(f.Name, data)
	if errors.As(err, &s.problems) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	s.doc, s.sound = doc, doc
	return s, s.decode()
}

func (s *source) decode() error {
	doc := s.doc
	if doc.Empty() {
		return nil
	}
	schema, err := compiled()
	if err != nil {
		return err
	}
	if s.workflow() {
		s.refuseKey("this is a workflow file", "rooda workflow validate "+doc.KeyProblem([]any{"stages"}, "", "").File, "stages")
		s.sound = doc.Except(s.problems)
		return nil
	}
	found := doc.Check(schema, yamlsrc.Guide{Nearest: prompts.Nearest})
	s.sound = doc.Except(found)
	for _, p := range found {
		if p.Kind == yamlsrc.UnknownKey {
			s.warnings = append(s.warnings, p)
		} else {
			s.problems = append(s.problems, p)
		}
	}
	if err := s.sound.Decode(&s.file); err != nil {
		return err
	}
	s.check()
	return nil
}

// workflow reports whether the file is one, and nothing in it a setting.
func (s *source) workflow() bool {
	return s.doc.Has("stages") && !slices.ContainsFunc(s.doc.Keys(), func(key string) bool { return slices.Contains(sections, key) })
}

// check adds what the schema cannot say.
func (s *source) check() {
	for name, line := range s.file.AICmdAliases {
		s.command(line, "ai_cmd_aliases", name)
	}
	s.settings(s.file.Loop.settingsFile, "loop")
	for name, p := range s.file.Procedures {
		s.settings(p.settingsFile, "procedures", name)
		for _, phase := range prompts.Phases() {
			s.phase(p.phase(phase), "procedures", name, string(phase))
		}
	}
	if line := s.file.Notify.OnWaiting; line != nil {
		s.command(*line, "notify", "on_waiting")
	}
	if limit := s.file.Sessions.UnattendedTimeout; limit != nil {
		if _, err := parseSpan(string(*limit)); err != nil {
			s.refuse(err, "for no limit write null", "sessions", "unattended_timeout")
		}
	}
	for name, agent := range s.file.Adapters {
		s.agent(name, agent)
	}
}

func (s *source) settings(f settingsFile, at ...any) {
	if f.AICmd != nil {
		s.command(*f.AICmd, under(at, "ai_cmd")...)
	}
	if f.IterationTimeout != nil {
		if _, err := parseSpan(string(*f.IterationTimeout)); err != nil {
			s.refuse(err, "for no limit write null", under(at, "iteration_timeout")...)
		}
	}
}

func (s *source) command(line text, at ...any) {
	if !s.sound.Has(at...) {
		return
	}
	if err := splits(string(line)); err != nil {
		s.refuse(err, advice(err), at...)
	}
}

func (s *source) refuse(err error, hint string, at ...any) {
	s.problems = append(s.problems, s.doc.Problem(at, err.Error(), hint))
}

func (s *source) refuseKey(message, hint string, at ...any) {
	s.problems = append(s.problems, s.doc.KeyProblem(at, message, hint))
}

// has reports whether a value stands at a path that nothing is wrong with.
func (s *source) has(at ...any) bool { return s.sound != nil && s.sound.Has(at...) }

// faulty reports whether something is wrong with the value at a path.
func (s *source) faulty(at ...any) bool {
	field := s.doc.Problem(at, "", "").Field
	for _, p := range s.problems {
		if p.Field == field || strings.HasPrefix(p.Field, field+".") || strings.HasPrefix(p.Field, field+"[") {
			return true
		}
	}
	return false
}

func (s *source) origin(at ...any) Origin {
	o := Origin{Tier: s.tier}
	if s.doc != nil {
		p := s.doc.KeyProblem(at, "", "")
		o.File, o.Line, o.Col = p.File, p.Line, p.Col
	}
	return o
}

// keys returns the origins of the keys of one mapping.
func (s *source) keys(procedure string, at ...any) origins {
	return func(key string) (Origin, bool) {
		path := under(at, key)
		if !s.has(path...) {
			return Origin{}, false
		}
		o := s.origin(path...)
		o.Procedure = procedure
		return o, true
	}
}

// under returns a path and one step more, sharing no memory with it.
func under(path []any, step any) []any { return append(slices.Clip(path), step) }

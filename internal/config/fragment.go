package config

import (
	"errors"
	"strings"

	"rooda/prompts"
)

const builtinPrefix = "builtin:"

// parts turns a phase of this file into fragments whose files are absolute.
func (s *source) parts(written phaseFile, name string, phase prompts.Phase) []part {
	parts := make([]part, len(written))
	for i, f := range written {
		parts[i].fragment = s.fragment(f)
		at := []any{"procedures", name, string(phase), i}
		parts[i].from = s.origin(at...)
		parts[i].refused = s.faulty(at...) || s.faulty(at[:3]...)
	}
	return parts
}

func (s *source) fragment(f fragmentFile) prompts.Fragment {
	out := prompts.Fragment{Parameters: f.Parameters}
	if f.Content != nil {
		out.Content = string(*f.Content)
	}
	if f.Path != nil {
		out.Path = string(*f.Path)
		if !strings.HasPrefix(out.Path, builtinPrefix) {
			out.Path = absolute(out.Path, s.dir)
		}
	}
	return out
}

// phase checks the fragments of one phase, except for what only the file
// system knows: a procedure whose files are elsewhere is no obstacle to others.
func (s *source) phase(written *phaseFile, at ...any) {
	if written == nil {
		return
	}
	for i, f := range *written {
		here := under(at, i)
		if !s.doc.Has(here...) {
			here = at // a bare string
		}
		if err := s.badFragment(f); err != nil && !s.faulty(here...) {
			s.refuse(err, advice(err), here...)
		}
	}
}

func (s *source) badFragment(f fragmentFile) error {
	switch {
	case f.Path != nil && f.Content != nil:
		return &wrong{message: "both path and content are given", hint: "keep one of the two"}
	case f.Path == nil && f.Content == nil:
		return &wrong{message: "there is neither path nor content", hint: "give one of the two"}
	case f.Path != nil:
		path := string(*f.Path)
		n := len(builtinPrefix)
		if len(path) >= n && path[:n] != builtinPrefix && strings.EqualFold(path[:n], builtinPrefix) {
			return &wrong{message: "the prefix of a built-in fragment is lower case", hint: "did you mean " + builtinPrefix + path[n:] + "?"}
		}
		if !strings.HasPrefix(path, builtinPrefix) {
			return nil
		}
	}
	if _, err := s.fragment(f).Read(""); err != nil {
		return brief(err)
	}
	return nil
}

// brief leaves out what the position says already, and every other name once
// there is a likely one.
func brief(err error) error {
	var unknown *prompts.UnknownError
	if errors.As(err, &unknown) {
		if len(unknown.Suggestions) > 0 {
			unknown.Known = nil
		}
		return unknown
	}
	if inner := errors.Unwrap(err); inner != nil { // "expand fragment: ..."
		return inner
	}
	return err
}

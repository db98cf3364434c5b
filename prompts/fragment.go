package prompts

import (
	"errors"
	"fmt"
	"strings"
	"text/template"
)

// Fragment is one piece of a phase's text. Exactly one of Path and Content is
// set.
type Fragment struct {
	// Path is "builtin:fragments/<phase>/<name>.md" for a shipped fragment;
	// anything else is a file, relative to the composer's directory.
	Path string
	// Content is the text itself.
	Content string
	// Parameters, unless empty, make the text a text/template that is executed
	// with them. A parameter that the text uses and the map lacks is an error.
	Parameters map[string]any
}

// Read returns the fragment's final text, trimmed. Relative files are read
// from dir, the working directory if it is empty. The error is an
// [*UnknownError] for a shipped name that does not exist and a
// [*MissingError] for a file that cannot be read.
func (f Fragment) Read(dir string) (string, error) {
	text, err := f.source(dir)
	if err != nil {
		return "", err
	}
	if len(f.Parameters) > 0 {
		if text, err = f.expand(text); err != nil {
			return "", err
		}
	}
	return strings.TrimSpace(text), nil
}

func (f Fragment) source(dir string) (string, error) {
	switch {
	case f.Path != "" && f.Content != "":
		return "", fmt.Errorf("read fragment %s: it has both a path and content; give one of them", f.Path)
	case f.Path != "":
		if name, ok := strings.CutPrefix(f.Path, builtinPrefix); ok {
			return readShipped(name)
		}
		return readFragment(f.Path, dir)
	case f.Content != "":
		return f.Content, nil
	default:
		return "", errors.New("read fragment: it has neither a path nor content")
	}
}

func (f Fragment) expand(text string) (string, error) {
	name := f.Path
	if name == "" {
		name = "inline fragment"
	}
	// With "any" values the other settings print "<no value>" into the prompt.
	t, err := template.New(name).Option("missingkey=error").Parse(text)
	if err != nil {
		return "", fmt.Errorf("parse fragment: %w", &templateError{err})
	}
	var b strings.Builder
	if err := t.Execute(&b, f.Parameters); err != nil {
		return "", fmt.Errorf("expand fragment: %w", &templateError{err})
	}
	return b.String(), nil
}

// templateError is about a text that its parameters do not fit.
type templateError struct{ error }

func (e *templateError) Unwrap() error { return e.error }

// Hint says why the text is a template at all.
func (e *templateError) Hint() string {
	return "with parameters the text is a Go template; {{.name}} needs an entry called name"
}

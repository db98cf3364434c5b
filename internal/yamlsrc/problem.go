package yamlsrc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Kind sorts problems for callers that treat some of them differently.
type Kind string

// Kinds of problem. Configuration files treat UnknownKey as a warning.
const (
	Syntax     Kind = "syntax"
	UnknownKey Kind = "unknown-key"
	Invalid    Kind = "invalid"
)

// Problem is one thing wrong with a file. Line and Col start at 1 and lie
// within the file; Col counts characters, not bytes.
type Problem struct {
	Kind    Kind   `json:"kind"`
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	Field   string `json:"field,omitempty"` // "stages[0].tasks[1].id", empty for the whole file
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Excerpt string `json:"excerpt,omitempty"` // the line and a caret under it

	refused []any // path of the value that must not be decoded
}

// Error returns "file:line:col: field: message", then the excerpt, then a
// "hint:" line, where there are any.
func (p Problem) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", p.File, p.Line, p.Col)
	if p.Field != "" {
		b.WriteString(p.Field + ": ")
	}
	b.WriteString(p.Message)
	if p.Excerpt != "" {
		b.WriteString("\n" + p.Excerpt)
	}
	if p.Hint != "" {
		b.WriteString("\nhint: " + p.Hint)
	}
	return b.String()
}

// Problems is every problem of one file, as an error.
type Problems []Problem

// Error returns all problems in order, with an empty line between two.
func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.Error()
	}
	return strings.Join(texts, "\n\n")
}

// Unwrap lets errors.As find a single Problem.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// Err returns the problems in file order, each once, or nil when there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps.sorted()
}

func (ps Problems) sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Col, b.Col),
			cmp.Compare(a.Field, b.Field),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return slices.CompactFunc(out, func(a, b Problem) bool {
		return a.Line == b.Line && a.Col == b.Col && a.Field == b.Field && a.Message == b.Message
	})
}

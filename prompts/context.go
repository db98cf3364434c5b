package prompts

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Context is one thing the user wants the agent to know.
type Context struct {
	Source string // the file as the user named it; empty for literal text
	Text   string
}

// ReadContext turns each value into one Context, in order. A value that names
// an existing regular file stands for its content, relative to dir; any other
// value is literal text and is never split. Refused are an empty value, a
// directory or other special file, a file that is not text, and a value
// without a space that looks like a path (it has a separator or ends in .md
// or .txt) and does not exist: a mistyped name must not reach the agent as
// text. The error joins those of all values that are refused.
func ReadContext(values []string, dir string) ([]Context, error) {
	blank := func(n int) error { return fmt.Errorf("read context %d of %d: it is empty", n, len(values)) }
	return each(values, blank, func(value string) (Context, error) {
		return readGiven(value, dir, given{what: "context"})
	})
}

// each reads values that a person has given, none of which may be blank.
func each[T any](values []string, blank func(n int) error, read func(string) (T, error)) ([]T, error) {
	list := make([]T, 0, len(values))
	var problems []error
	for i, value := range values {
		if strings.TrimSpace(value) == "" {
			problems = append(problems, blank(i+1))
			continue
		}
		t, err := read(value)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		list = append(list, t)
	}
	if problems != nil {
		return nil, errors.Join(problems...)
	}
	return list, nil
}

// given says what a value is read for.
type given struct {
	what  string // "context" or "fragment"
	phase Phase  // of a fragment
}

func readGiven(value, dir string, g given) (Context, error) {
	resolved, err := resolve(value, dir)
	if err != nil {
		return Context{}, err
	}
	fail := func(err error, hint string) (Context, error) {
		return Context{}, &MissingError{What: g.what, Path: value, Err: err, hint: hint}
	}
	info, err := os.Stat(resolved)
	switch {
	case err != nil && looksLikePath(value):
		hint := "check the path; text that is not a path needs a space in it"
		if g.phase != "" {
			hint = cmp.Or(fragmentHint(value, g.phase), hint)
		}
		return fail(err, hint)
	case err != nil:
		return Context{Text: value}, nil //nolint:nilerr // no such file, and no path: it is text
	case !info.Mode().IsRegular():
		kind := errors.New("not a regular file")
		if info.IsDir() {
			kind = errors.New("is a directory")
		}
		return fail(&fs.PathError{Op: "read", Path: resolved, Err: kind}, "name the files one by one")
	}
	text, err := os.ReadFile(resolved)
	if err != nil {
		return fail(err, "check who may read it")
	}
	if err := binary(text, resolved); err != nil {
		return fail(err, "name a text file")
	}
	return Context{Source: value, Text: string(text)}, nil
}

// binary refuses what a prompt cannot hold: it may travel as a program
// argument, in which there is no NUL.
func binary(text []byte, file string) error {
	if bytes.IndexByte(text, 0) < 0 {
		return nil
	}
	return &fs.PathError{Op: "read", Path: file, Err: errors.New("not a text file")}
}

func looksLikePath(value string) bool {
	switch {
	case strings.ContainsFunc(value, unicode.IsSpace), strings.Contains(value, "://"):
		return false
	case strings.ContainsRune(value, '/'), strings.ContainsRune(value, filepath.Separator):
		return true
	default:
		ext := filepath.Ext(value)
		return ext == ".md" || ext == ".txt"
	}
}

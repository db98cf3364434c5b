package prompts

import (
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
	contexts := make([]Context, 0, len(values))
	var problems []error
	for i, value := range values {
		if strings.TrimSpace(value) == "" {
			problems = append(problems, fmt.Errorf("read context %d of %d: it is empty", i+1, len(values)))
			continue
		}
		c, err := readContext(value, dir)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		contexts = append(contexts, c)
	}
	if problems != nil {
		return nil, errors.Join(problems...)
	}
	return contexts, nil
}

func readContext(value, dir string) (Context, error) {
	resolved, err := resolve(value, dir)
	if err != nil {
		return Context{}, err
	}
	fail := func(err error, hint string) (Context, error) {
		return Context{}, &MissingError{What: "context", Path: value, Err: err, hint: hint}
	}
	info, err := os.Stat(resolved)
	switch {
	case err != nil && looksLikePath(value):
		return fail(err, "check the path; text that is not a path needs a space in it")
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
	// A prompt may travel as a program argument, which cannot hold a NUL.
	if strings.IndexByte(string(text), 0) >= 0 {
		return fail(&fs.PathError{Op: "read", Path: resolved, Err: errors.New("not a text file")}, "name a text file")
	}
	return Context{Source: value, Text: string(text)}, nil
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

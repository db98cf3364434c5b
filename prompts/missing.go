package prompts

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// MissingError reports a file that is named and cannot be read. Its text
// holds the absolute path that was tried.
type MissingError struct {
	What string // "fragment" or "context"
	Path string // as it was written
	Err  error  // from the file system
	hint string
}

func (e *MissingError) Error() string { return fmt.Sprintf("read %s %s: %v", e.What, e.Path, e.Err) }

// Unwrap gives the file system's error, so that errors.Is finds fs.ErrNotExist.
func (e *MissingError) Unwrap() error { return e.Err }

// Hint says how to name the thing that was probably meant.
func (e *MissingError) Hint() string { return e.hint }

func readFragment(name, dir string) (string, error) {
	resolved, err := resolve(name, dir)
	if err != nil {
		return "", err
	}
	fail := func(err error, hint string) (string, error) {
		return "", &MissingError{What: "fragment", Path: name, Err: err, hint: hint}
	}
	text, err := os.ReadFile(resolved)
	switch {
	case errors.Is(err, syscall.EISDIR):
		return fail(err, "name the files in it one by one")
	case err != nil:
		return fail(err, cmp.Or(fragmentHint(name), fmt.Sprintf("check that %s exists and can be read", resolved)))
	}
	if err := binary(text, resolved); err != nil {
		return fail(err, "name a text file")
	}
	return string(text), nil
}

func resolve(name, dir string) (string, error) {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	resolved, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("resolve path %s: %w", name, err)
	}
	return resolved, nil
}

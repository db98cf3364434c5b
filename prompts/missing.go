package prompts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
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
	text, err := os.ReadFile(resolved)
	if err != nil {
		return "", &MissingError{What: "fragment", Path: name, Err: err, hint: fragmentHint(name, resolved)}
	}
	return string(text), nil
}

func fragmentHint(name, resolved string) string {
	if n := len(builtinPrefix); len(name) >= n && strings.EqualFold(name[:n], builtinPrefix) {
		return fmt.Sprintf("the prefix of a built-in fragment is lower case: did you mean %q?", strings.ToLower(name))
	}
	if _, err := readShipped(filepath.ToSlash(name)); err == nil {
		return fmt.Sprintf("for the built-in fragment write %q", builtinPrefix+name)
	}
	return fmt.Sprintf("check that %s exists and can be read", resolved)
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

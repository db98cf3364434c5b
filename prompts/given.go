package prompts

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// ReadFragments turns what a command line gives for a phase into fragments, in
// order: a "builtin:" path stands for a shipped fragment, an existing regular
// file, relative to dir, for itself, and any other value for its text.
// Refused is what [ReadContext] refuses, and the bare name of a shipped
// fragment, which must not reach the agent as text. The error joins those of
// all values that are refused.
func ReadFragments(phase Phase, values []string, dir string) ([]Fragment, error) {
	blank := func(n int) error {
		if len(values) == 1 {
			return errors.New("it is empty")
		}
		return fmt.Errorf("value %d of %d is empty", n, len(values))
	}
	return each(values, blank, func(value string) (Fragment, error) {
		if strings.HasPrefix(value, builtinPrefix) {
			f := Fragment{Path: value}
			_, err := f.Read(dir)
			return f, err
		}
		read, err := readGiven(value, dir, given{"fragment", phase})
		switch {
		case err != nil:
			return Fragment{}, err
		case read.Source != "":
			file, err := resolve(read.Source, dir)
			return Fragment{Path: file}, err
		}
		if full := shippedAs(value, phase); full != nil {
			return Fragment{}, &bareNameError{value, full}
		}
		return Fragment{Content: read.Text}, nil
	})
}

// bareNameError reports a shipped fragment's name without its path.
type bareNameError struct {
	name string
	full []string
}

func (e *bareNameError) Error() string {
	return fmt.Sprintf("%s is the name of a built-in fragment, and no text", e.name)
}

// Hint says how to name the fragment.
func (e *bareNameError) Hint() string { return "write " + alternatives(e.full) }

// shippedAs returns the full paths of the shipped fragments that go by a short
// name, with or without its suffix: the one of the preferred phase alone, if
// it is there.
func shippedAs(name string, preferred ...Phase) (full []string) {
	short := strings.TrimSuffix(name, fragmentSuffix)
	for _, phase := range Phases() {
		if !slices.Contains(shippedNames(phase), short) {
			continue
		}
		if slices.Contains(preferred, phase) {
			return []string{builtinPath(phase, short)}
		}
		full = append(full, builtinPath(phase, short))
	}
	return full
}

// fragmentHint says which shipped fragment a path that leads nowhere was
// probably meant to be; empty when none comes to mind.
func fragmentHint(name string, preferred ...Phase) string {
	if n := len(builtinPrefix); len(name) >= n && strings.EqualFold(name[:n], builtinPrefix) {
		return fmt.Sprintf("the prefix of a built-in fragment is lower case: did you mean %q?", strings.ToLower(name))
	}
	if _, err := readShipped(path.Clean(name)); err == nil {
		return "for the built-in fragment write " + builtinPrefix + path.Clean(name)
	}
	if full := shippedAs(path.Base(name), preferred...); full != nil {
		return "for the built-in fragment write " + alternatives(full)
	}
	return ""
}

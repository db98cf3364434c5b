package workflows

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"rooda/internal/shellwords"
	"rooda/prompts"
)

// settings checks what the schema cannot, and makes context files and the
// command's program absolute.
// The function at says where a key's value was written: in the task or in the
// file's defaults. Defaults are checked once by themselves and again as part
// of each task; a Problems keeps equal problems once.
func (r *reader) settings(s *settings, at func(key string) []any) {
	if s.Adapter != nil && s.AICmd != nil {
		r.refuseKey(at("ai_cmd"), "both adapter and ai_cmd are set", "keep one: an adapter knows its command")
	}
	if s.MaxIterations != nil && value(s.Unlimited, false) {
		r.refuseKey(at("unlimited"), "both max_iterations and unlimited are set", "keep one of the two")
	}
	if name := string(value(s.Adapter, "")); name != "" && r.opts.Adapters != nil && !slices.Contains(r.opts.Adapters, name) {
		hint := suggest(name, r.opts.Adapters)
		if r.opts.Unread != "" {
			hint += "; " + r.opts.Unread + " was not read: run rooda in its folder"
		}
		r.refuse(at("adapter"), fmt.Sprintf("unknown adapter %q", name), hint)
	}
	if s.AICmd != nil {
		*s.AICmd = text(r.command(string(*s.AICmd), at("ai_cmd")))
	}
	r.span(s.IterationTimeout, at("iteration_timeout"))
	r.span(s.InteractionTimeout, at("interaction_timeout"))
	for i, c := range s.Context {
		s.Context[i] = text(r.context(string(c), under(at("context"), i)))
	}
}

// command returns the command line with its program, if that is a relative
// path, made absolute. A name without a separator is looked up in PATH.
// What only a shell would expand stays as it is written, so that whoever
// looks for the program can tell.
func (r *reader) command(line string, path []any) string {
	words, err := shellquote.Split(line)
	switch {
	case err != nil:
		r.refuse(path, "the command cannot be split: "+strings.ToLower(err.Error()), "close every quote")
	case len(words) == 0 || words[0] == "":
		r.refuse(path, "the command is empty", "write the program and its arguments")
	}
	return shellwords.Anchored(line, r.base)
}

func (r *reader) span(s *span, path []any) {
	if s == nil {
		return
	}
	if _, err := s.duration(); err != nil {
		r.refuse(path, err.Error(), "write whole seconds or a duration such as 20m; for no limit leave the key out")
	}
}

func (s *span) or(otherwise Duration) Duration {
	if s == nil {
		return otherwise
	}
	d, err := s.duration()
	if err != nil {
		return otherwise
	}
	return d
}

// context returns the absolute path of a file, or the text as it is, by the
// rule that the prompt is composed with.
func (r *reader) context(value string, path []any) string {
	read, err := prompts.ReadContext([]string{value}, r.base)
	if err != nil {
		hint := "relative paths start at the folder of this file"
		var hinted interface{ Hint() string }
		if errors.As(err, &hinted) {
			hint = hinted.Hint() + "; " + hint
		}
		r.refuse(path, fmt.Sprintf("cannot read %q: %v", value, cause(err)), hint)
		return value
	}
	if read[0].Source == "" {
		return value
	}
	return r.absolute(value)
}

func (r *reader) promptFile(name string, path []any) string {
	abs := r.absolute(name)
	err := readable(abs)
	if err != nil {
		r.refuse(path, fmt.Sprintf("cannot read %q: %v", name, cause(err)), "relative paths start at the folder of this file")
	}
	return abs
}

func readable(path string) error {
	info, err := os.Stat(path) // first: opening a pipe would wait for a writer
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return f.Close()
}

func (r *reader) absolute(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(r.base, name)
}

// cause leaves out the path that a file system error repeats.
func cause(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

func plain[T ~string](in []T) []string {
	var out []string
	for _, s := range in {
		out = append(out, string(s))
	}
	return out
}

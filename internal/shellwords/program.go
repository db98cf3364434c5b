package shellwords

import (
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"
)

// Anchored is a command line with its program, if that is a relative path,
// made absolute from dir. A name without a separator is looked up in PATH, and
// what only a shell would expand is no path: it stays as it is written, as does
// a line that cannot be split.
func Anchored(line, dir string) string {
	words, err := shellquote.Split(line)
	if err != nil || len(words) == 0 || Anchor(words[0], dir) == words[0] {
		return line
	}
	anchor := shellquote.Join(Anchor(words[0], dir))
	rest, plain := strings.CutPrefix(strings.TrimSpace(line), words[0])
	if plain && !strings.ContainsAny(words[0], `\'"`) { // what a shell would read in the rest stays in sight
		return anchor + rest
	}
	if len(words) == 1 {
		return anchor
	}
	return anchor + " " + shellquote.Join(words[1:]...)
}

// Anchor is Anchored for a program alone.
func Anchor(program, dir string) string {
	switch {
	case !strings.ContainsRune(program, filepath.Separator), filepath.IsAbs(program):
		return program
	case strings.HasPrefix(program, "~"), strings.HasPrefix(program, "$"), assignment().MatchString(program):
		return program
	}
	return filepath.Join(dir, program)
}

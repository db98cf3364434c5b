package config

import (
	"path/filepath"
	"strings"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
)

// launcher makes an adapter of a command line. Where a file has it, a program
// that is a relative path starts at the folder of that file, as fragments do,
// wherever below it rooda is called; from a flag or a variable it starts at
// the working directory.
func (c *Config) launcher(line string, from Origin) (adapters.Adapter, error) {
	for _, s := range c.sources {
		if s.tier == from.Tier && s.dir != c.workdir {
			line = anchored(line, s.dir)
		}
	}
	return adapters.Command(line)
}

// anchored is a command line with its program, if that is a relative path,
// made absolute. A name without a separator is looked up in PATH.
func anchored(line, dir string) string {
	words, err := shellquote.Split(line)
	if err != nil || len(words) == 0 || anchor(words[0], dir) == words[0] {
		return line // as it is written; what is wrong with it is said elsewhere
	}
	words[0] = anchor(words[0], dir)
	return shellquote.Join(words...)
}

func anchor(program, dir string) string {
	if !strings.ContainsRune(program, filepath.Separator) {
		return program
	}
	return absolute(program, dir)
}

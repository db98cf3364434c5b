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

// astray is what to do about a program that is not where its path leads,
// empty where there is nothing to say but that.
func (s Settings) astray() string {
	from := s.AICommand.From
	if s.AICommand.V.Alias != "" {
		from = s.AICommand.V.AliasFrom
	}
	words, err := shellquote.Split(s.AICommand.V.Line)
	if err != nil || from.File == "" || anchor(words[0], "/") == words[0] {
		return ""
	}
	return "check the path; a relative one starts at the folder of the file that names it, " + from.File
}

func anchor(program, dir string) string {
	if !strings.ContainsRune(program, filepath.Separator) {
		return program
	}
	return absolute(program, dir)
}

package config

import (
	"fmt"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/internal/shellwords"
)

// launcher makes an adapter of a command line. Where a file has it, a program
// that is a relative path starts at the folder of that file, as fragments do,
// wherever below it rooda is called; from a flag or a variable it starts at
// the working directory.
func (c *Config) launcher(line string, from Origin) (adapters.Adapter, error) {
	for _, s := range c.sources {
		if s.tier == from.Tier && s.dir != c.workdir {
			line = shellwords.Anchored(line, s.dir)
		}
	}
	return adapters.Command(line)
}

// astray is what to do about a program that is not where its path leads,
// empty where there is nothing to say but that.
func (s Settings) astray() string {
	from := s.AICommand.From
	if s.AICommand.V.Alias != "" {
		from = s.AICommand.V.AliasFrom
	}
	words, err := shellquote.Split(s.AICommand.V.Line)
	if err != nil || from.File == "" || shellwords.Anchor(words[0], "/") == words[0] {
		return ""
	}
	return "check the path; a relative one starts at the folder of the file that names it, " + from.File
}

// Warnings returns what is odd about the AI command and keeps nothing from
// running: a word of it that was probably meant for a shell.
func (s Settings) Warnings() Problems {
	message, advice := s.unread()
	if message == "" {
		return nil
	}
	return Problems{&InvalidError{Source: s.AICommand.From.place(), Message: message, Advice: advice}}
}

// unread says which word of the AI command was meant for a shell, and what to
// write for one; empty for none.
func (s Settings) unread() (message, advice string) {
	line := s.AICommand.V.Line
	op := shellwords.Operator(line)
	if op == "" {
		return "", ""
	}
	return fmt.Sprintf("no shell reads %s here: it is an argument of the agent", op), "for a shell write " + shellwords.ForShell(line)
}

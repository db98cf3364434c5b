package adapters

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/kballard/go-shellquote"
)

// ErrEmptyCommand is returned for a command line without a word in it.
var ErrEmptyCommand = errors.New("empty AI command")

// Command makes an Adapter of any command line. It is split like a shell
// would, but never run by one: pipes, redirections and variables mean
// nothing. The prompt goes to standard input (AI-11), or is pasted once an
// interactive agent is idle, which rules that fit most agents tell.
func Command(line string) (Adapter, error) {
	spec, err := commandSpec(line)
	if err != nil {
		return nil, err
	}
	signs, err := genericSigns()
	if err != nil {
		return nil, err
	}
	return declared{spec, signs}, nil
}

func commandSpec(line string) (Spec, error) {
	words, err := shellquote.Split(line)
	if err != nil {
		return Spec{}, fmt.Errorf("invalid AI command syntax: %w in %q", err, line)
	}
	if len(words) == 0 || words[0] == "" {
		return Spec{}, ErrEmptyCommand
	}
	return Spec{
		Name:        filepath.Base(words[0]),
		Command:     words[0],
		Headless:    &Launch{Args: words[1:], PromptVia: ViaStdin},
		Interactive: &Launch{Args: words[1:], PromptVia: ViaPaste},
	}, nil
}

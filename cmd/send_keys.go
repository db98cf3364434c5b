package cmd

import (
	"fmt"
	"strings"

	"github.com/kballard/go-shellquote"
)

// keyNames are those of --keys. Its flags say by ahead how many arguments they have met.
type keyNames struct {
	given []string
	met   int // ahead of the first
	ahead func() int
}

func (k *keyNames) String() string { return strings.Join(k.given, " ") }

// Type is what the help calls them.
func (k *keyNames) Type() string { return "keys" }

// Set takes another.
func (k *keyNames) Set(names string) error {
	if len(k.given) == 0 {
		k.met = k.ahead()
	}
	k.given = append(k.given, names)
	return nil
}

// astray is an error where arguments stand behind the keys, which are likely keys themselves: a letter of an
// answer must not be typed as a text. The session may stand there.
func (k *keyNames) astray(args []string) error {
	from := max(k.met, 1)
	if len(k.given) == 0 || len(args) <= from {
		return nil
	}
	keys := strings.Join(append(k.given, args[from:]...), " ")
	if len(k.given) > 1 {
		keys = "KEY KEY" // nobody knows where they stood
	}
	command := fmt.Sprintf("rooda send %s --keys %s", shellquote.Join(args[:from]...), shellquote.Join(keys))
	return hintf(fmt.Errorf("%q behind --keys is no text to type", strings.Join(args[from:], " ")), "several keys are quoted: %s; a text stands ahead of --keys", command)
}

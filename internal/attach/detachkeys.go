package attach

import (
	"errors"
	"fmt"
	"strings"
)

// DetachKeys is the key, or the sequence of keys, that leaves the agent's
// terminal. None at all means that no key does.
type DetachKeys struct {
	name string
	keys []chord
}

// chord is one key, with or without control.
type chord struct {
	key  byte // as without control; letters are small
	ctrl bool
}

// ErrDetachKeys says that text names no keys.
var ErrDetachKeys = errors.New("not a key sequence")

// ParseDetachKeys reads docker's notation: keys separated by commas, each a
// character or ctrl- and one of a-z @ [ \ ] ^ _. "none" is no key at all. The
// error is ErrDetachKeys.
func ParseDetachKeys(text string) (DetachKeys, error) {
	if text == "none" {
		return DetachKeys{name: text}, nil
	}
	keys := DetachKeys{name: strings.ToLower(text)}
	for name := range strings.SplitSeq(text, ",") {
		c, ok := parseChord(name)
		if !ok {
			return DetachKeys{}, fmt.Errorf("read detach keys %q: %w: %q", text, ErrDetachKeys, name)
		}
		keys.keys = append(keys.keys, c)
	}
	return keys, nil
}

func parseChord(name string) (chord, bool) {
	if len(name) == 1 && name[0] > 0x20 && name[0] < 0x7f {
		return chord{name[0], false}, true
	}
	key, ok := strings.CutPrefix(strings.ToLower(name), "ctrl-")
	if !ok || len(key) != 1 || (key < "a" || key > "z") && !strings.Contains(`@[\]^_`, key) {
		return chord{}, false
	}
	return chord{key[0], true}, true
}

// String names the keys as a person would: Ctrl-\.
func (d DetachKeys) String() string {
	if len(d.keys) == 0 {
		return "none"
	}
	names := make([]string, len(d.keys))
	for i, c := range d.keys {
		names[i] = string(c.key)
		if c.ctrl {
			names[i] = "Ctrl-" + strings.ToUpper(string(c.key))
		}
	}
	return strings.Join(names, " ")
}

// control returns the byte that a terminal sends for the key in the old way.
func (c chord) control() byte {
	if c.ctrl {
		return c.key & 0x1f
	}
	return c.key
}

package session

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Names of the files of a session; see sessions/README.md.
const (
	recordFile = "session.json"
	lockFile   = "host.lock"
	eventsFile = "events.jsonl"
	// requestsFile is no part of the record: it is for what the record cannot take.
	requestsFile = "requests.jsonl"

	// OutputLog stands in the folder of an iteration.
	OutputLog = "output.log"
)

// Home returns the folder of all of rooda's state, as an absolute path:
// $ROODA_STATE_HOME, else $XDG_STATE_HOME/rooda, else ~/.local/state/rooda. It
// is not created. A relative XDG_STATE_HOME is ignored, as its specification
// says. Where that leaves none it fails with *PlaceError.
func Home(env []string) (string, error) {
	if own := lookup(env, "ROODA_STATE_HOME"); own != "" {
		if !filepath.IsAbs(own) {
			return "", noHome("ROODA_STATE_HOME", fmt.Sprintf("%q is not an absolute path", own), "set it to a path that begins with /, or unset it for the usual place")
		}
		return filepath.Clean(own), nil
	}
	if xdg := lookup(env, "XDG_STATE_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "rooda"), nil
	}
	if home := lookup(env, "HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "rooda"), nil
	}
	return "", noHome("HOME", "is not set to an absolute path", "set it, or ROODA_STATE_HOME, to a path that begins with /")
}

func noHome(variable, reason, advice string) error {
	return fmt.Errorf("find state folder: %w", &PlaceError{variable, reason, advice})
}

// lookup returns the last value of key, as a program would see it.
func lookup(env []string, key string) string {
	value := ""
	for _, pair := range env {
		if name, v, ok := strings.Cut(pair, "="); ok && name == key {
			value = v
		}
	}
	return value
}

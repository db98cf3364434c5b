package prompts

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

//go:embed fragments/*/*.md
var shipped embed.FS

const (
	builtinPrefix  = "builtin:"
	fragmentSuffix = ".md"
)

// builtins lists shipped fragments of one phase, for the procedure tables.
func builtins(p Phase, names ...string) []Fragment {
	fragments := make([]Fragment, len(names))
	for i, name := range names {
		fragments[i].Path = builtinPath(p, name)
	}
	return fragments
}

func builtinPath(p Phase, name string) string {
	return builtinPrefix + folder(p) + "/" + name + fragmentSuffix
}

func folder(p Phase) string { return "fragments/" + string(p) }

// readShipped takes the path behind "builtin:".
func readShipped(name string) (string, error) {
	text, err := fs.ReadFile(shipped, name)
	if err != nil {
		return "", unknownShipped(name)
	}
	return string(text), nil
}

// shippedNames lists a phase's fragments without folder and suffix, in
// alphabetical order; none for a phase that does not exist.
func shippedNames(p Phase) []string {
	entries, err := fs.ReadDir(shipped, folder(p))
	if err != nil {
		return nil
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = strings.TrimSuffix(e.Name(), fragmentSuffix)
	}
	return names
}

func unknownShipped(name string) *UnknownError {
	short := strings.TrimSuffix(path.Base(name), fragmentSuffix)
	phase := Phase(path.Base(path.Dir(name)))
	unknown := &UnknownError{Kind: "built-in fragment", Name: builtinPrefix + name, Known: shippedNames(phase)}
	for _, p := range Phases() {
		// The right name under a wrong folder is the likeliest slip.
		near := Nearest(short, shippedNames(p))
		if p != phase && (len(near) == 0 || near[0] != short) {
			continue
		}
		for _, n := range near {
			unknown.Suggestions = append(unknown.Suggestions, builtinPath(p, n))
		}
	}
	return unknown
}

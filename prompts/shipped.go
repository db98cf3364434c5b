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
	phase := Phase(path.Base(path.Dir(name)))
	short := strings.TrimSuffix(path.Base(name), fragmentSuffix)
	suggestions := nearestShipped(short, phase)
	if len(suggestions) == 0 {
		// The right name under a wrong folder is the next likeliest slip.
		suggestions = nearestShipped(short, Phases()...)
	}
	return &UnknownError{Kind: "built-in fragment", Name: builtinPrefix + name,
		Suggestions: suggestions, Known: shippedNames(phase)}
}

// nearestShipped gives the full paths of fragments with a similar name.
func nearestShipped(short string, phases ...Phase) []string {
	var names []string
	paths := map[string]string{}
	for _, p := range phases {
		for _, name := range shippedNames(p) {
			names = append(names, name)
			paths[name] = builtinPath(p, name)
		}
	}
	near := Nearest(short, names)
	for i, name := range near {
		near[i] = paths[name]
	}
	return near
}

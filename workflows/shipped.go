package workflows

import (
	"embed"
	"fmt"
	"strings"

	"rooda/internal/yamlsrc"
	"rooda/prompts"
)

//go:embed *.yml
var shipped embed.FS

// Info is one workflow that comes with rooda.
type Info struct {
	Name        string `json:"name"` // what Source takes
	Description string `json:"description"`
	Goal        string `json:"goal,omitempty"`
}

// Shipped lists the workflows that come with rooda, by name.
func Shipped() []Info {
	var infos []Info
	for _, name := range shippedNames() {
		info := Info{Name: name}
		if f, err := shippedFile(name); err == nil {
			info.Description, info.Goal = string(f.Description), string(f.Goal)
		}
		infos = append(infos, info)
	}
	return infos
}

// Source returns the text of a shipped workflow. The error is a
// *prompts.UnknownError, whose hint names the nearest ones.
func Source(name string) ([]byte, error) {
	names := shippedNames()
	for _, known := range names {
		if known == name {
			return shipped.ReadFile(name + ".yml")
		}
	}
	return nil, &prompts.UnknownError{Kind: "workflow", Name: name, Suggestions: prompts.Nearest(name, names), Known: names}
}

func shippedNames() []string {
	entries, err := shipped.ReadDir(".")
	if err != nil {
		return nil
	}
	var names []string
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".yml"))
	}
	return names
}

func shippedFile(name string) (file, error) {
	var f file
	data, err := Source(name)
	if err != nil {
		return f, err
	}
	doc, err := yamlsrc.Parse(name+".yml", data)
	if err != nil {
		return f, fmt.Errorf("parse shipped workflow: %w", err)
	}
	return f, doc.Decode(&f)
}

package yamlsrc

import (
	"fmt"
	"strings"
)

// advice says what to write at a path, as far as the schema tells: an example
// of the line, or the keys of a mapping, and then what it is for.
func (fs forms) advice(path []any) string {
	var key string
	named := false
	if len(path) > 0 {
		key, named = path[len(path)-1].(string)
	}
	example := fs.example()
	var parts []string
	switch keys := fs.keys(); {
	case len(path) == 0 && len(keys) > 0:
		parts = append(parts, "write KEY: VALUE; keys that can stand here: "+strings.Join(keys, ", "))
	case example != "" && named:
		parts = append(parts, "for example "+key+": "+example)
	case example != "":
		parts = append(parts, "for example "+example)
	case len(keys) > 0 && named:
		parts = append(parts, "write KEY: VALUE below "+key+", indented; keys that can stand there: "+strings.Join(keys, ", "))
	case named && fs.open():
		parts = append(parts, "write NAME: VALUE below "+key+", indented")
	}
	if text := fs.description(); text != "" {
		parts = append(parts, text)
	}
	return strings.Join(parts, ". ")
}

// example is a value that fits, empty when the schema names none.
func (fs forms) example() string {
	for _, f := range fs {
		for _, values := range [][]any{f.Examples, {f.Default}, f.Enum} {
			if len(values) > 0 && values[0] != nil {
				return fmt.Sprint(values[0])
			}
		}
	}
	return ""
}

// open reports whether the writer chooses the keys.
func (fs forms) open() bool {
	for _, f := range fs {
		if f.AdditionalProperties != nil && f.AdditionalProperties.form != nil {
			return true
		}
	}
	return false
}

// takes reports whether a text is valid.
func (fs forms) takes(text string) bool { return len(fs) > 0 && fs[0].takes(text) }

func (f *form) takes(text string) bool { return len(f.validate(&node{scalar: text}, nil)) == 0 }

package prompts

import (
	"fmt"
	"strings"
)

// UnknownError reports a name that stands for nothing.
type UnknownError struct {
	Kind        string   // what was looked for: "procedure", "observe fragment"
	Name        string   // as it was written
	Suggestions []string // names it may have been meant to be, best first
	Known       []string // every name there is, where a list helps; may be nil
}

func (e *UnknownError) Error() string { return fmt.Sprintf("unknown %s %q", e.Kind, e.Name) }

// Hint says which name to use instead; it is empty when nothing is known.
func (e *UnknownError) Hint() string {
	var parts []string
	if len(e.Suggestions) > 0 {
		parts = append(parts, "did you mean "+alternatives(e.Suggestions)+"?")
	}
	if len(e.Known) > 0 {
		parts = append(parts, "available: "+strings.Join(e.Known, ", "))
	}
	return strings.Join(parts, " ")
}

// alternatives writes names as "a", "a or b", "a, b or c".
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

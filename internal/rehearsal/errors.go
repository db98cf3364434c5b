package rehearsal

import (
	"fmt"
	"strings"
)

// UnknownError is returned for a word of a cast that names nothing.
type UnknownError struct {
	// Noun is "scenario" or "task".
	Noun, Name string
	// Known are the names there are; tasks are written "stage/task".
	Known []string
}

func (e *UnknownError) Error() string {
	if e.Noun == "task" {
		return fmt.Sprintf("rehearsal: no task %q", e.Name)
	}
	return fmt.Sprintf("unknown rehearsal scenario %q", e.Name)
}

// Hint lists the names.
func (e *UnknownError) Hint() string {
	if e.Noun == "task" {
		return "its tasks: " + strings.Join(e.Known, ", ")
	}
	return fmt.Sprintf("there are %s; rooda workflow run --help says what they do", strings.Join(e.Known, ", "))
}

// UsageError is returned for a scenario with an argument that it does not take.
type UsageError struct {
	Text, Usage string
}

func (e *UsageError) Error() string {
	name, arg, _ := strings.Cut(e.Text, ":")
	if isNumber(arg) {
		return fmt.Sprintf("rehearsal %q: want %s", e.Text, e.Usage)
	}
	return fmt.Sprintf("rehearsal %q: %q is no scenario, and no task is called %q", e.Text, arg, name)
}

// Hint says how it is written.
func (e *UsageError) Hint() string {
	return fmt.Sprintf("as a scenario it is written %s; to cast a task, TASK:SCENARIO", e.Usage)
}

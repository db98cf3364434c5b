package session

import (
	"path/filepath"
	"strconv"
)

// OutputIndex says when what part of an iteration's output came, and
// ExplainFile why its agent was taken for idle, busy or asking; both are in
// its folder.
const (
	OutputIndex = "output.idx"
	ExplainFile = "explain.json"
)

// AgentEvents is the file, in the iteration's folder, to which an agent that
// can appends its own events. It has a folder of its own, because it is
// watched, and more is written next to it.
const AgentEvents = "agent/events.jsonl"

// PromptFile holds the prompt of an iteration, in its folder; EventsFile is
// the journal, in the session's.
const (
	PromptFile = "prompt.md"
	EventsFile = eventsFile
	// HostLog holds what a host without a terminal said, in the session's folder.
	HostLog = "host.log"
)

// RunDir is the folder of sockets in the state folder home. They have short
// names of their own, because their paths may not be long.
func RunDir(home string) string { return filepath.Join(home, "run") }

// TasksDir is the folder in the session folder dir in which each task has one.
func TasksDir(dir string) string { return filepath.Join(dir, "tasks") }

// IterationDir is the folder of one iteration, counted from 0, in the session
// folder dir. Each attempt at it has its own, so no run overwrites what
// another left. The task is one that Handle.IterationDir or ParseEvent took.
func IterationDir(dir, task string, iteration, attempt int) string {
	name := strconv.Itoa(iteration + 1)
	if attempt > 1 {
		name += "-" + strconv.Itoa(attempt)
	}
	return filepath.Join(TasksDir(dir), task, name)
}

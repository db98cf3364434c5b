package crash

import (
	"fmt"
	"strings"
)

// budget is the max_iterations of every task.
const budget = 4

// part is one task of the workflow: how it is rehearsed, and in how many
// iterations it is done.
type part struct {
	stage, id, scenario string
	iterations          int
}

func parts() []part {
	return []part{
		{"plan", "survey", "success", 1},
		{"plan", "draft", "continue:1", 2},
		{"build", "parser", "continue:2", 3},
		{"build", "writer", "echo", 1},
		{"build", "reader", "continue:1", 2},
		{"check", "tests", "success", 1},
		{"check", "review", "continue:2", 3},
	}
}

func threeStages() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: three-stages\ndefaults: {ai_cmd: agent, max_iterations: %d}\nstages:\n", budget)
	stage := ""
	for _, p := range parts() {
		if p.stage != stage {
			stage = p.stage
			fmt.Fprintf(&b, "  - id: %s\n    max_parallel: 2\n    tasks:\n", stage)
		}
		fmt.Fprintf(&b, "      - {id: %s, prompt: Do your part.}\n", p.id)
	}
	return b.String()
}

// cast is the value of --rehearse.
func cast() string {
	var roles []string
	for _, p := range parts() {
		roles = append(roles, p.id+":"+p.scenario)
	}
	return strings.Join(roles, ",")
}

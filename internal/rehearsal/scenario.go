package rehearsal

import (
	"strconv"
	"strings"
)

// Scenario is one behaviour, with its argument where it takes one.
type Scenario struct {
	Name string
	// Arg is the number behind the name, continue:3 say; 0 when absent.
	Arg int
}

// Info describes a scenario for help texts.
type Info struct{ Usage, Summary string }

type entry struct {
	info     Info
	takesArg bool
	play     func(*actor) int
}

// order is the order in which scenarios are listed.
var order = []string{"success", "continue", "fail", "echo", "crash", "hang", "slow", "chatty", "asks"}

func scenarios() map[string]entry {
	return map[string]entry{
		"success":  {Info{"success", "works a while, then promises SUCCESS"}, false, (*actor).success},
		"continue": {Info{"continue:N", "N plain iterations, then SUCCESS (default 1)"}, true, (*actor).continues},
		"fail":     {Info{"fail", "works a while, then promises FAILURE"}, false, (*actor).fail},
		"echo":     {Info{"echo", "prints its whole prompt first, as some agents do, then SUCCESS"}, false, (*actor).echo},
		"crash":    {Info{"crash", "dies of SIGSEGV in the middle of its work"}, false, (*actor).crash},
		"hang":     {Info{"hang", "stops talking and never ends"}, false, (*actor).hang},
		"slow":     {Info{"slow:SECONDS", "works SECONDS longer than success, then SUCCESS (default 30)"}, true, (*actor).slow},
		"chatty":   {Info{"chatty:MB", "prints megabytes of output, then SUCCESS (default 4)"}, true, (*actor).chatty},
		"asks":     {Info{"asks", "waits for an answer on its terminal; y promises SUCCESS"}, false, (*actor).asks},
	}
}

// Scenarios lists what there is to play.
func Scenarios() []Info {
	all := scenarios()
	list := make([]Info, len(order))
	for i, name := range order {
		list[i] = all[name].info
	}
	return list
}

// ParseScenario reads "name" or "name:number".
func ParseScenario(text string) (Scenario, error) {
	name, arg, hasArg := strings.Cut(text, ":")
	e, ok := scenarios()[name]
	if !ok {
		return Scenario{}, &UnknownError{Noun: "scenario", Name: name, Known: order}
	}
	s := Scenario{Name: name}
	if !hasArg {
		return s, nil
	}
	n, err := strconv.Atoi(arg)
	if !e.takesArg || err != nil || n < 1 {
		return Scenario{}, &UsageError{Text: text, Usage: e.info.Usage}
	}
	s.Arg = n
	return s, nil
}

// String is the form that ParseScenario reads.
func (s Scenario) String() string {
	if s.Arg > 0 {
		return s.Name + ":" + strconv.Itoa(s.Arg)
	}
	return s.Name
}

// Argv is the command line that plays the scenario, self being the path of rooda.
func (s Scenario) Argv(self string) []string {
	return []string{self, "rehearsal-agent", s.String()}
}

// Cast says which scenario each task plays.
type Cast struct {
	fallback Scenario
	tasks    map[string]Scenario
}

// Parse reads a cast: scenarios separated by commas, each for all tasks
// ("crash") or for one ("build:crash", "code/build:continue:3"). The tasks are
// written "stage/task". A word before a colon means a task where a scenario
// follows: a number behind a scenario is never one. Empty text means success
// for all. It fails with *UnknownError or *UsageError.
func Parse(text string, tasks []string) (Cast, error) {
	c := Cast{fallback: Scenario{Name: "success"}, tasks: map[string]Scenario{}}
	if text == "" {
		return c, nil
	}
	for item := range strings.SplitSeq(text, ",") {
		if err := c.add(strings.TrimSpace(item), tasks); err != nil {
			return Cast{}, err
		}
	}
	return c, nil
}

func (c *Cast) add(item string, tasks []string) error {
	first, rest, hasRest := strings.Cut(item, ":")
	_, isScenario := scenarios()[first]
	task := find(first, tasks)
	switch {
	case hasRest && task != "" && !(isScenario && isNumber(rest)):
		s, err := ParseScenario(rest)
		if err == nil {
			c.tasks[task] = s
		}
		return err
	case hasRest && !isScenario && !isNumber(rest):
		return &UnknownError{Noun: "task", Name: first, Known: tasks}
	}
	s, err := ParseScenario(item)
	if err == nil {
		c.fallback = s
	}
	return err
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// find returns the id of the task that name is, or is the stage and task of.
func find(name string, tasks []string) string {
	for _, full := range tasks {
		_, task, _ := strings.Cut(full, "/")
		if name == full || name == task {
			return task
		}
	}
	return ""
}

// For returns the scenario of a task.
func (c Cast) For(task string) Scenario {
	if s, ok := c.tasks[task]; ok {
		return s
	}
	return c.fallback
}

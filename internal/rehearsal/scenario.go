package rehearsal

import (
	"fmt"
	"slices"
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
		"slow":     {Info{"slow:SECONDS", "takes its time, then SUCCESS (default 30)"}, true, (*actor).slow},
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
		return Scenario{}, fmt.Errorf("unknown rehearsal scenario %q; there are %s", name, strings.Join(order, ", "))
	}
	s := Scenario{Name: name}
	if !hasArg {
		return s, nil
	}
	n, err := strconv.Atoi(arg)
	if !e.takesArg || err != nil || n < 1 {
		return Scenario{}, fmt.Errorf("rehearsal scenario %q: want %s", text, e.info.Usage)
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
// ("crash") or for one ("build:crash", "build:continue:3"). A task whose name
// is a scenario's cannot be cast by itself. Empty text means success for all.
func Parse(text string, tasks []string) (Cast, error) {
	c := Cast{fallback: Scenario{Name: "success"}, tasks: map[string]Scenario{}}
	if text == "" {
		return c, nil
	}
	for item := range strings.SplitSeq(text, ",") {
		item = strings.TrimSpace(item)
		first, rest, hasRest := strings.Cut(item, ":")
		if _, ok := scenarios()[first]; ok || !hasRest {
			s, err := ParseScenario(item)
			if err != nil {
				return Cast{}, err
			}
			c.fallback = s
			continue
		}
		if !slices.Contains(tasks, first) {
			return Cast{}, fmt.Errorf("rehearsal %q: no task %q; there are %s", item, first, strings.Join(tasks, ", "))
		}
		s, err := ParseScenario(rest)
		if err != nil {
			return Cast{}, err
		}
		c.tasks[first] = s
	}
	return c, nil
}

// For returns the scenario of a task.
func (c Cast) For(task string) Scenario {
	if s, ok := c.tasks[task]; ok {
		return s
	}
	return c.fallback
}

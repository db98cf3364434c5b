package cmd

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"rooda/internal/console"
	"rooda/pty/shim"
	"rooda/workflows"
)

// condition is what is waited for.
type condition struct {
	name string
	text *regexp.Regexp // of name "text"
}

func parseCondition(what string) (condition, error) {
	name, pattern, isText := strings.Cut(what, ":")
	switch {
	case isText && name == "text":
		re, err := regexp.Compile("(?m)" + pattern)
		if err != nil {
			return condition{}, hintf(fmt.Errorf("--for: %w", err), "the syntax is that of Go and RE2")
		}
		if re.MatchString("") {
			err := fmt.Errorf("--for: %q matches where there is no text at all, so it would be so at once", pattern)
			return condition{}, hintf(err, "give what must be there: text:. is any character, 'text:[1-9][0-9]* passed' a line of a test")
		}
		return condition{name, re}, nil
	case isText:
	case name == "waiting", name == "idle", name == "exit", name == "done":
		return condition{name: name}, nil
	}
	names := []string{"waiting", "idle", "exit", "done", "text"}
	return condition{}, hintf(fmt.Errorf("--for: cannot wait for %q", what), "%swaiting, idle, exit, done or text:RE", didYouMean(name, names))
}

// fits says why an agent never comes to that; nil if it may.
func (c condition) fits(a agent) (err error) {
	tasks(a.record.Workflow.Definition, func(_ *workflows.Stage, t *workflows.Task) {
		if t.ID == a.task && t.Mode != workflows.Interactive && c.name == "idle" {
			err = hintf(fmt.Errorf("--for idle: %s is headless: its agent works until it ends, and is never idle", a), "rooda wait %s --for done, or exit", a)
		}
	})
	return err
}

// missed says of an agent that it has not come to that.
func (c condition) missed() string {
	switch c.name {
	case "exit":
		return "has not ended"
	case "text":
		return "does not show " + strings.TrimPrefix(c.text.String(), "(?m)")
	}
	return "is not " + c.name
}

// never says the same of one that has ended.
func (c condition) never() string {
	switch c.name {
	case "exit":
		return "did not end"
	case "text":
		return "did not show " + strings.TrimPrefix(c.text.String(), "(?m)")
	}
	return "was not " + c.name
}

// errEndedBefore says that it can be waited for in vain.
var errEndedBefore = errors.New("the agent has ended")

// vigils are for what the condition depends on. What an agent that has begun does by itself is
// seen without a host.
func (c condition) vigils(s console.Streams, target agent) []*vigil {
	all := []*vigil{watchTerminal(s, target)}
	if c.name == "done" || c.name == "waiting" || target.dir == "" {
		all = append(all, watchHost(s, target.sessions, target.id, target.String()))
	}
	return all
}

// whereToLook says what shows an agent that was waited for in vain.
func (a agent) whereToLook() string {
	if state, err := a.probe(); a.dir == "" || err != nil || state != shim.Running && state != shim.Finished {
		return fmt.Sprintf("rooda session show %s says how it is", shortID(a.id))
	}
	return fmt.Sprintf("rooda screen %s shows it", a)
}

// awaitAgent waits for what is so of an agent, whatever becomes of its task, and returns it.
func awaitAgent(ctx context.Context, s console.Streams, target agent, c condition) (string, error) {
	target, err := target.begun(ctx, s)
	if err != nil {
		return "", err
	}
	switch c.name {
	case "exit":
		return awaitExit(ctx, target)
	case "waiting":
		return awaitWaiting(ctx, s, target)
	case "idle":
		return awaitState(ctx, s, target, c.name)
	}
	return awaitText(ctx, target, c.text)
}

package config

import (
	"fmt"
	"strconv"

	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/internal/shellwords"
)

// Notify is what happens when an agent needs a person.
type Notify struct {
	// OnWaiting is a command line, empty for none.
	OnWaiting Value[string]
	// Command is what it runs: a program that is a relative path starts at
	// the folder of the file that names it.
	Command []string
	// Desktop says that the desktop may show a notification.
	Desktop Value[bool]
}

// Notify returns what the files say, the one that wins first.
func (c *Config) Notify() Notify {
	n := Notify{OnWaiting: Value[string]{From: Origin{Tier: BuiltIn}}, Desktop: Value[bool]{true, Origin{Tier: BuiltIn}}}
	command, desktop := false, false
	for _, s := range c.sources {
		if s.has("notify", "on_waiting") && !command {
			command = true
			n.OnWaiting.From = s.origin("notify", "on_waiting")
			if line := s.file.Notify.OnWaiting; line != nil {
				n.OnWaiting.V = string(*line)
				n.Command, _ = shellquote.Split(shellwords.Anchored(n.OnWaiting.V, s.dir)) // the file has been checked
			}
		}
		if d := s.file.Notify.Desktop; d != nil && !desktop {
			desktop = true
			n.Desktop = Value[bool]{*d, s.origin("notify", "desktop")}
		}
	}
	return n
}

// Check looks for the program, as a child with that environment in that
// directory would find it; nil also where there is none to run.
func (n Notify) Check(environ []string, dir string) error {
	if len(n.Command) == 0 {
		return nil
	}
	if _, err := adapters.Find(n.Command[0], environ, dir); err != nil {
		return &advised{fmt.Errorf("notify.on_waiting (%s): %w", n.OnWaiting.From, err), "nobody would be called; a relative path starts at the folder of the file that names it"}
	}
	return nil
}

func (l *listing) notify(n Notify) {
	if n.OnWaiting.V != "" || n.OnWaiting.From.Tier != BuiltIn {
		l.add("on_waiting", n.OnWaiting.V, n.OnWaiting.From)
	}
	l.add("desktop", strconv.FormatBool(n.Desktop.V), n.Desktop.From)
}

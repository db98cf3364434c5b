package config

import "strconv"

// Notify is what happens when an agent needs a person.
type Notify struct {
	// OnWaiting is a command line, empty for none.
	OnWaiting Value[string]
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
			}
		}
		if d := s.file.Notify.Desktop; d != nil && !desktop {
			desktop = true
			n.Desktop = Value[bool]{*d, s.origin("notify", "desktop")}
		}
	}
	return n
}

func (l *listing) notify(n Notify) {
	if n.OnWaiting.V != "" || n.OnWaiting.From.Tier != BuiltIn {
		l.add("on_waiting", n.OnWaiting.V, n.OnWaiting.From)
	}
	l.add("desktop", strconv.FormatBool(n.Desktop.V), n.Desktop.From)
}

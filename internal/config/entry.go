package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Entry is one line of a listing.
type Entry struct {
	Key    string `json:"key"` // dotted: "loop.log_level"
	Value  string `json:"value"`
	Origin Origin `json:"origin"`
}

// Entries lists every loop setting, what happens when an agent waits, every alias, and what the files say about
// procedures and adapters: in that order, procedures and adapters by name.
func (c *Config) Entries() []Entry {
	l := listing{prefix: "loop."}
	l.choices(c.loop)
	if c.loop.ai == nil {
		l.add("ai_cmd", "(unset)", c.unset)
	}
	l.prefix = "notify."
	l.notify(c.Notify())
	l.prefix = "sessions."
	limit := c.UnattendedTimeout()
	l.add("unattended_timeout", timeoutText(limit.V), limit.From)
	l.prefix = "ai_cmd_aliases."
	known, err := c.knownAliases()
	if err != nil {
		known = c.aliases // the built-in agents are sound: a test says so
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		l.add(name, known[name].V, known[name].From)
	}
	for _, name := range slices.Sorted(maps.Keys(c.procedures)) {
		l.prefix = "procedures." + name + "."
		l.procedure(c.procedures[name])
	}
	for _, name := range c.changedAgents() {
		l.prefix = "adapters." + name + "."
		c.agent(&l, name)
	}
	return l.entries
}

func (c *Config) changedAgents() []string {
	var names []string
	for _, s := range c.sources {
		names = slices.AppendSeq(names, maps.Keys(s.file.Adapters))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// agent adds the keys that files say about an agent, with the values that the
// tiers together give them.
func (c *Config) agent(l *listing, name string) {
	spec, err := c.registry.Spec(name)
	if err != nil {
		return // not possible: the file that names it was laid over the registry
	}
	signs, err := c.registry.Signs(name)
	if err != nil {
		return
	}
	effective := fields(spec)
	maps.Copy(effective, fields(signs))
	for _, key := range slices.Sorted(maps.Keys(effective)) {
		at := []any{"adapters", name, key}
		parts := fields(effective[key])
		if len(parts) == 0 {
			c.written(l, key, effective[key], at...)
		}
		for _, part := range slices.Sorted(maps.Keys(parts)) {
			c.written(l, key+"."+part, parts[part], under(at, part)...)
		}
	}
}

// written adds a value with the place in the file that wins, if a file has it.
func (c *Config) written(l *listing, key string, value json.RawMessage, at ...any) {
	for _, s := range c.sources {
		if s.has(at...) {
			l.add(key, valueText(key, value), s.origin(at...))
			return
		}
	}
}

// valueText is a value for people: of a list of rules, what they are called.
func valueText(key string, value json.RawMessage) string {
	var rules []struct{ Name, Match string }
	if key != "handlers" && key != "titles" && key != "dialogs" || json.Unmarshal(value, &rules) != nil {
		return string(plain(value))
	}
	var names []string
	for _, rule := range rules {
		names = append(names, cmp.Or(rule.Name, rule.Match, "(rule)"))
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// fields returns the fields of an object under the names that files have for
// them, none for what is no object.
func fields(object any) map[string]json.RawMessage {
	out := map[string]json.RawMessage{}
	if data, err := json.Marshal(object); err == nil {
		_ = json.Unmarshal(data, &out) // leaves it empty
	}
	return out
}

// plain takes the quotes off a text.
func plain(value json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return json.RawMessage(text)
	}
	return value
}

// Entries lists the settings for a person, in a fixed order. The value of an
// AI command that nobody chose is empty.
func (s Settings) Entries() []Entry {
	var l listing
	command := s.AICommand
	text := command.V.Line
	switch {
	case command.V.Alias != "" && command.V.Adapter == nil:
		text = "alias " + command.V.Alias + ", unknown"
	case command.V.Alias != "":
		text += fmt.Sprintf(" (alias %s, %s)", command.V.Alias, command.V.AliasFrom)
	}
	l.add("AI Command", text, command.From)
	limit := "unlimited"
	if s.MaxIterations.V > 0 {
		limit = strconv.Itoa(s.MaxIterations.V)
	}
	l.add("Max Iterations", limit, s.MaxIterations.From)
	l.add("Iteration Timeout", timeoutText(s.IterationTimeout.V), s.IterationTimeout.From)
	l.add("Max Output Buffer", sizeText(s.MaxOutputBuffer.V), s.MaxOutputBuffer.From)
	l.add("Failure Threshold", strconv.Itoa(s.FailureThreshold.V), s.FailureThreshold.From)
	l.add("Log Level", levelText(s.LogLevel.V), s.LogLevel.From)
	l.add("Log Format", s.LogFormat.V, s.LogFormat.From)
	l.add("Log Timestamps", s.LogTimestampFormat.V, s.LogTimestampFormat.From)
	l.add("Show AI Output", strconv.FormatBool(s.ShowAIOutput.V), s.ShowAIOutput.From)
	return l.entries
}

package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rooda/adapters"
	"rooda/prompts"
)

// Command is the AI command of a run. The origin of the Value around it says
// who chose it.
type Command struct {
	Line string // the whole command line
	// Alias is the name that stood for it, empty when the line was given.
	Alias string
	// AliasFrom is where the alias is defined.
	AliasFrom Origin
	// Adapter launches it: for a built-in alias with the agent's environment
	// and decoder, for anything else with the prompt on standard input.
	Adapter adapters.Adapter
}

// NoCommandError is returned when nothing says which AI command to run (AI-02).
type NoCommandError struct {
	Procedure string
	Aliases   []string         // every alias there is, sorted
	Installed []adapters.Found // agents found in PATH that have an alias
}

func (e *NoCommandError) Error() string {
	var b strings.Builder
	b.WriteString("no AI command configured\n\nSet one via:\n")
	for _, way := range [][2]string{
		{`--ai-cmd "your-command"`, "flag, a command line"},
		{"--ai-cmd-alias <name>", "flag, an alias"},
		{"ROODA_LOOP_AI_CMD=your-command", "environment variable"},
		{"ROODA_LOOP_AI_CMD_ALIAS=<name>", "environment variable"},
		{"procedures." + e.Procedure + ".ai_cmd or .ai_cmd_alias", fileName},
		{"loop.ai_cmd or loop.ai_cmd_alias", fileName},
	} {
		fmt.Fprintf(&b, "  %-46s %s\n", way[0], way[1])
	}
	fmt.Fprintf(&b, "\nAvailable aliases: %s", strings.Join(e.Aliases, ", "))
	for _, found := range e.Installed {
		fmt.Fprintf(&b, "\nInstalled: %s (%s)", found.Name, found.Path)
	}
	return b.String()
}

// Hint names an agent that is there.
func (e *NoCommandError) Hint() string {
	if len(e.Installed) == 0 {
		return "none of the agents that rooda knows is in PATH: rooda adapter show claude says how to install one, --ai-cmd runs any other"
	}
	return "add --ai-cmd-alias " + e.Installed[0].Name
}

// UnknownAliasError is returned for an alias that nobody defined.
type UnknownAliasError struct {
	Alias   string
	From    Origin   // who asked for it
	Aliases []string // every alias there is, sorted
}

func (e *UnknownAliasError) Error() string {
	return fmt.Sprintf("unknown AI command alias: %s (from %s)\nAvailable: %s", e.Alias, e.From, strings.Join(e.Aliases, ", "))
}

// Hint says which alias was probably meant.
func (e *UnknownAliasError) Hint() string {
	if near := prompts.Nearest(e.Alias, e.Aliases); len(near) > 0 {
		return "did you mean " + near[0] + "?"
	}
	var way string
	switch {
	case e.From.Flag != "":
		way = "--ai-cmd " + e.Alias
	case e.From.Variable != "":
		way = "ROODA_LOOP_AI_CMD=" + e.Alias
	default:
		way = "ai_cmd: " + e.Alias
	}
	return "define it under ai_cmd_aliases in " + fileName + "; for a command line write " + way
}

// command makes an adapter of what was chosen; nil is nothing. With an error
// the Value says no more than what was asked for.
func (c *Config) command(procedure string, chosen *Value[ai]) (Value[Command], error) {
	if chosen == nil {
		return Value[Command]{}, c.noCommand(procedure)
	}
	out := Value[Command]{V: Command{Line: chosen.V.command, Alias: chosen.V.alias}, From: chosen.From}
	if out.V.Alias == "" {
		var err error
		out.V.Adapter, err = c.launcher(out.V.Line, out.From)
		return out, err
	}
	known, err := c.knownAliases()
	if err != nil {
		return out, err
	}
	defined, ok := known[out.V.Alias]
	if !ok {
		return out, &UnknownAliasError{Alias: out.V.Alias, From: out.From, Aliases: slices.Sorted(maps.Keys(known))}
	}
	out.V.Line, out.V.AliasFrom = defined.V, defined.From
	if _, own := c.aliases[out.V.Alias]; own {
		out.V.Adapter, err = c.launcher(out.V.Line, out.V.AliasFrom)
	} else {
		out.V.Adapter, err = c.registry.Alias(out.V.Alias)
	}
	return out, err
}

// knownAliases returns the agents' aliases with the user's laid over them (AI-08).
func (c *Config) knownAliases() (map[string]Value[string], error) {
	lines, err := c.registry.Aliases()
	if err != nil {
		return nil, fmt.Errorf("list aliases: %w", err)
	}
	known := map[string]Value[string]{}
	for name, line := range lines {
		known[name] = Value[string]{line, c.aliasOrigin(name)}
	}
	maps.Copy(known, c.aliases)
	return known, nil
}

// aliasOrigin says where an agent's alias comes from: a file may have changed
// it, or the program in it.
func (c *Config) aliasOrigin(agent string) Origin {
	for _, s := range c.sources {
		for _, key := range []string{"alias", "command"} {
			if at := []any{"adapters", agent, key}; s.has(at...) {
				return s.origin(at...)
			}
		}
	}
	return Origin{Tier: BuiltIn}
}

func (c *Config) noCommand(procedure string) error {
	known, err := c.knownAliases()
	if err != nil {
		return err
	}
	installed, err := c.registry.Installed(c.environ)
	if err != nil {
		return fmt.Errorf("look for agents: %w", err)
	}
	return &NoCommandError{
		Procedure: procedure,
		Aliases:   slices.Sorted(maps.Keys(known)),
		Installed: slices.DeleteFunc(installed, func(f adapters.Found) bool {
			_, ok := known[f.Name]
			return !ok
		}),
	}
}

package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rooda/adapters"
	"rooda/prompts"
)

// Check is one thing that has to be right before the first iteration.
type Check struct {
	OK   bool
	Text string // one line, without a mark: "AI command binary exists: /usr/bin/claude"
	// Detail is more about it, in lines, empty when there is nothing to add.
	Detail string
	// Err is nil when OK; where a person can act it has a Hint() string.
	Err error
}

// Checks looks at what a run needs: the AI command's binary, as a child with
// that environment in that directory would find it, and every part of the
// prompt. It returns all findings, the binary's first. What Load or Resolve
// have complained about is not looked at again.
func (s Settings) Checks(environ []string, dir string) []Check {
	var checks []Check
	if s.AICommand.V.Adapter != nil {
		checks = append(checks, s.binary(environ, dir))
	}
	for _, phase := range prompts.Phases() {
		for i, p := range s.parts[phase] {
			if !p.refused {
				checks = append(checks, p.check(phase, i))
			}
		}
	}
	return checks
}

// binary does what the launch will do (AI-15, LOOP-18).
func (s Settings) binary(environ []string, dir string) Check {
	fail := func(text, detail string, err error) Check {
		return Check{Text: text, Detail: detail, Err: fmt.Errorf("check AI command %q (%s): %w", s.AICommand.V.Line, s.AICommand.From, err)}
	}
	const somePath = "/prompt" // for agents that take the prompt as a file
	launch, err := s.AICommand.V.Adapter.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: "prompt", PromptFile: somePath})
	if err != nil {
		return fail("AI command cannot be started: "+s.AICommand.V.Line, "", err)
	}
	program := launch.Argv[0]
	path, err := adapters.Find(program, environ, dir)
	var missing *adapters.NotFoundError
	switch {
	case err == nil:
		return Check{OK: true, Text: "AI command binary exists: " + path}
	case !errors.As(err, &missing):
		return fail("AI command binary not found: "+program, "", err)
	case missing.Blocked != "":
		return fail("AI command binary is not executable: "+missing.Blocked, "", err)
	case missing.Searched == nil && path != "":
		return fail("AI command binary not found: "+program, "Looked at: "+path, err)
	}
	return fail("AI command binary not found: "+program, "Searched PATH: "+strings.Join(missing.Searched, string(filepath.ListSeparator)), err)
}

// check reads the part as the composer will (LOOP-17).
func (p part) check(phase prompts.Phase, i int) Check {
	c := Check{Text: fmt.Sprintf("Prompt text of %s[%d] can be used", phase, i)}
	if p.fragment.Path != "" {
		c.Text = "Prompt file exists: " + p.fragment.Path
	}
	if _, err := p.fragment.Read(""); err != nil {
		c.Text = fmt.Sprintf("Prompt part %s[%d] cannot be used", phase, i)
		if p.fragment.Path != "" {
			c.Text += ": " + p.fragment.Path
		}
		c.Detail = fmt.Sprintf("%v\nNamed by %s", err, p.from)
		c.Err = fmt.Errorf("check %s[%d] (%s): %w", phase, i, p.from, err)
		return c
	}
	c.OK = true
	return c
}

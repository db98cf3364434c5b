package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"rooda/adapters"
	"rooda/internal/shellwords"
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
	return append(checks, s.prompt()...)
}

// prompt checks every part, and that they are not all blank.
func (s Settings) prompt() (checks []Check) {
	var blank []string
	said, failed := false, false
	for _, phase := range prompts.Phases() {
		for i, p := range s.parts[phase] {
			if p.refused {
				failed = true
				continue
			}
			c, text := p.check(s.Procedure.Name, phase, i)
			checks = append(checks, c)
			failed, said = failed || !c.OK, said || text != ""
			if text == "" {
				blank = append(blank, cmp.Or(p.fragment.Path, fmt.Sprintf("%s[%d] (%s)", phase, i, p.from)))
			}
		}
	}
	if said || failed || blank == nil {
		return checks
	}
	slices.Sort(blank)
	err := fmt.Errorf("no phase of %s has any text: %s is empty", s.Procedure.Name, strings.Join(slices.Compact(blank), ", "))
	return append(checks, Check{Text: "Prompt has no text", Detail: err.Error(),
		Err: &advised{err, "write into it what the agent is to do"}})
}

// binary does what the launch will do (AI-15, LOOP-18).
func (s Settings) binary(environ []string, dir string) Check {
	line := s.AICommand.V.Line
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
	advice := cmp.Or(shellwords.Advice(line, program, environ), s.astray())
	if advice != "" && errors.Is(err, fs.ErrNotExist) {
		err = &advised{err, advice}
	}
	switch {
	case err == nil:
		c := Check{OK: true, Text: "AI command binary exists: " + path}
		if message, advice := s.unread(); message != "" {
			c.Detail = "Warning: " + message + "\nhint: " + advice
		}
		return c
	case !errors.As(err, &missing):
		return fail("AI command binary not found: "+program, "", err)
	case missing.Folder:
		return fail("AI command is a directory: "+missing.Blocked, "", err)
	case missing.Blocked != "":
		return fail("AI command binary is not executable: "+missing.Blocked, "", err)
	case missing.Searched == nil && path != "":
		return fail("AI command binary not found: "+program, "Looked at: "+path, err)
	}
	return fail("AI command binary not found: "+program, "Searched PATH: "+strings.Join(missing.Searched, string(filepath.ListSeparator)), err)
}

// check reads the part as the composer will (LOOP-17).
func (p part) check(procedure string, phase prompts.Phase, i int) (Check, string) {
	c := Check{Text: fmt.Sprintf("Prompt text of %s[%d] can be used", phase, i)}
	if p.fragment.Path != "" {
		c.Text = "Prompt file exists: " + p.fragment.Path
	}
	text, err := p.fragment.Read("")
	if err != nil {
		c.Text = fmt.Sprintf("Prompt part %s[%d] cannot be used", phase, i)
		if p.fragment.Path != "" {
			c.Text += ": " + p.fragment.Path
		}
		c.Detail = fmt.Sprintf("%v\nNamed by %s", err, p.from)
		if p.from.File == "" {
			c.Err = fmt.Errorf("check %s[%d] (%s): %w", phase, i, p.from, err)
		} else { // as what is wrong in a file is told everywhere
			c.Err = fmt.Errorf("%s:%d:%d: procedures.%s.%s[%d]: %w", p.from.File, p.from.Line, p.from.Col, procedure, phase, i, err)
		}
		return c, ""
	}
	c.OK = true
	return c, text
}

// advised is an error with better advice than its own.
type advised struct {
	error
	advice string
}

func (e *advised) Unwrap() error { return e.error }

// Hint says what to write instead.
func (e *advised) Hint() string { return e.advice }

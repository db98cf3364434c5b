package orchestrator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/kballard/go-shellquote"

	"rooda/adapters"
	"rooda/internal/rehearsal"
	"rooda/orchestrator/plan"
	"rooda/prompts"
	"rooda/session"
	"rooda/workflows"
)

// launcher turns a task of a session and the key of an iteration into a
// process that can be run. It is read-only and safe for concurrent use.
type launcher struct {
	adapters  *adapters.Registry
	procedure func(name string) (prompts.Procedure, error)
	environ   []string
	self      string // path of the rooda executable
	session   string
	goal      string
	workdir   string
	resumes   bool // the session has begun in another process
	stops     bool // nothing is started: agents need not be understood to be ended
	// cast is set in a rehearsal: its scenarios stand in for all agents.
	cast *rehearsal.Cast
}

// agent returns the adapter that runs a task.
func (l launcher) agent(task workflows.Task) (adapters.Adapter, error) {
	switch {
	case l.cast != nil:
		return understudy{l.cast.For(task.ID), l.self}, nil
	case task.AICmd != "":
		return adapters.Command(task.AICmd)
	}
	agent, err := l.adapters.Get(task.Adapter)
	if err != nil && l.stops {
		return adapters.Command(task.Adapter)
	}
	return agent, err
}

// iteration builds one iteration in full: command line, environment, and the
// files that its output goes to. dir is its folder in the session; a
// conversation that is not empty is gone on with, by agents that can.
func (l launcher) iteration(stage string, task workflows.Task, k plan.Key, dir, prompt, conversation string) (Iteration, error) {
	it, wrong, err := l.described(stage, task, k, dir, prompt, conversation)
	if err == nil {
		err = wrong.err()
	}
	if err != nil {
		return Iteration{}, err
	}
	return it, nil
}

// described is iteration, and what would keep its process from starting. That is nothing to one that another
// host has started: its Path, Env and Dir may be those of no process, and Path is empty for a
// program that is not in PATH.
func (l launcher) described(stage string, task workflows.Task, k plan.Key, dir, prompt, conversation string) (_ Iteration, wrong taskErrors, _ error) {
	agent, err := l.agent(task)
	if err != nil {
		return Iteration{}, nil, err
	}
	request := adapters.LaunchRequest{
		Mode: l.mode(task), Prompt: prompt, AutoApprove: task.AutoApprove, ExtraArgs: task.ExtraArgs,
		PromptFile: filepath.Join(dir, session.PromptFile),
		EventFile:  filepath.Join(dir, session.AgentEvents), Self: l.self, SessionID: uuid.NewString(),
		Resume: conversation,
	}
	launch, err := agent.LaunchConfig(request)
	if err != nil && conversation != "" {
		// An agent that cannot go on with a conversation begins a new one.
		request.Resume = ""
		launch, err = agent.LaunchConfig(request)
	}
	if err != nil {
		return Iteration{}, nil, err
	}
	key := iterationKey(l.session, stage, k)
	env, wrong := environment(l.environ, launch.Env, task.Env, l.session, task.ID, key, k.Iteration)
	path, err := adapters.Find(launch.Argv[0], env, l.dir(task))
	if err != nil {
		wrong = append(wrong, meantForShell(task, launch.Argv[0], env, err))
	}
	it := Iteration{
		Key: key, Path: path, Launch: launch, Dir: l.dir(task), Env: env, Prompt: prompt,
		Timeout: time.Duration(task.IterationTimeout), Shared: task.AgentsMayType, MaxOutput: task.MaxOutputBuffer,
		Log: filepath.Join(dir, session.OutputLog), Index: filepath.Join(dir, session.OutputIndex),
	}
	if l.mode(task) == adapters.Interactive {
		it.Interactive = &Interactive{
			Inputs: task.PendingInputs, AutoApprove: task.AutoApprove, Patience: time.Duration(task.InteractionTimeout),
			Explain: filepath.Join(dir, session.ExplainFile), Events: filepath.Join(dir, session.AgentEvents),
		}
	}
	return it, wrong, nil
}

// mode is how a task's agent is run. In a rehearsal nobody sits at a terminal.
func (l launcher) mode(task workflows.Task) adapters.Mode {
	if l.cast != nil {
		return adapters.Headless
	}
	if task.Mode == "" {
		return adapters.Headless
	}
	return adapters.Mode(task.Mode)
}

// prompt composes the prompt of an iteration. Files are read anew for each
// one, so that an edit reaches the next iteration. An interactive task may
// have none: whoever attaches says what to do.
func (l launcher) prompt(task workflows.Task, iteration int) (string, error) {
	if l.mode(task) == adapters.Interactive && task.Procedure == "" && task.Prompt == "" && task.PromptFile == "" {
		return "", nil
	}
	context, err := prompts.ReadContext(task.Context, l.dir(task))
	if err != nil {
		return "", err
	}
	r := prompts.Request{
		Name: task.ID, Display: task.Name, Text: task.Prompt, Iteration: iteration,
		MaxIterations: task.MaxIterations, Goal: l.goal, Context: context,
	}
	switch {
	case task.Procedure != "":
		r.Name, r.Display = "", ""
		if r.Procedure, err = l.procedure(task.Procedure); err != nil {
			return "", err
		}
	case task.PromptFile != "":
		text, err := os.ReadFile(task.PromptFile)
		if err != nil {
			return "", fmt.Errorf("read prompt_file: %w", err)
		}
		r.Text = string(text)
	case task.Prompt == "" && l.cast != nil: // an interactive task may have no body; the rehearsal agent needs one
		r.Text = "There is no text for this task: whoever attaches talks to the agent."
	}
	return prompts.Composer{Dir: l.workdir}.Compose(r)
}

// understudy is the adapter of the rehearsal agent.
type understudy struct {
	scenario rehearsal.Scenario
	self     string
}

func (u understudy) Name() string                     { return "rehearsal" }
func (u understudy) AutoPolicy() *adapters.AutoPolicy { return nil }

func (u understudy) LaunchConfig(r adapters.LaunchRequest) (adapters.LaunchConfig, error) {
	return adapters.LaunchConfig{Argv: u.scenario.Argv(u.self), StdinPipe: true, Stdin: []byte(r.Prompt)}, nil
}

// commandLine is how a launch is shown to people: as it would be typed, and
// without the prompt.
func commandLine(c adapters.LaunchConfig, prompt string) string {
	var words []string
	for _, arg := range c.Argv {
		word := shellquote.Join(arg)
		if arg == prompt && arg != "" {
			word = "<prompt>"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

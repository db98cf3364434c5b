package workflows

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rooda/prompts"
)

const defaultInteractiveIterations = 1

// task reads the task at path: its own settings laid over the file's
// defaults, over the built-in ones.
func (r *reader) task(path []any) (Task, error) {
	var own, t taskFile
	if err := errors.Join(r.sound.Decode(&own, path...), r.sound.Decode(&t.settings, "defaults"), r.sound.Decode(&t, path...)); err != nil {
		return Task{}, err
	}
	t.settings.yieldTo(own.settings)
	at := func(key string) []any {
		if r.doc.Has(under(path, key)...) || !r.doc.Has("defaults", key) {
			return under(path, key)
		}
		return []any{"defaults", key}
	}
	r.settings(&t.settings, at)

	out := Task{
		ID: string(t.ID), Name: string(t.Name),
		Procedure: string(t.Procedure), Prompt: string(t.Prompt), PromptFile: string(t.PromptFile),
		Mode: value(t.Mode, Headless),
	}
	r.body(&out, path)
	r.agent(&out, t.settings, path, at)
	r.interactive(&out, t.settings, own.settings, path)
	t.settings.limits(&out)
	out.Context, out.ExtraArgs = plain(t.Context), plain(t.ExtraArgs)
	out.Cwd = string(value(t.Cwd, ""))
	for name, v := range t.Env {
		if out.Env == nil {
			out.Env = map[string]string{}
		}
		out.Env[name] = string(v)
	}
	return out, nil
}

// yieldTo clears the defaults that a task's own choice of the opposite replaces.
func (s *settings) yieldTo(own settings) {
	if own.AICmd != nil && own.Adapter == nil {
		s.Adapter = nil
	}
	if own.Adapter != nil && own.AICmd == nil {
		s.AICmd = nil
	}
	if own.MaxIterations != nil && own.Unlimited == nil {
		s.Unlimited = nil
	}
	if value(own.Unlimited, false) && own.MaxIterations == nil {
		s.MaxIterations = nil
	}
}

// body checks that there is something to do, and that it exists.
func (r *reader) body(t *Task, path []any) {
	bodies := []string{"procedure", "prompt", "prompt_file"}
	var written []string
	for _, key := range r.doc.Keys(path...) {
		if slices.Contains(bodies, key) {
			written = append(written, key)
		}
	}
	switch {
	case len(written) > 1:
		r.refuseKey(under(path, written[1]), "a second thing to do, besides "+written[0], "keep one of procedure, prompt and prompt_file")
	case len(written) == 0 && t.Mode == Headless && !r.dropped(under(path, "mode")) && !r.misspelt(path, bodies):
		r.refuseKey(path, "there is nothing to do", "add procedure, prompt or prompt_file; only an interactive task can do without")
	}
	if t.Procedure != "" {
		r.procedure(t.Procedure, under(path, "procedure"))
	}
	if t.PromptFile != "" {
		t.PromptFile = r.promptFile(t.PromptFile, under(path, "prompt_file"))
	}
}

func (r *reader) procedure(name string, path []any) {
	_, err := prompts.Lookup(name)
	if err == nil || slices.Contains(r.opts.Procedures, name) {
		return
	}
	known := slices.Concat(prompts.Names(), r.opts.Procedures)
	r.refuse(path, fmt.Sprintf("unknown procedure %q", name), suggest(name, known))
}

// agent settles who works: the task, then defaults, then the caller's choice.
func (r *reader) agent(t *Task, s settings, path []any, at func(string) []any) {
	t.Adapter, t.AICmd = string(value(s.Adapter, "")), string(value(s.AICmd, ""))
	agents := []string{"adapter", "ai_cmd"}
	switch {
	case t.Adapter != "" || t.AICmd != "":
		return
	case r.dropped(at("adapter")) || r.dropped(at("ai_cmd")):
		return
	case r.misspelt(path, agents) || r.misspelt([]any{"defaults"}, agents):
		return
	}
	t.Adapter = r.opts.DefaultAdapter
	if t.Adapter == "" {
		hint := "add adapter: NAME or ai_cmd: COMMAND here or in defaults"
		if len(r.opts.Adapters) > 0 {
			hint += "; adapters: " + strings.Join(r.opts.Adapters, ", ")
		}
		r.refuseKey(path, "no agent is named", hint)
	}
}

// interactive takes the settings that need a terminal. From defaults they
// reach the interactive tasks only; in a headless task they are a mistake.
func (r *reader) interactive(t *Task, s, own settings, path []any) {
	if t.Mode == Interactive {
		t.PendingInputs = plain(s.PendingInputs)
		t.KeepAlive = value(s.KeepAlive, false)
		t.InteractionTimeout = s.InteractionTimeout.or(0)
		return
	}
	for _, k := range []struct {
		key string
		set bool
	}{
		{"pending_inputs", own.PendingInputs != nil},
		{"keep_alive", own.KeepAlive != nil},
		{"interaction_timeout", own.InteractionTimeout != nil},
	} {
		if k.set && !r.dropped(under(path, "mode")) {
			r.refuseKey(under(path, k.key), "this needs mode: interactive", "add mode: interactive to the task, or remove this key")
		}
	}
}

// limits copies the numbers, with the built-in defaults for those not set.
func (s settings) limits(t *Task) {
	most := DefaultMaxIterations
	if t.Mode == Interactive {
		most = defaultInteractiveIterations
	}
	t.MaxIterations = value(s.MaxIterations, most)
	if value(s.Unlimited, false) {
		t.MaxIterations = 0
	}
	t.IterationTimeout = s.IterationTimeout.or(0)
	t.FailureThreshold = value(s.FailureThreshold, DefaultFailureThreshold)
	t.MaxOutputBuffer = value(s.MaxOutputBuffer, DefaultMaxOutputBuffer)
	t.OnMaxIterations = value(s.OnMaxIterations, Fail)
	t.OnLost = value(s.OnLost, LostRetry)
	t.AutoApprove = value(s.AutoApprove, false)
	t.AgentsMayType = value(s.AgentsMayType, false)
}

func value[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

func suggest(name string, known []string) string {
	if near := prompts.Nearest(name, known); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "known: " + strings.Join(known, ", ")
}

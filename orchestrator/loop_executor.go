package orchestrator

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"rooda/adapters"
	"rooda/orchestrator/loop"
	"rooda/prompts"
)

// LoopExecutor runs one procedure as one loop, without a session: nothing of
// it is saved. It uses the same runner and the same rules as a task of a
// workflow. Fill the fields, then call Execute once.
type LoopExecutor struct {
	Procedure prompts.Procedure
	Context   []prompts.Context
	Agent     adapters.Adapter
	// Dir is where rooda was invoked; the agent works there (AI-29).
	Dir     string
	Environ []string
	Limits  loop.Limits
	// Timeout ends an iteration as a failure; 0 means none.
	Timeout time.Duration
	// MaxOutput is the number of bytes of output kept for reports.
	MaxOutput int
	Runner    AgentRunner
	Observer  LoopObserver

	id string
}

// LoopObserver is told what a loop does. All calls come from the goroutine of
// Execute, except Output, Unfinished and Notice, which come from the iteration's.
type LoopObserver interface {
	// Starting comes before the agent, with the prompt that it will get.
	Starting(iteration int, command, prompt string)
	// Output is a piece of the agent's cleaned output. Blocking here slows the agent.
	Output(clean []byte)
	// Unfinished is the line after that, while it has no end yet and may still
	// change. Output repeats it when it has.
	Unfinished(line []byte)
	// Notice says what rooda does to end the agent.
	Notice(n Notice)
	// Finished comes after the verdict and before anything is counted.
	Finished(iteration int, r Result, v loop.Verdict)
}

// Execute runs the loop to a stop. kill ends agents that still have their grace.
func (x *LoopExecutor) Execute(ctx, kill context.Context, after func(loop.Position, loop.Status)) (loop.Summary, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return loop.Summary{}, fmt.Errorf("name the run: %w", err)
	}
	x.id = id.String()
	return loop.Drive(ctx, x.Limits, killable{x, kill}, after), nil
}

// Prompt is the prompt of an iteration, just as it would be sent.
func (x *LoopExecutor) Prompt(iteration int) (string, error) {
	return prompts.Composer{Dir: x.Dir}.Compose(prompts.Request{
		Procedure: x.Procedure, Context: x.Context, Iteration: iteration, MaxIterations: x.Limits.MaxIterations,
	})
}

// killable is the loop's runner with the context that kills at once.
type killable struct {
	*LoopExecutor
	kill context.Context
}

func (k killable) Run(ctx context.Context, p loop.Position) loop.Report {
	it, err := k.iteration(p.Iteration)
	if err != nil {
		return loop.Report{Err: err}
	}
	k.Observer.Starting(p.Iteration, commandLine(it.Launch, it.Prompt), it.Prompt)
	res := k.Runner.Run(ctx, k.kill, it)
	if res.Err != nil {
		return loop.Report{Err: res.Err}
	}
	verdict := loop.Judge(res.Ending(), res.Signals)
	if !res.Stopped {
		k.Observer.Finished(p.Iteration, res, verdict)
	}
	return loop.Report{Outcome: verdict.Outcome, Duration: res.Duration, Interrupted: res.Stopped}
}

func (x *LoopExecutor) iteration(n int) (Iteration, error) {
	prompt, err := x.Prompt(n)
	if err != nil {
		return Iteration{}, err
	}
	launch, err := x.Agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: prompt})
	if err != nil {
		return Iteration{}, err
	}
	key := fmt.Sprintf("%s/%s/%d", x.id, x.Procedure.Name, n)
	env, wrong := environment(x.Environ, launch.Env, nil, x.id, x.Procedure.Name, key, n)
	if err := wrong.err(); err != nil {
		return Iteration{}, err
	}
	path, err := adapters.Find(launch.Argv[0], env, x.Dir)
	if err != nil {
		return Iteration{}, err
	}
	return Iteration{
		Key: key, Path: path, Launch: launch, Dir: x.Dir, Env: env, Prompt: prompt,
		Timeout: x.Timeout, MaxOutput: x.MaxOutput, Output: x.Observer.Output, Unfinished: x.Observer.Unfinished, Notice: x.Observer.Notice,
		Unattended: true,
	}, nil
}

package orchestrator

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"rooda/adapters"
	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// beginning is how an iteration comes about, and what is known of it then.
type beginning struct {
	adopted  bool // another host started it
	told     bool // somebody has wanted its end, as it was adopted
	resume   bool // in the conversation of the one that was lost
	failures int
	was      session.Task
	person   *Person // the way to its driver, nil where it has none
}

func (x *WorkflowExecutor) start(kill context.Context, k plan.Key, b beginning) {
	ctx, stop := context.WithCancelCause(kill)
	x.running[k] = stop
	state, _ := x.state.Task(k.Task)
	b.failures, b.was = state.Failures, *x.record.Tasks[k.Task]
	leave := func() {}
	if _, task := x.task(k.Task); x.launcher.mode(task) == adapters.Interactive {
		// At once, so that nobody is told that nothing drives it.
		b.person, leave = x.people.enter(k.Task)
	}
	b.told = b.was.Stopped != nil || b.was.Cancelled || x.told[k.Task]
	x.work.Go(func() {
		defer stop(nil)
		res := x.iterate(ctx, kill, k, b)
		leave()
		if errors.Is(res.Err, shim.ErrLost) {
			// What it had started must not work on beside the next one.
			stage, _ := x.task(k.Task)
			res.Exit.Swept += pty.Sweep(iterationKey(x.record.ID, stage, k))
			tidy(session.IterationDir(x.store.Dir(), k.Task, k.Iteration, k.Attempt))
		}
		x.mailbox.put(report{key: k, result: &res})
	})
}

// iterate runs on a goroutine of its own; it reads nothing that changes.
func (x *WorkflowExecutor) iterate(ctx, kill context.Context, k plan.Key, b beginning) Result {
	stage, task := x.task(k.Task)
	dir, it, err := x.prepared(stage, task, k, b)
	if err != nil {
		return Result{Err: err}
	}
	people := x.witness(report{key: k}, dir, b)
	defer people.look() // at what came with its end
	it.Hands = people.hands
	it.Stir, it.Silence = x.stir.next, func(t Talk) { x.mailbox.put(report{key: k, talk: t}) }
	says := &prattle{tell: func(body TaskOutput) {
		if x.bus.listening() {
			body.Clean, body.Unfinished = bytes.Clone(body.Clean), bytes.Clone(body.Unfinished)
			x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Stage: stage, Task: k.Task, Attempt: k.Attempt, Iteration: k.Iteration, Body: body})
		}
	}}
	defer says.close()
	it.Output = says.output
	if it.Interactive != nil {
		if task.KeepAlive {
			it.Interactive.Keep = func(res Result) bool { return isLast(task, k.Iteration, b.failures, res) }
		}
		it.Interactive.Person = b.person
		return x.interact(ctx, kill, k, *it)
	}
	if id := it.Launch.SessionID; id != "" && !b.adopted {
		x.mailbox.put(report{key: k, talk: ConversationNamed{ID: id}})
	}
	asks := blockage{tell: func(t Talk) { x.mailbox.put(report{key: k, talk: t}) }}
	if it.Adopted {
		asks.inherit(it.question())
		it.Reread = asks.reread
	}
	it.Status, it.Unfinished = asks.hear, says.unfinished
	it.Hands = func(h pty.Hands) {
		asks.people(h)
		people.hands(h)
	}
	res := x.runner.Run(ctx, kill, *it)
	asks.close(res.Err == nil)
	return res
}

// prepared is what is to run, and its folder.
func (x *WorkflowExecutor) prepared(stage string, task workflows.Task, k plan.Key, b beginning) (string, *Iteration, error) {
	dir, err := x.store.IterationDir(k.Task, k.Iteration, k.Attempt)
	if err != nil {
		return "", nil, err
	}
	prompt, err := x.prompt(task, k, dir, b.adopted)
	if err != nil {
		return "", nil, err
	}
	conversation := ""
	if b.resume {
		conversation = b.was.Conversation
	}
	it, wrong, err := x.launcher.described(stage, task, k, dir, prompt, conversation)
	if err == nil && !b.adopted {
		err = wrong.err()
	}
	if err != nil {
		return "", nil, err
	}
	if it.Interactive != nil {
		it.Interactive.Texts = b.was.Texts
	}
	if b.adopted {
		it.Adopted, it.Since, it.Asked = true, b.was.IterationStartedAt, b.was.Interaction
		it.Told = b.told
		if it.Interactive != nil {
			it.Interactive.Adopted, it.Interactive.Sent, it.Interactive.Sending = true, b.was.InputsSent, b.was.Sending
			it.Interactive.Completing, it.Interactive.Ending = b.was.Completing, b.was.Ending
			it.Interactive.Answer = givenAnswer(dir, &b.was)
			if b.was.LogError == "" {
				it.Interactive.Printed = printed(it.Log)
			}
		}
	}
	return dir, &it, nil
}

// prompt composes an iteration's prompt and keeps it, or reads the one that
// an adopted agent was given.
func (x *WorkflowExecutor) prompt(task workflows.Task, k plan.Key, dir string, adopted bool) (string, error) {
	path := filepath.Join(dir, session.PromptFile)
	if adopted {
		kept, err := os.ReadFile(path)
		if err != nil {
			return "", fmt.Errorf("read kept prompt: %w", err)
		}
		return string(kept), nil
	}
	prompt, err := x.launcher.prompt(task, k.Iteration)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(path, []byte(prompt), 0o600); err != nil {
		return "", fmt.Errorf("keep prompt: %w", err)
	}
	return prompt, nil
}

// interact runs an interactive iteration, which people can reach meanwhile.
func (x *WorkflowExecutor) interact(ctx, kill context.Context, k plan.Key, it Iteration) Result {
	if it.Adopted {
		_ = os.Remove(unfinishedExplanation(it.Interactive.Explain)) // mostly there is none
	} else if err := it.Interactive.prepare(it.Launch); err != nil {
		return Result{Err: err}
	}
	if it.Launch.Signs.Askable() {
		it.Interactive.Version = func(ctx context.Context) (string, error) { return x.versions.of(ctx, it) }
	}
	it.Interactive.Note = func(o order) error {
		// It is answered in any case, and must not be done where it is said not to be.
		o.task, o.key = k.Task, k
		return x.command(context.WithoutCancel(ctx), o)
	}
	it.Interactive.Tell = func(t Talk) {
		r := report{key: k, talk: t}
		if lasting(t) {
			r.kept = make(chan struct{})
		}
		x.mailbox.put(r)
		if r.kept != nil {
			select {
			case <-r.kept:
			case <-ctx.Done():
			}
		}
	}
	return x.runner.Run(ctx, kill, it)
}

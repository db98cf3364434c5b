package cmd

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strings"
	"syscall"

	"rooda/internal/console"
	"rooda/orchestrator/plan"
	"rooda/session"
)

// goal is what is waited for, and of what.
type goal interface {
	// await returns what is so when it is.
	await(ctx context.Context) (waited, error)
	// vigils are for what it depends on.
	vigils() []*vigil
	// doubtful says that who is silent is told also when it is so: the word of who told may be older.
	doubtful() bool
	// missed says that it is not so within a time, given the error of await, and hint what shows how it is.
	missed(within string, err error) (text, hint string)
	// failed says of what an error of await is.
	failed(err error) error
}

// wait waits for it and says so.
func (o waitOptions) wait(ctx context.Context, s console.Streams, g goal) error {
	ctx, cancel := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	waitCtx, stop := ctx, context.CancelFunc(func() {})
	if o.timeout > 0 {
		waitCtx, stop = context.WithTimeout(ctx, o.timeout)
	}
	defer stop()
	watch := g.vigils()
	var unwatch []func()
	for _, v := range watch {
		unwatch = append(unwatch, v.begin(ctx))
	}
	result, err := g.await(waitCtx)
	var silent []silence
	if err == nil && g.doubtful() || ctx.Err() == nil && waitCtx.Err() != nil {
		for _, v := range watch {
			if found := v.found(ctx); found != (silence{}) {
				silent = append(silent, found)
			}
		}
	}
	for _, end := range unwatch {
		end()
	}
	switch {
	case err == nil:
		return result.tell(s, o.asJSON)
	case ctx.Err() != nil:
		return exitStatus(exitInterrupted)
	case waitCtx.Err() != nil:
		text, hint := g.missed(console.Chosen(o.timeout), err)
		err := errors.New(text)
		for i, of := range silent {
			err = fmt.Errorf("%w, and %s", err, of.clause())
			if hint = of.hint; i > 0 {
				hint = silent[i-1].hint + "; " + hint
			}
		}
		return codedError{hintf(err, "%s", hint), exitTimeout}
	}
	return g.failed(err)
}

// agentGoal is what one agent is to come to.
type agentGoal struct {
	s      console.Streams
	target agent
	wanted condition
}

func (g agentGoal) await(ctx context.Context) (waited, error) {
	w := waited{Session: g.target.id, Task: g.target.task, For: g.wanted.name}
	var err error
	if w.For == "done" {
		w.Said, err = awaitTask(ctx, g.s, g.target, func(t *session.Task) (said string) {
			said, w.end = endOfTask(t)
			return said
		})
	} else {
		w.Said, err = awaitAgent(ctx, g.s, g.target, g.wanted)
	}
	if err != nil {
		return waited{}, err
	}
	if t := g.target.now().state(); t != nil && g.wanted.name == "waiting" {
		w.Question = t.Interaction
	}
	return w, nil
}

// endOfTask says how a task ended, and is an error where it is no success; empty while it goes on.
func endOfTask(t *session.Task) (said string, err error) {
	outcome := plan.Success
	switch {
	case t.Status == session.Error:
		outcome = plan.Aborted
	case t.Status != session.Done:
		return "", nil
	case t.Outcome == session.MaxIters:
		outcome = plan.MaxIters
	}
	return strings.TrimSpace(strings.ToLower(string(t.Status)) + " " + console.OneLine(t.Reason)), ended(outcome)
}

func (g agentGoal) vigils() []*vigil { return g.wanted.vigils(g.s, g.target) }

func (g agentGoal) doubtful() bool { return g.wanted.name == "waiting" }

func (g agentGoal) missed(within string, err error) (text, hint string) {
	text = fmt.Sprintf("%s %s within %s", g.target, g.wanted.missed(), within)
	var last stateError
	if g.wanted.name == "idle" && errors.As(err, &last) {
		text += ": " + stateWords(last.state)
	}
	return text, g.target.whereToLook()
}

func (g agentGoal) failed(err error) error {
	var over overError
	switch {
	case errors.As(err, &over):
		return hintf(fmt.Errorf("%s: %w, and it %s", g.target, over, g.wanted.never()), "rooda session resume %s", shortID(g.target.id))
	case errors.Is(err, errEndedBefore):
		return hintf(fmt.Errorf("%s: %w, and %s", g.target, err, g.wanted.never()), "rooda logs %s", g.target)
	}
	return err
}

package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// WorkflowExecutor drives the planner of one session (CORE-06). One goroutine
// owns the state: it takes what iterations report, applies it, writes a
// checkpoint, and only then executes the commands that the planner gave. So
// after a crash a command is repeated under the same key, and none is forgotten.
type WorkflowExecutor struct {
	wf       *workflows.Workflow
	store    *session.Handle
	launcher launcher
	runner   AgentRunner
	bus      *bus

	state  plan.State
	record session.Record
	seq    uint64
	saved  error       // of the last checkpoint
	held   hold        // what waits for a checkpoint
	opened plan.Opened // what was found of the last host's agents
	// leftovers counts the processes of the last host that were ended.
	leftovers int

	people   people
	kept     []pty.Terminal
	owed     []chan struct{} // closed once all is saved
	mailbox  *mailbox
	running  map[plan.Key]context.CancelCauseFunc
	standing *standing
	over     chan struct{} // closed when Execute has ended
	work     sync.WaitGroup
}

// Execute runs the session to an end: success, a failure, or the interrupt
// that ctx or kill brings. When kill ends, agents that still have their grace
// are killed at once. The error is set when the session could not be kept; it
// is a *shim.EpochError, and there is no outcome, when another host has taken it over.
// With a ctx that has ended already it only stops what the last host left at work.
func (x *WorkflowExecutor) Execute(ctx, kill context.Context) (plan.Outcome, error) {
	defer close(x.over)
	defer x.bus.close()
	defer x.letGo()
	defer x.work.Wait()
	var notes []Event
	if x.leftovers > 0 {
		notes = with(Event{}, Warning{fmt.Sprintf("ended what agents of the last host had left running (%d)", x.leftovers)})
	}
	x.opened.Halt = ctx.Err() != nil
	commands := x.commit([]plan.Event{x.opened}, notes)
	interrupted, killed := ctx.Done(), kill.Done()
	for {
		for _, c := range commands {
			x.execute(kill, c)
		}
		if x.state.Outcome != "" && len(x.running) == 0 && (x.saved == nil || x.held.over || ctx.Err() != nil) {
			break
		}
		select {
		case <-x.mailbox.ready:
		case <-x.held.due():
			commands = x.again()
			continue
		case <-interrupted:
			interrupted = nil
		case <-killed:
			killed = nil
		}
		// In this order: an agent that a context ended must not be judged
		// before the interrupt is known.
		reports := x.mailbox.take()
		if cause := fenced(reports); cause != nil {
			x.retire(cause, reports)
			return "", cause
		}
		commands = x.take(reports, ctx.Err() != nil || kill.Err() != nil)
	}
	x.held.end()
	return x.state.Outcome, x.saved
}

// take turns an interrupt and reports into planner events and commits them
// together. The planner takes only the first of many interrupts.
func (x *WorkflowExecutor) take(reports []report, interrupted bool) []plan.Command {
	var events []plan.Event
	var bodies []Event
	if interrupted {
		events = append(events, plan.Interrupt{})
	}
	for _, r := range reports {
		if r.result != nil {
			delete(x.running, r.key)
			x.keep(r)
		}
		event, notes := x.judge(r)
		if event != nil {
			events = append(events, event)
		}
		bodies = append(bodies, notes...)
	}
	commands := x.commit(events, bodies)
	for _, r := range reports {
		if r.kept != nil {
			x.owed = append(x.owed, r.kept)
		}
		if r.order != nil {
			r.order.reply(nil) // what was refused has been answered
		}
	}
	x.vouch()
	return commands
}

// vouch lets those go on who wait until what they told is on disk.
func (x *WorkflowExecutor) vouch() {
	if x.saved != nil && !x.held.over {
		return
	}
	for _, kept := range x.owed {
		close(kept)
	}
	x.owed = nil
}

// commit applies events, writes one checkpoint for all of them, tells the
// journal and the viewers, and returns the commands to execute.
func (x *WorkflowExecutor) commit(events []plan.Event, notes []Event) []plan.Command {
	now := time.Now()
	before := x.state
	var commands []plan.Command
	opened := false
	for _, e := range events {
		if _, ok := e.(plan.Opened); ok {
			opened = true
		}
		next, more := plan.Apply(x.wf, x.state, e)
		x.state = next
		commands = append(commands, more...)
	}
	x.prepare(now, commands)
	notes = append(notes, changes(x.wf, before, x.state, commands, opened)...)
	if len(notes) == 0 && len(commands) == 0 {
		return nil // stale: there is nothing to keep
	}
	for i := range notes {
		if a, ok := notes[i].Body.(IterationAdopted); ok {
			a.Since = x.record.Tasks[notes[i].Task].IterationStartedAt
			notes[i].Body = a
		}
		x.seq++
		notes[i].Seq, notes[i].Time, notes[i].Session = x.seq, now, x.record.ID
	}
	x.checkpoint(now, notes)
	for _, e := range notes {
		if _, starts := e.Body.(IterationStarted); starts && x.saved != nil && !x.held.over {
			x.held.untold = append(x.held.untold, e)
			continue
		}
		x.bus.publish(e)
	}
	return x.settle(now, commands)
}

func (x *WorkflowExecutor) execute(kill context.Context, c plan.Command) {
	switch c := c.(type) {
	case plan.StartIteration:
		x.start(kill, c.Key, beginning{resume: c.Resume})
	case plan.AdoptIteration:
		x.start(kill, c.Key, beginning{adopted: true})
	case plan.StopIteration:
		if stop, ok := x.running[c.Key]; ok {
			stop(nil)
		} else if x.held.take(c.Key) {
			x.mailbox.put(report{key: c.Key, result: &Result{Stopped: true, unstarted: true}})
		}
	case plan.EndSession: // Execute sees it in the state
	}
}

// beginning is how an iteration comes about, and what is known of it then.
type beginning struct {
	adopted  bool // another host started it
	resume   bool // in the conversation of the one that was lost
	failures int
	was      session.Task
}

func (x *WorkflowExecutor) start(kill context.Context, k plan.Key, b beginning) {
	ctx, stop := context.WithCancelCause(kill)
	x.running[k] = stop
	state, _ := x.state.Task(k.Task)
	b.failures, b.was = state.Failures, *x.record.Tasks[k.Task]
	x.work.Go(func() {
		defer stop(nil)
		res := x.iterate(ctx, kill, k, b)
		if errors.Is(res.Err, shim.ErrLost) {
			// What it had started must not work on beside the next one.
			stage, _ := x.task(k.Task)
			res.Exit.Swept += pty.Sweep(iterationKey(x.record.ID, stage, k))
		}
		x.mailbox.put(report{key: k, result: &res})
	})
}

// iterate runs on a goroutine of its own; it reads nothing that changes.
func (x *WorkflowExecutor) iterate(ctx, kill context.Context, k plan.Key, b beginning) Result {
	stage, task := x.task(k.Task)
	dir, err := x.store.IterationDir(k.Task, k.Iteration, k.Attempt)
	if err != nil {
		return Result{Err: err}
	}
	prompt, err := x.prompt(task, k, dir, b.adopted)
	if err != nil {
		return Result{Err: err}
	}
	conversation := ""
	if b.resume {
		conversation = b.was.Conversation
	}
	it, err := x.launcher.iteration(stage, task, k, dir, prompt, conversation)
	if err != nil {
		return Result{Err: err}
	}
	if b.adopted {
		it.Adopted, it.Since = true, b.was.IterationStartedAt
		if it.Interactive != nil {
			it.Interactive.Adopted, it.Interactive.Sent, it.Interactive.Sending = true, b.was.InputsSent, b.was.Sending
		}
	}
	it.Output = func(clean []byte) {
		if x.bus.listening() {
			body := TaskOutput{Clean: append([]byte(nil), clean...)}
			x.bus.publish(Event{Time: time.Now(), Session: x.record.ID, Stage: stage, Task: k.Task, Attempt: k.Attempt, Iteration: k.Iteration, Body: body})
		}
	}
	if it.Interactive != nil {
		if task.KeepAlive {
			it.Interactive.Keep = func(res Result) bool { return isLast(task, k.Iteration, b.failures, res) }
		}
		return x.interact(ctx, kill, k, it)
	}
	if id := it.Launch.SessionID; id != "" && !b.adopted {
		x.mailbox.put(report{key: k, talk: ConversationNamed{ID: id}})
	}
	asked := false
	it.Status = func(s ProgramStatus) {
		// An agent at work says so many times a second; only the turns matter.
		if blocked := s.State == "blocked"; blocked != asked {
			asked = blocked
			x.mailbox.put(report{key: k, talk: s.talk()})
		}
	}
	return x.runner.Run(ctx, kill, it)
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
	if !it.Adopted {
		if err := it.Interactive.prepare(it.Launch); err != nil {
			return Result{Err: err}
		}
	}
	person, leave := x.people.enter(k.Task)
	defer leave()
	it.Interactive.Person = person
	it.Interactive.Tell = func(t Talk) {
		r := report{key: k, talk: t}
		if _, ok := t.(InputSending); ok {
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

func (x *WorkflowExecutor) task(id string) (stage string, task workflows.Task) {
	for _, s := range x.wf.Stages {
		for _, t := range s.Tasks {
			if t.ID == id {
				return s.ID, t
			}
		}
	}
	return "", workflows.Task{}
}

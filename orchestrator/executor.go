package orchestrator

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
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
	versions *versions

	state  plan.State
	record session.Record
	seq    uint64
	saved  error       // of the last checkpoint
	held   hold        // what waits for a checkpoint
	opened plan.Opened // what was found of the last host's agents
	cut    []plan.Key  // the iterations that a stop before the resume has ended, whose shims are gone
	// leftovers counts the processes of the last host that were ended.
	leftovers int
	foreseen  []Event           // what cannot start later
	resumed   *SessionResumed   // nil for the session's first host
	begun     time.Time         // of Execute
	paused    []SessionPaused   // when this host stood still
	halted    halted            // once it is interrupted
	wanted    []session.Request // since the last checkpoint was tried
	inherited []session.Request // that the last host's record lacked
	told      map[string]bool   // the tasks whose adopted agents a stop before the resume may have told to end

	holds    bool // agents' terminals are in this process
	handing  bool // somebody wants another host to go on
	stir     bell // rung when agents' terminals are to be asked whether they answer
	people   people
	silent   map[string]uncalled // by task, of terminals to which a person was to be called
	kept     []pty.Terminal
	owed     []chan struct{} // closed once all is saved
	mailbox  *mailbox
	running  map[plan.Key]context.CancelCauseFunc
	standing *standing
	attended chan struct{} // closed once what was at work when Execute began has its driver
	over     chan struct{} // closed when Execute has ended
	apart    chan struct{} // closed once the session is another host's
	work     sync.WaitGroup
}

// Execute runs the session to an end: success, a failure, or the interrupt
// that ctx or kill brings; a StoppedBy as the cause of ctx says whose it is. When kill ends, agents that still have their grace
// are killed at once. The error is set when the session could not be kept; it
// is a *shim.EpochError, and there is no outcome, when another host has taken it over.
// With a ctx that has ended already it only stops what the last host left at work.
// After HandOver the error is ErrHandedOver, and there is no outcome.
func (x *WorkflowExecutor) Execute(ctx, kill context.Context) (plan.Outcome, error) {
	defer close(x.over)
	defer x.bus.close()
	defer x.letGo()
	defer x.work.Wait()
	x.begun = time.Now()
	notes := x.takenUp()
	if x.leftovers > 0 {
		notes = append(notes, with(Event{}, Warning{fmt.Sprintf("ended what agents of the last host had left running (%d)", x.leftovers)})...)
	}
	notes = append(notes, x.foreseen...)
	if x.opened.Halt = ctx.Err() != nil; x.opened.Halt {
		notes = append(notes, x.haltAtOnce(ctx)...)
	}
	commands := x.commit([]plan.Event{x.opened}, notes)
	x.insure()
	attended := sync.OnceFunc(func() { close(x.attended) })
	interrupted, killed := ctx.Done(), kill.Done()
	beat := time.NewTicker(session.Beat)
	defer beat.Stop()
	for {
		for _, c := range commands {
			x.execute(kill, c)
		}
		attended()
		if x.state.Outcome != "" && len(x.running) == 0 && (x.saved == nil || x.held.over || ctx.Err() != nil) {
			break
		}
		waits := time.Now()
		select {
		case <-x.mailbox.ready:
		case <-beat.C:
			_ = x.store.Beat() // the one before stands
		case <-x.held.due():
			commands = x.again()
			continue
		case <-interrupted:
			interrupted = nil
		case <-killed:
			killed = nil
		}
		paused := x.woke(waits, time.Now())
		// In this order: an agent that a context ended must not be judged
		// before the interrupt is known.
		reports := x.mailbox.take()
		if cause := fenced(reports); cause != nil {
			x.retire(cause, reports)
			return "", cause
		}
		var halt []Event
		halted := ctx.Err() != nil || kill.Err() != nil
		if halted {
			halt = x.halt(ctx)
		}
		commands = x.take(reports, halted, append(paused, halt...))
		if x.leaves() {
			for _, c := range commands {
				x.execute(kill, c)
			}
			return x.handOver()
		}
	}
	x.held.end()
	return x.state.Outcome, x.failure()
}

// take turns an interrupt and reports into planner events and commits them
// together, with what there is to tell of that interrupt. The planner takes only the first of many interrupts.
func (x *WorkflowExecutor) take(reports []report, interrupted bool, bodies []Event) []plan.Command {
	var events []plan.Event
	if interrupted {
		events = append(events, plan.Interrupt{})
	}
	if slices.ContainsFunc(reports, report.settles) {
		x.checkpoint(time.Now(), nil)
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
	x.insure()
	var disclaimed []Event
	for _, r := range reports {
		if r.kept != nil {
			x.owed = append(x.owed, r.kept)
		}
		if r.order != nil {
			disclaimed = append(disclaimed, x.disclaim(r.order)...)
			r.order.reply(nil) // what was refused has been answered
		}
	}
	if len(disclaimed) > 0 {
		commands = append(commands, x.commit(nil, disclaimed)...)
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

package orchestrator

import (
	"rooda/orchestrator/plan"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// Resume takes a session up where its last host left it (CORE-13). It fails
// with session.ErrRunning while another host drives it, and with *AskError
// where an agent was lost and its task says to ask. A lost that is not empty
// decides instead, for all tasks; ask goes on with the others and keeps the question.
// Where the agent of a task lives that would be run again, it fails with *StrayError, and with *PreflightError
// where a task that has to start now cannot, unless an agent lives that needs a host.
func (o *Orchestrator) Resume(id string, lost workflows.OnLost) (*Run, error) {
	return o.open(id, succession{how: ActResume, lost: lost, restarts: true})
}

// TakeOver takes a session up only to stop it: Execute it with a context that has ended. What
// becomes of lost agents stays open. The agent of the spared task, empty for none, is not
// adopted, and its iteration counts as interrupted: whoever stops the session because
// of that agent has to end it, since that may be its own end.
func (o *Orchestrator) TakeOver(id, spared string) (*Run, error) {
	return o.open(id, succession{how: ActStop, lost: workflows.LostAsk, spared: spared})
}

// GoOn takes a session up that the last host handed over (ErrHandedOver): as
// Resume, but what failed stays failed, and a lost agent is a question that
// stays open.
func (o *Orchestrator) GoOn(id string) (*Run, error) {
	return o.open(id, succession{how: ActHandOver, lost: workflows.LostAsk})
}

// succession is how a session is taken up.
type succession struct {
	how      string           // ActResume, ActHandOver or ActStop, as it is noted
	lost     workflows.OnLost // what a person says about lost agents
	spared   string           // the task whose agent is not adopted
	restarts bool             // failed tasks are run again
}

func (o *Orchestrator) open(id string, how succession) (*Run, error) {
	store, err := o.opts.Sessions.Open(id)
	if err != nil {
		return nil, err
	}
	run, err := o.resume(store, how)
	if err != nil {
		_ = store.Close() // what went wrong is the news
		return nil, err
	}
	return run, nil
}

func (o *Orchestrator) resume(store *session.Handle, how succession) (*Run, error) {
	record := store.Record()
	if how.restarts {
		if err := stray(record, store.Dir()); err != nil {
			return nil, err
		}
	}
	if err := host(&record); err != nil {
		return nil, err
	}
	raise(&record, store.Dir())
	doubt(&record, store.Dir())
	heeded := heeding(record, store.Pending())
	state, l, err := o.standing(heeded)
	if err != nil {
		return nil, err
	}
	if err := o.checkPlace(); err != nil {
		return nil, err
	}
	found, err := find(o.terminals(record), heeded, store.Dir(), state, how)
	if err != nil {
		return nil, err
	}
	found.Continued = how.how == ActHandOver
	foreseen, err := l.admit(heeded, state, found, how)
	if err != nil {
		return nil, err
	}
	l.stops = how.how == ActStop
	leftovers := found.clear()
	// Only a host that is going to act leaves its name.
	if err := store.Save(record); err != nil {
		return nil, err
	}
	var told map[string]bool
	if how.restarts {
		told = revoke(&heeded, found.living)
	}
	run := o.newRun(store, heeded, l, state)
	run.executor.opened, run.executor.leftovers, run.executor.inherited = found.Opened, leftovers, store.Pending()
	run.executor.told, run.executor.cut, run.executor.foreseen = told, found.cut, foreseen
	who, _ := shim.Caller(record.Host.PID, record.ID, session.TasksDir(store.Dir()))
	run.executor.resumed = &SessionResumed{Epoch: record.Epoch, PID: record.Host.PID, By: who, How: how.how, LastHeard: store.LastHeard()}
	if how.restarts { // of the others nobody has said anything
		run.executor.resumed.Lost = how.lost
	}
	return run, nil
}

// Evicted notes of a session that was taken up, before Execute, which process of the host before it was
// killed for that because it hung; 0 for none.
func (r *Run) Evicted(pid int) {
	taken := r.executor.resumed
	if pid == 0 || taken == nil {
		return
	}
	taken.Killed = pid
	if taken.How == ActResume {
		taken.How = ActTakeOver
	}
}

// standing returns where the record stands, and what can launch what is to go on from there.
func (o *Orchestrator) standing(record session.Record) (plan.State, launcher, error) {
	state, err := restore(record)
	if err != nil {
		return plan.State{}, launcher{}, err
	}
	l, err := o.launcher(record)
	l.resumes, l.session = true, record.ID
	return state, l, err
}

// unfinished is the part of a workflow that a resume may launch.
func unfinished(wf *workflows.Workflow, s plan.State) *workflows.Workflow {
	rest := &workflows.Workflow{Name: wf.Name}
	for _, stage := range wf.Stages {
		var tasks []workflows.Task
		for _, task := range stage.Tasks {
			if t, _ := s.Task(task.ID); t.Status != plan.Done {
				tasks = append(tasks, task)
			}
		}
		rest.Stages = append(rest.Stages, workflows.Stage{ID: stage.ID, Tasks: tasks})
	}
	return rest
}

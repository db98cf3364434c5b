package orchestrator

import (
	"fmt"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// remaining is what is left of the last host's agents.
type remaining struct {
	plan.Opened
	living []string   // the tasks of those among Adopted that have not ended
	cut    []plan.Key // those that a stop has ended, whose shims are gone
	// gone are the keys of the iterations that are not adopted, in folders.
	gone, folders []string
}

func (r *remaining) leave(key, folder string) {
	r.gone, r.folders = append(r.gone, key), append(r.folders, folder)
}

// clear ends what is left of the agents that are not adopted, and returns how many processes that were.
func (r remaining) clear() (leftovers int) {
	for i, key := range r.gone {
		leftovers += pty.Sweep(key)
		tidy(r.folders[i])
	}
	return leftovers
}

// find looks for the agents of the last host; clear what it finds before anything starts. It fails with
// *AskError where a person has to settle what becomes of a lost agent, unless how says so, or that the
// question is to stay open (ask).
func find(terminals Terminals, record session.Record, dir string, s plan.State, how succession) (remaining, error) {
	f := search{record: record, word: how.lost}
	for _, t := range s.Tasks {
		if !t.Active() || t.ID == how.spared {
			continue
		}
		folder := session.IterationDir(dir, t.ID, t.Iteration, t.Attempt)
		state, err := terminals.Probe(folder)
		if err != nil {
			return remaining{}, fmt.Errorf("resume session %s: %w", session.ShortID(record.ID), untold(t.ID, folder, err))
		}
		if t.Gone && state == shim.Never { // its folder may have been tidied away meanwhile
			state = shim.Lost
		}
		f.note(t, folder, state)
	}
	if f.asking != nil {
		return remaining{}, &AskError{record.ID, f.asking, f.resumes}
	}
	return f.found, nil
}

// search looks for the agents that a session had at work.
type search struct {
	record  session.Record
	word    workflows.OnLost // what is to become of the lost agents of those tasks that ask, empty for none
	found   remaining
	asking  []string // the tasks that ask
	resumes bool     // one of them has a conversation to go on with
}

// note takes what has become of the agent of a task, in the folder of its iteration.
func (f *search) note(t plan.TaskState, folder string, state shim.State) {
	k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
	was := recorded(f.record, t.ID)
	if was.Interaction != nil && !t.Gone && t.Status == plan.WaitingForUser {
		f.found.Asking = append(f.found.Asking, k)
	}
	switch state {
	case shim.Finished:
		f.found.Adopted = append(f.found.Adopted, k)
	case shim.Running, shim.Unreachable: // which may come to itself while it is adopted
		f.found.Adopted, f.found.living = append(f.found.Adopted, k), append(f.found.living, t.ID)
	case shim.Lost:
		f.lost(t, k, was, folder)
	default:
		f.leave(t, k, folder)
	}
}

// lost takes that the agent of a task is lost.
func (f *search) lost(t plan.TaskState, k plan.Key, was session.Task, folder string) {
	switch {
	case was.Ending != nil && !t.Gone: // only its agent was still to leave
		f.found.Adopted = append(f.found.Adopted, k)
		return
	case was.Stopped != nil && !t.Gone: // and not lost: its iteration was interrupted
		f.found.cut = append(f.found.cut, k)
		f.leave(t, k, folder)
		return
	}
	policy, reason := policyOf(f.stage(t), t.ID), lostReason
	if policy == workflows.LostAsk && f.word != "" {
		policy = f.word // for those who ask, and for no other
	}
	if was.Completing && (policy == workflows.LostRetry || policy == workflows.LostResume) {
		policy, reason = workflows.LostFail, lostAtTheEnd
	}
	if policy == workflows.LostAsk && f.word == "" && !t.Cancelled {
		f.asking, f.resumes = append(f.asking, t.ID), f.resumes || was.Conversation != ""
	}
	f.found.Lost = append(f.found.Lost, plan.IterationLost{Key: k, Policy: policy, Reason: reason})
	f.leave(t, k, folder)
}

func (f *search) leave(t plan.TaskState, k plan.Key, folder string) {
	f.found.leave(iterationKey(f.record.ID, f.stage(t).ID, k), folder)
}

func (f *search) stage(t plan.TaskState) workflows.Stage {
	return f.record.Workflow.Definition.Stages[t.Stage]
}

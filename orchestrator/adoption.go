package orchestrator

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

// AskError says that agents were lost and that their tasks leave it to a
// person what becomes of them (on_lost: ask).
type AskError struct {
	Session string
	Tasks   []string
	// Resumes says that one of the agents had a conversation to go on with.
	Resumes bool
}

func (e *AskError) Error() string {
	return fmt.Sprintf("resume session %s: the agents of these tasks were lost, and on_lost is ask: %s", session.ShortID(e.Session), strings.Join(e.Tasks, ", "))
}

// Hint says how to answer.
func (e *AskError) Hint() string {
	return fmt.Sprintf("rooda session resume %s --lost %s", session.ShortID(e.Session), LostWords(e.Resumes))
}

// LostWords are what can be said of a lost agent; to resume it only where it had a conversation.
func LostWords(resumes bool) string {
	if resumes {
		return "retry (or resume, or fail)"
	}
	return "retry (or fail)"
}

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

// find looks for the agents of the last host; clear what it finds before anything starts. It fails with *AskError where a person has to
// settle what becomes of a lost agent, unless how says so, or that the question is to stay open (ask).
func find(terminals Terminals, record session.Record, dir string, s plan.State, how succession) (found remaining, err error) {
	lost := how.lost
	var asked []string
	resumes := false
	for _, t := range s.Tasks {
		if !t.Active() || t.ID == how.spared {
			continue
		}
		k := plan.Key{Task: t.ID, Attempt: t.Attempt, Iteration: t.Iteration}
		folder := session.IterationDir(dir, t.ID, t.Iteration, t.Attempt)
		state, err := terminals.Probe(folder)
		if err != nil {
			return remaining{}, fmt.Errorf("resume session %s: %w", session.ShortID(record.ID), untold(t.ID, folder, err))
		}
		stage := record.Workflow.Definition.Stages[t.Stage]
		policy := policyOf(stage, t.ID)
		if policy == workflows.LostAsk && lost != "" {
			policy = lost // a word for those who ask, and for no other
		}
		if t.Gone && state == shim.Never { // its folder may have been tidied away meanwhile
			state = shim.Lost
		}
		if q := recorded(record, t.ID).Interaction; q != nil && !t.Gone && t.Status == plan.WaitingForUser {
			found.Asking = append(found.Asking, k)
		}
		switch state {
		case shim.Finished:
			found.Adopted = append(found.Adopted, k)
		case shim.Running, shim.Unreachable: // which may come to itself while it is adopted
			found.Adopted, found.living = append(found.Adopted, k), append(found.living, t.ID)
		case shim.Lost:
			was := recorded(record, t.ID)
			if was.Ending != nil && !t.Gone { // only its agent was still to leave
				found.Adopted = append(found.Adopted, k)
				continue
			}
			if was.Stopped != nil && !t.Gone { // and not lost: its iteration was interrupted
				found.cut = append(found.cut, k)
				found.leave(iterationKey(record.ID, stage.ID, k), folder)
				continue
			}
			reason := lostReason
			if was.Completing && (policy == workflows.LostRetry || policy == workflows.LostResume) {
				policy, reason = workflows.LostFail, lostAtTheEnd
			}
			if policy == workflows.LostAsk && lost == "" && !t.Cancelled {
				asked, resumes = append(asked, t.ID), resumes || was.Conversation != ""
			}
			found.Lost = append(found.Lost, plan.IterationLost{Key: k, Policy: policy, Reason: reason})
			found.leave(iterationKey(record.ID, stage.ID, k), folder)
		default:
			found.leave(iterationKey(record.ID, stage.ID, k), folder)
		}
	}
	if asked != nil {
		return remaining{}, &AskError{record.ID, asked, resumes}
	}
	return found, nil
}

// recorded is what a record says of a task, a zero one where it says nothing.
func recorded(record session.Record, task string) session.Task {
	if t := record.Tasks[task]; t != nil {
		return *t
	}
	return session.Task{}
}

// tidy takes away what a shim that is gone, and a host, have left unfinished in the folder of an iteration.
func tidy(dir string) {
	shim.Tidy(dir)
	_ = os.Remove(unfinishedExplanation(filepath.Join(dir, session.ExplainFile))) // mostly there is none
}

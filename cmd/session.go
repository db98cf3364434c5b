package cmd

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/prompts"
	"rooda/pty/shim"
	"rooda/session"
	"rooda/workflows"
)

func newSession(s console.Streams) *cobra.Command {
	return parent("session", "See, resume and stop runs",
		newSessionList(s), newSessionShow(s), newSessionEvents(s), newSessionResume(s), newSessionStop(s), newSessionRemove(s), newSessionPrune(s))
}

// resolve finds a session by its id or a prefix; "latest" is the newest one
// of the working directory, or else of all.
func resolve(s console.Streams, sessions *session.SessionManager, text string) (string, error) {
	if text != "latest" {
		id, err := sessions.Resolve(text)
		if err != nil && prompts.Nearest(text, []string{"latest"}) != nil {
			err = hintf(err, "did you mean latest?")
		} else if err != nil {
			if newest := newestOf(sessions, text); newest != "" {
				err = hintf(err, "the newest session of the workflow %s is %s", text, shortID(newest))
			}
		}
		return id, err
	}
	id, here, err := sessions.Latest(workdir())
	if err != nil || here {
		return id, err
	}
	where := ""
	if record, err := sessions.Load(id); err == nil {
		where = ", which works in " + console.OneLine(record.Workdir)
	}
	s.Notef("no session was started in this folder; the latest of all is %s%s\n", shortID(id), where)
	return id, nil
}

// newestOf is the newest session of the workflow with this name, empty without one.
func newestOf(sessions *session.SessionManager, workflow string) string {
	all, _ := sessions.List() // newest first
	for _, one := range all {
		if one.Err == nil && one.Record.Workflow.Name == workflow {
			return one.Record.ID
		}
	}
	return ""
}

// findSession opens the state folder and finds a session in it.
func findSession(s console.Streams, text string) (*session.SessionManager, string, error) {
	sessions, err := newSessions(s)
	if err != nil {
		return nil, "", err
	}
	id, err := resolve(s, sessions, text)
	return sessions, id, err
}

// loadSession finds a session and reads its record.
func loadSession(s console.Streams, text string) (*session.SessionManager, session.Record, error) {
	sessions, id, err := findSession(s, text)
	if err != nil {
		return nil, session.Record{}, err
	}
	record, err := sessions.Load(id)
	return sessions, record, err
}

// stateOf says what a session, in its folder, is doing: from what its checkpoint holds, whether
// a host drives it at this moment, and what has become of its agents.
func stateOf(dir string, record session.Record, running bool, agents []orchestrator.Agent) string {
	if running {
		for id, t := range record.Tasks {
			if asks, _ := orchestrator.Asks(t, iterationDir(dir, id, t), time.Now()); asks {
				return "waiting"
			}
		}
		return "running"
	}
	if record.Outcome != "" {
		return string(record.Outcome)
	}
	if orchestrator.Untold(agents) != nil {
		return foundUnknown
	}
	for _, a := range agents {
		if !a.Kept && a.State != shim.Lost {
			return "detached"
		}
	}
	return "lost"
}

// stateHelp explains the words of stateOf, and stateHung.
const stateHelp = `States: running; waiting (an agent waits for a person); hung (its rooda process does not
answer: session resume --take-over goes on without it, session stop --kill ends it, too);
success; max-iters (done, out of iterations); aborted (a task failed); interrupted; detached (its rooda process was killed, its
agents work on or have ended since); lost (agents and all). The last four go on with
rooda session resume. Unknown: its rooda process is gone, and it cannot be told whether its
agents work on; session show says why. "1 alive" or "1 kept alive" beside a state: an agent still runs although
its task is over, as keep_alive wants it.`

// target splits "session/task" and "session/stage/task", as progress shows
// tasks; what is not there is empty.
func target(text string) (id, stage, task string) {
	id, task, _ = strings.Cut(text, "/")
	if i := strings.LastIndexByte(task, '/'); i >= 0 {
		stage, task = task[:i], task[i+1:]
		if stage == "" {
			stage = "/" // two slashes are no way to leave it out
		}
	}
	return id, stage, task
}

// findTask checks that a workflow has a task, in that stage if one is named.
func findTask(wf *workflows.Workflow, id, stage, task string) error {
	if task == "" && stage == "" {
		return nil
	}
	var names, there []string
	found := false
	tasks(wf, func(s *workflows.Stage, t *workflows.Task) {
		names, there = append(names, t.ID), append(there, s.ID+"/"+t.ID)
		found = found || t.ID == task && (stage == "" || s.ID == stage)
	})
	switch {
	case found:
		return nil
	case stage != "":
		err := fmt.Errorf("session %s has no task %q in a stage %q", shortID(id), task, stage)
		return hintf(err, "its tasks: %s", strings.Join(there, ", "))
	}
	err := fmt.Errorf("session %s has no task %q", shortID(id), task)
	return hintf(err, "%sits tasks: %s", didYouMean(task, names), strings.Join(names, ", "))
}

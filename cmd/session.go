package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"rooda/session"
)

func newSession(s Streams) *cobra.Command {
	return parent("session", "See, resume and stop runs",
		newSessionList(s), newSessionShow(s), newSessionResume(s), newSessionStop(s), newSessionRemove(s), newSessionPrune(s))
}

// resolve finds a session by its id or a prefix; "latest" is the newest one.
func resolve(sessions *session.SessionManager, text string) (string, error) {
	if text == "latest" {
		return sessions.Latest()
	}
	return sessions.Resolve(text)
}

// findSession opens the state folder and finds a session in it.
func findSession(s Streams, text string) (*session.SessionManager, string, error) {
	sessions, err := newSessions(s)
	if err != nil {
		return nil, "", err
	}
	id, err := resolve(sessions, text)
	return sessions, id, err
}

// stateOf says what a session is doing, from what its checkpoint holds and
// whether a host drives it at this moment.
func stateOf(record session.Record, running bool) string {
	if running {
		for _, t := range record.Tasks {
			if t.Status == session.WaitingForUser {
				return "waiting"
			}
		}
		return "running"
	}
	if record.Outcome == "" {
		return "lost" // its host died; resume takes it up
	}
	return string(record.Outcome)
}

// stateHelp explains the words of stateOf.
const stateHelp = `States: running; waiting (an agent waits for a person); success; max-iters (done, out of
iterations); aborted (a task failed); interrupted; lost (its rooda process was killed).
The last three go on with rooda session resume.`

// target splits "session/task"; "session/stage/task", as progress shows tasks, will do.
func target(text string) (id, task string) {
	id, task, _ = strings.Cut(text, "/")
	return id, task[strings.LastIndexByte(task, '/')+1:]
}

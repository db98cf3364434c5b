package api

import (
	"net/http"
	"strings"

	"rooda/internal/localsock"
	"rooda/pty/shim"
)

// human is who acts when no agent does.
const human = "human"

// caller says who sent a request, for the journal: human, or agent: and its
// task. ours says that it is an agent of this very session. Known is the
// nearest process, from the sender upwards, that an agent's environment marks
// or that a shim holds; so a helper with a cleared environment is its agent's.
// It is an honest record, not a wall: all of them run as one user.
func (s *Server) caller(r *http.Request) (who string, ours bool) {
	id := s.host.Run.Now().Record.ID
	peer, _ := localsock.PeerOf(r.Context())
	for pid := range localsock.Ancestry(peer.Pid) {
		if in := localsock.Variable(pid, "ROODA_SESSION"); in != "" {
			task := localsock.Variable(pid, "ROODA_TASK")
			if in != id {
				return "agent:" + in + "/" + task, false
			}
			return "agent:" + task, true
		}
		if task, held := s.heldBy(pid); held {
			return "agent:" + task, true
		}
	}
	return human, false
}

// heldBy reports whether a process is the shim of one of this session's agents.
func (s *Server) heldBy(pid int) (task string, held bool) {
	argv := localsock.Argv(pid)
	if len(argv) < 3 || argv[1] != shim.Command {
		return "", false
	}
	below, ok := strings.CutPrefix(argv[2], s.host.Run.Dir()+"/tasks/")
	task, _, _ = strings.Cut(below, "/")
	return task, ok
}

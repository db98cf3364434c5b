package shim

import (
	"os"
	"path/filepath"
	"strings"

	"rooda/internal/localsock"
)

// Human is who acts when no agent does.
const Human = "human"

// sessionVariable and taskVariable say in an agent's environment what it is.
const sessionVariable, taskVariable = "ROODA_SESSION", "ROODA_TASK"

// Caller says for whom a process acts: Human, or agent: and its task, with its
// session and a slash before that for another session's than the given one. It is
// the nearest process, from pid upwards, that an agent's environment marks or that
// a shim holds whose iteration is below the folder tasks; so a helper with a
// cleared environment is its agent's. ours says that one of them is of this
// session. It is an honest record, not a wall: all of them run as one user.
func Caller(pid int, session, tasks string) (who string, ours bool) {
	for above := range localsock.Ancestry(pid) {
		found, own := marked(above, session, tasks)
		if who == "" {
			who = found
		}
		if own {
			return who, true
		}
	}
	if who == "" {
		who = Human
	}
	return who, false
}

// marked says which agent a process is by itself, empty for none.
func marked(pid int, session, tasks string) (who string, ours bool) {
	mark := localsock.Variables(pid, sessionVariable, taskVariable)
	in, task := mark[0], mark[1]
	switch {
	case in == "" || task == "": // one alone is no mark; somebody's shell has it
	case in != session:
		return "agent:" + in + "/" + task, false
	default:
		return "agent:" + task, true
	}
	argv := localsock.Argv(pid, 3)
	if session == "" || len(argv) < 3 || argv[1] != Command {
		return "", false
	}
	below, held := strings.CutPrefix(argv[2], tasks+"/")
	if !held {
		return "", false
	}
	task, _, _ = strings.Cut(below, "/")
	return "agent:" + task, true
}

// caller says for whom a process acts. claimed is what it says itself, which counts
// where the system does not tell.
func (s *server) caller(pid int, claimed string) (who string, ours bool) {
	who, ours = Caller(pid, s.session, filepath.Dir(filepath.Dir(s.launch.Dir)))
	if !ours && s.session != "" && below(pid, os.Getpid()) {
		return "agent:" + s.name, true
	}
	if who == Human && strings.HasPrefix(claimed, "agent") {
		who = claimed
	}
	return who, ours
}

func below(pid, top int) bool {
	for above := range localsock.Ancestry(pid) {
		if above == top {
			return true
		}
	}
	return false
}

package shim

import (
	"net/http"

	"rooda/internal/localsock"
)

// acting lets do what it says, unless an agent asks that may not, and notes who
// does it. Hosts keep a journal of their own.
func (s *server) acting(action string, next func(w http.ResponseWriter, r *http.Request, who string)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if localsock.HungUp(r.Context()) {
			undone(w) // as whoever wanted that takes it: a host that was replaced, say
			return
		}
		who, ours, ok := s.mayAct(w, r, action)
		switch {
		case !ok:
			return
		case ours:
			r.Header.Del(epochHeader) // an agent of the session is not its host, whatever it may do
		case !s.takesOver(w, r):
			return
		case r.Header.Get(epochHeader) != "":
			who = ""
		}
		if who != "" && action != "input" { // which is typed later, or not at all
			s.people.note(Deed{By: who, What: Asked, Action: action})
		}
		next(w, r, who)
	}
}

// mayAct refuses the agents of this session: an agent that types into its own
// terminal, or a sibling's, answers questions that were meant for a person. It
// is a guard against mistakes and not against malice: all run as one user.
func (s *server) mayAct(w http.ResponseWriter, r *http.Request, action string) (who string, ours, ok bool) {
	who, ours = s.callerOf(r)
	if !ours || s.launch.Siblings || s.session == "" {
		return who, ours, true
	}
	s.people.note(Deed{By: who, What: Refused, Action: action})
	refuse(w, http.StatusForbidden, fault{Text: ErrRefused.Error(), Code: "agent"})
	return who, ours, false
}

// callerOf says for whom a request acts, and whether that is an agent of this session.
func (s *server) callerOf(r *http.Request) (who string, ours bool) {
	p, _ := localsock.PeerOf(r.Context())
	return s.caller(p.Pid, r.Header.Get(whoHeader))
}

func (s *server) ours(r *http.Request) bool {
	_, ours := s.callerOf(r)
	return ours
}

func refuseUser(w http.ResponseWriter, _ *http.Request) {
	refuse(w, http.StatusForbidden, fault{Text: "only the user who runs the agent may connect", Code: "user"})
}

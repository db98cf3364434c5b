package api

import (
	"net/http"

	"rooda/internal/localsock"
	"rooda/pty/shim"
	"rooda/session"
)

// caller says who sent a request, for the journal; see shim.Caller.
func (s *Server) caller(r *http.Request) (who string, ours bool) {
	peer, _ := localsock.PeerOf(r.Context())
	return shim.Caller(peer.Pid, s.host.Run.Now().Record.ID, session.TasksDir(s.host.Run.Dir()))
}

package localsock

import (
	"context"
	"net"
	"net/http"
	"os"
)

// Peer is the process at the other end of a connection. Pid is 0 where the
// system does not tell.
type Peer struct{ Pid, UID int }

type peerKey struct{}

// withPeer is an http.Server's ConnContext.
func withPeer(ctx context.Context, conn net.Conn) context.Context {
	if unix, ok := conn.(*net.UnixConn); ok {
		if p, err := peerOf(unix); err == nil {
			return context.WithValue(ctx, peerKey{}, p)
		}
	}
	return ctx
}

// PeerOf returns who sent a request that came through a Door.
func PeerOf(ctx context.Context) (p Peer, known bool) {
	p, known = ctx.Value(peerKey{}).(Peer)
	return p, known
}

// OwnOnly lets in whoever is the same user, and calls refuse for others. The
// socket's mode keeps them out as well, where the file system honours it.
func OwnOnly(next, refuse http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p, known := PeerOf(r.Context()); !known || p.UID != os.Geteuid() {
			refuse.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

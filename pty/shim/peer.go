package shim

import (
	"context"
	"net"
	"net/http"
	"os"
)

// peer is the process at the other end of a connection.
type peer struct {
	pid, uid int
}

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

// ownOnly lets in whoever is the same user. The socket's mode keeps others
// out as well, where the file system honours it.
func ownOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p, known := r.Context().Value(peerKey{}).(peer); !known || p.uid != os.Geteuid() {
			refuse(w, http.StatusForbidden, fault{Text: "only the user who runs the agent may connect", Code: "user"})
			return
		}
		next.ServeHTTP(w, r)
	})
}

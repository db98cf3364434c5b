package localsock

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// Peer is the process at the other end of a connection. Pid is 0 where the
// system does not tell.
type Peer struct{ Pid, UID int }

type peerKey struct{}

// caller is the other end of a connection.
type caller struct {
	Peer
	conn *net.UnixConn
}

// withPeer is an http.Server's ConnContext.
func withPeer(ctx context.Context, conn net.Conn) context.Context {
	if local, ok := conn.(*net.UnixConn); ok {
		if p, err := peerOf(local); err == nil {
			return context.WithValue(ctx, peerKey{}, caller{p, local})
		}
	}
	return ctx
}

// PeerOf returns who sent a request that came through a Door.
func PeerOf(ctx context.Context) (p Peer, known bool) {
	c, known := ctx.Value(peerKey{}).(caller)
	return c.Peer, known
}

// HungUp reports whether who sent a request has given it up. The request's context tells
// that, too, but a moment later: a process that was stopped for a while finds many requests
// that nobody waits for any more. While a part of the
// body is unread it may take one who has gone for one who waits.
func HungUp(ctx context.Context) bool {
	c, known := ctx.Value(peerKey{}).(caller)
	if !known || c.conn == nil {
		return false
	}
	gone := true // also when it is closed here
	_ = control(c.conn, func(fd int) error {
		n, _, err := syscall.Recvfrom(fd, make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		gone = err == nil && n == 0 || errors.Is(err, syscall.ECONNRESET)
		return nil
	})
	return gone
}

// Closed reports whether the other end of a connection has closed it, also while something that came
// from there is unread. Of what is no socket it cannot tell.
func Closed(conn net.Conn) bool {
	local, ok := conn.(syscall.Conn)
	if !ok {
		return false
	}
	closed := true // also when it is closed here
	_ = control(local, func(fd int) error {
		look := []unix.PollFd{{Fd: int32(fd)}}
		n, err := unix.Poll(look, 0)
		closed = err == nil && n > 0 && look[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0
		return nil
	})
	return closed
}

// control calls ask with the connection's descriptor, which stays open
// meanwhile, and not when it is closed already.
func control(conn syscall.Conn, ask func(fd int) error) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := raw.Control(func(fd uintptr) { failed = ask(int(fd)) }); err != nil {
		return err
	}
	return failed
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

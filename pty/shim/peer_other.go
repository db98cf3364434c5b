//go:build !linux

package shim

import (
	"net"

	"golang.org/x/sys/unix"
)

func peerOf(conn *net.UnixConn) (peer, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return peer{}, err
	}
	var cred *unix.Xucred
	var failed error
	if err := raw.Control(func(fd uintptr) {
		cred, failed = unix.GetsockoptXucred(int(fd), unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	}); err != nil {
		return peer{}, err
	}
	if failed != nil {
		return peer{}, failed
	}
	return peer{uid: int(cred.Uid)}, nil
}

// carries cannot be known here: there is no /proc.
func carries(int, string) bool { return false }

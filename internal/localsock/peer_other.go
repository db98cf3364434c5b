//go:build !linux

package localsock

import (
	"net"

	"golang.org/x/sys/unix"
)

func peerOf(conn *net.UnixConn) (p Peer, err error) {
	err = control(conn, func(fd int) error {
		cred, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
		if err == nil {
			p = Peer{UID: int(cred.Uid)}
		}
		return err
	})
	return p, err
}

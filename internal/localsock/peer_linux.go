package localsock

import (
	"net"

	"golang.org/x/sys/unix"
)

func peerOf(conn *net.UnixConn) (p Peer, err error) {
	err = control(conn, func(fd int) error {
		cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
		if err == nil {
			p = Peer{Pid: int(cred.Pid), UID: int(cred.Uid)}
		}
		return err
	})
	return p, err
}

// Bare runs a command on a pseudo-terminal and throws its output away: the
// least that anything with a terminal can cost.
package main

import (
	"fmt"
	"os"
	"os/exec"

	"golang.org/x/sys/unix"

	"rooda/internal/ptmx"
)

func main() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	master, err := ptmx.Start(cmd, 0, 0)
	if err == nil {
		err = unix.SetNonblock(int(master.Fd()), false) // no poller: it would cost
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(1)
	}
	buf := make([]byte, 32<<10)
	for {
		if _, err = master.Read(buf); err != nil {
			break // EIO: the command has closed the terminal
		}
	}
	if err := cmd.Wait(); err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(1)
	}
}

// Bare runs a command on a pseudo-terminal and throws its output away: the
// least that anything with a terminal can cost.
package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/creack/pty"
)

func main() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	master, err := pty.Start(cmd)
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

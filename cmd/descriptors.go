package cmd

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// keepDescriptors keeps what this process was given beyond its standard streams, a lock say, from all that it
// starts: that may outlive it, and whoever started it, by days. Where the system does not list them they
// go on.
func keepDescriptors() {
	entries, _ := os.ReadDir("/dev/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

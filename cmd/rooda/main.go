// Rooda runs AI coding agents as OODA loops in real terminals.
package main

import (
	"os"

	"rooda/cmd"
	"rooda/internal/console"
	"rooda/pty/shim"
)

func main() {
	// Before there are commands: an agent's terminal is kept for hours, by a
	// process that should be small.
	if len(os.Args) > 1 && os.Args[1] == shim.Command {
		os.Exit(shim.Main(os.Stderr))
	}
	os.Exit(cmd.Main(os.Args[1:], console.System()))
}

// Rooda runs AI coding agents as OODA loops in real terminals.
package main

import (
	"os"

	"rooda/cmd"
)

func main() {
	os.Exit(cmd.Main(os.Args[1:], cmd.SystemStreams()))
}

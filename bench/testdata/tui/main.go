// Tui plays an agent's terminal interface, as the tests of rooda do.
//
//	tui [SWITCH…] [PROMPT…]
package main

import (
	"os"

	"rooda/internal/faketui"
)

func main() { os.Exit(faketui.Main(os.Args[1:], os.Stdin, os.Stdout)) }

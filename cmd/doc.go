// Package cmd is rooda's command line: one file a command, each an options
// struct that owns its flags and a run function that can be tested without a
// shell. It is the only package that prints (through Streams), reads the
// environment and knows exit codes; everything else returns values and errors.
//
// To follow a command, start in Main, find its constructor in root.go, and
// read its run function:
//
//	os.Exit(cmd.Main([]string{"workflow", "run", "plan-then-build", "--rehearse"}, cmd.SystemStreams()))
package cmd

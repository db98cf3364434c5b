// Package adapters owns what rooda knows about each AI coding agent: the
// program to start, how the prompt reaches it, which flags let it work
// unattended, how its output becomes plain text, how its terminal shows that
// it is idle, busy or asking, and which questions policy may answer.
//
// Agents are data. Each built-in is one YAML file in builtin/, decoded
// strictly into a Spec; Command turns any other command line into an Adapter
// with the prompt on standard input. The package starts no process and opens
// no terminal: the orchestrator asks an Adapter for a LaunchConfig, resolves
// the program with Find, and hands both to package pty.
//
//	agent, err := adapters.NewRegistry().Get("claude")
//	launch, err := agent.LaunchConfig(adapters.LaunchRequest{Mode: adapters.Headless, Prompt: text})
//	path, err := adapters.Find(launch.Argv[0], os.Environ(), dir)
//	text, err := adapters.NewDecoder(launch.Decode, sink)
//
// Detection is a pure function, Detector.Resolve, over a table of claims; a
// Watcher fills the table from the bytes of a terminal, and from the events
// that an agent itself appends to a file (ParseHook), and has no clock of its
// own.
package adapters

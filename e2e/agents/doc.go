// Package agents puts real agent programs under test: it installs a pinned
// version of each with npm, once per machine, and prepares a home and an
// environment in which they talk to a model on loopback and to nothing else.
//
// It never decides what a test does with an agent and never runs one. The
// tests under e2e call it:
//
//	claude := agents.Claude()
//	agents.Require(t, claude) // skips where it cannot be had
//	setup := agents.Prepare(t, model.URL, claude)
//	cmd := exec.Command(claude.Path(t), claude.Headless(setup)...)
//	cmd.Env = setup.Env
package agents

// Package rehearsal is the simulated agent that lives in the rooda binary, so
// that a user can try a workflow at night's cost of zero: it looks and paces
// like an agent, changes no file, asks no model and always behaves as told.
//
// It owns the scenarios and their casting to tasks. It knows nothing of
// workflows, sessions or adapters: rooda launches it like any other agent, as
// a process of its own in a real terminal. The command line uses it like so:
//
//	cast, err := rehearsal.Parse("build:crash,plan:success", []string{"draft/plan", "code/build"})
//	argv := cast.For("build").Argv(self)          // in the host
//	os.Exit(rehearsal.Play(scenario, stage))      // in the agent's process
package rehearsal

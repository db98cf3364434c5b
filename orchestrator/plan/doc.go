// Package plan is the planner of a workflow: a pure function from a state and
// an event to the next state and the commands it asks for.
//
// It has no clock, no I/O, no goroutine and no map iteration, so the same
// inputs always give the same answer, and whoever drives it (goroutines
// today) can save the state before acting on the commands:
//
//	state := plan.New(workflow)
//	state, commands := plan.Apply(workflow, state, plan.Opened{})
//	// save state, then execute commands; each reports back with an event
//
// An event that does not fit the state, because it is late, doubled or about
// a task that has moved on, changes nothing. So a command may be repeated
// after a crash: its key is the same, and its second answer is ignored.
package plan

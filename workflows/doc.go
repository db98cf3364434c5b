// Package workflows owns the workflow file: its format, its defaults, the
// check that reports every mistake at once, and the workflows that ship with
// rooda.
//
// It never runs anything, knows no agent (the caller passes the adapters'
// names) and never expands a variable. The command line and sessions call it;
// orchestrator/plan only uses the types.
//
//	w, err := workflows.Parse("plan-then-build.yml", data, workflows.Options{Adapters: names})
//	if err != nil {
//		return err // every problem, each with line, column, excerpt and hint
//	}
//
// The structs in file.go are what a file is decoded into and what Schema is
// generated from; Workflow is what the rest of the program sees, with all
// defaults applied.
package workflows

// Package prompts owns what an agent is told: the built-in fragments, the
// procedures made of them, and the layout of one iteration's prompt.
//
// A procedure is four lists of fragments, one for each phase of an OODA
// iteration. A [Composer] reads the fragments and puts a preamble before them
// that says which iteration this is and when to say which promise. The same
// request always gives the same text: nothing here looks at a clock, an
// environment variable or the terminal.
//
// The package never starts an agent and never scans output for promises; it
// only writes the two tags into the prompt. Configuration builds [Procedure]
// values on top of the shipped ones, the loop's driver composes one prompt for
// each iteration, and the commands list and show procedures.
//
//	p, err := prompts.Lookup("build")
//	ctx, err := prompts.ReadContext([]string{"notes.md", "start with the parser"}, dir)
//	text, err := prompts.Composer{Dir: dir}.Compose(prompts.Request{
//		Procedure: p, Context: ctx, Iteration: 0, MaxIterations: 5})
package prompts

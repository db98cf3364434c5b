// Package modelserver is a model that does what a test tells it. It lets the
// real agent programs run without a network, an account or a cost: it speaks
// just enough of the four interfaces that they call, on loopback only.
//
// It owns the wire formats (Anthropic Messages, OpenAI Responses, OpenAI Chat
// Completions, Gemini generateContent), the choice of the tool that runs a
// shell command, and a record of every request. It never judges what an agent
// did; the tests under e2e do that from the record and from the working
// directory.
//
// A test gives a [Script]:
//
//	model := modelserver.Start(t, func(turn modelserver.Turn) []modelserver.Step {
//		if len(turn.Results) == 0 {
//			return []modelserver.Step{modelserver.Shell("touch done")}
//		}
//		return []modelserver.Step{modelserver.Text("Done. <promise>SUCCESS</promise>")}
//	})
//	// point the agent at model.URL
//
// An agent also asks for things that are no part of its job: a title for the
// conversation, a choice between two models, a verdict in JSON. Those get a
// short fitting answer and never reach the script.
package modelserver

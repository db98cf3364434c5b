package modelserver

import "time"

// Step is one thing that the model does in an answer: [Text], [Shell],
// [Escalate], [Pause], [Status] or [Cut].
type Step interface{ isStep() }

// Text is streamed in small pieces.
type Text string

// Shell calls the agent's own shell tool with a command. Where the agent
// offers none, the model says so and gives up.
type Shell string

// Escalate is Shell with a wish to leave the sandbox, where the agent's tool
// has room for one: such a call is never let through unasked.
type Escalate string

// Pause is a silence. It ends early when the client goes away or the server closes.
type Pause time.Duration

// Status refuses the request with an HTTP status, in the error format of the
// interface. Later than the first output it can only cut the connection.
type Status int

// Cut breaks the connection off.
type Cut struct{}

func (Text) isStep()     {}
func (Shell) isStep()    {}
func (Escalate) isStep() {}
func (Pause) isStep()    {}
func (Status) isStep()   {}
func (Cut) isStep()      {}

package adapters

// Adapter is what rooda knows about one agent. An Adapter holds no state and
// is safe for concurrent use; every process gets its launch from a fresh call.
type Adapter interface {
	// Name is the registry's key, "claude" say.
	Name() string
	// LaunchConfig returns the exact program, arguments and prompt transport
	// for one process (CORE-03). It fails when the mode is not supported, or
	// when the prompt does not fit its transport.
	LaunchConfig(LaunchRequest) (LaunchConfig, error)
	// AutoPolicy returns how to automate the agent, nil when nothing is known (CORE-04).
	AutoPolicy() *AutoPolicy
}

// Mode says how an agent is driven: "headless" or "interactive".
type Mode string

// The two modes of DESIGN 5.1.
const (
	Headless    Mode = "headless"
	Interactive Mode = "interactive"
)

// LaunchRequest is what differs from one launch of an agent to the next.
type LaunchRequest struct {
	Mode   Mode
	Prompt string
	// PromptFile is the absolute path of a file that the caller has written
	// the prompt to (mode 0600). It is read by adapters whose prompt_via is
	// "file", and by interactive ones for a prompt longer than MaxArgument;
	// those fail when it is empty.
	PromptFile string
	// EventFile is the absolute path of a file, which need not exist, that the
	// agent's own events should be appended to; empty for none. Only
	// interactive launches have events. Self is the path of the rooda
	// executable, which agents call for each event.
	EventFile, Self string
	// SessionID is a new UUID by which the agent should know the
	// conversation, where it takes one; Resume is the agent's own name of a
	// conversation to go on with, and makes an agent that cannot fail.
	SessionID, Resume string
	// AutoApprove adds the policy's InjectArgs (CORE-08).
	AutoApprove bool
	// ExtraArgs are the user's; they come after InjectArgs and before a
	// prompt argument.
	ExtraArgs []string
}

// LaunchConfig is one process, ready to start once Argv[0] has been looked up in PATH.
type LaunchConfig struct {
	// Argv may hold the prompt. An agent is then idle for a moment before it
	// begins with it, which is not the end of a turn.
	Argv []string
	// Env holds KEY=VALUE pairs to add to the child's environment. A pair
	// never replaces a variable that the user has set.
	Env []string
	// Stdin is the prompt for a plain pipe on the child's standard input;
	// StdinPipe is false when the prompt travels in Argv, and standard input
	// is then an empty pipe (headless) or the terminal (interactive).
	Stdin     []byte
	StdinPipe bool
	// Paste is what an interactive agent gets as its first input, once it is
	// idle, in the way that Signs.Submit says; empty when the prompt travels in
	// Argv or there is none.
	Paste string
	// Decode names the decoder that turns the agent's output into text
	// (see NewDecoder), empty for plain text.
	Decode string
	// SessionID is the agent's own name of the conversation, empty when it
	// will be known from its first event only, or not at all.
	SessionID string
	// Events names the stream that the lines of LaunchRequest.EventFile are of
	// (see ParseHook), empty when none will come. Even if it is set, nothing
	// may come: the user's own settings go before ours.
	Events string
	// Files are to be written before the agent is started.
	Files []File
	// Signs is how to read an interactive agent's terminal, type into it, and
	// answer it. Empty in headless mode.
	Signs Signs
}

// AutoPolicy says how an agent is automated (CORE-19).
type AutoPolicy struct {
	// InjectArgs go into the launch of a task that has auto_approve on.
	InjectArgs []string
	// Handlers answer questions of such a task; the first that matches acts.
	Handlers []Handler
}

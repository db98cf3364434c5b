package agents

import "slices"

// Agent is one program at one version.
type Agent struct {
	// Name is the command's name, and rooda's adapter's.
	Name    string
	Package string
	Version string

	// headless are the arguments for one unattended run that may use its
	// tools, with the prompt on standard input; last comes after the
	// arguments of Prepare.
	headless []string
	last     []string

	// What Prepare does for it, given the model's URL; each may be nil.
	env   func(model string) []string
	extra func(model string) []string
	files func() map[string]string // content by path below the home
}

// All returns the agents that report their turns, which Copilot does not.
func All() []Agent { return []Agent{Claude(), Codex(), Gemini(), OpenCode()} }

// Headless returns the arguments for a run that reads its prompt from
// standard input and asks nobody.
func (a Agent) Headless(s Setup) []string {
	return slices.Concat(a.headless, s.ExtraArgs(a), a.last)
}

package workflows

import "time"

// Workflow is one parsed file: stages in order, tasks in parallel inside a
// stage. It is plain data; after Parse it is never changed in
// place. Its JSON form is what a session stores, unexpanded: no environment
// value and no file content is in it.
type Workflow struct {
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Goal        string  `json:"goal,omitempty"`
	Stages      []Stage `json:"stages"`
}

// Stage is a set of tasks that start together; the next stage begins when
// every one of them is final (CORE-11).
type Stage struct {
	ID string `json:"id"`
	// MaxParallel bounds how many tasks run at once; 0 means all.
	MaxParallel int `json:"max_parallel,omitempty"`
	// FailFast cancels the siblings of a task that failed.
	FailFast bool   `json:"fail_fast,omitempty"`
	Tasks    []Task `json:"tasks"`
}

// Task is one loop. In a Workflow that Parse returned, the file's defaults
// and the built-in defaults have been applied, so every field means what it says.
type Task struct {
	ID   string `json:"id"`
	Name string `json:"name,omitempty"`

	// At most one body is set; a headless task has exactly one.
	Procedure  string `json:"procedure,omitempty"`
	Prompt     string `json:"prompt,omitempty"`
	PromptFile string `json:"prompt_file,omitempty"` // absolute once parsed from a file

	// Exactly one of Adapter and AICmd is set.
	Adapter string `json:"adapter,omitempty"`
	AICmd   string `json:"ai_cmd,omitempty"` // its program is a name or absolute once parsed from a file
	Mode    Mode   `json:"mode"`

	Context []string `json:"context,omitempty"` // each a file or a text

	MaxIterations    int             `json:"max_iterations"` // 0 means no limit
	IterationTimeout Duration        `json:"iteration_timeout,omitempty"`
	FailureThreshold int             `json:"failure_threshold"`
	MaxOutputBuffer  int             `json:"max_output_buffer"` // bytes
	OnMaxIterations  OnMaxIterations `json:"on_max_iterations"`
	// OnLost is what becomes of an iteration whose process is gone without a
	// record of its end; empty in sessions of before there was a choice, which
	// means LostRetry.
	OnLost      OnLost `json:"on_lost,omitempty"`
	AutoApprove bool   `json:"auto_approve"`
	// AgentsMayType lets the session's own agents act on this one.
	AgentsMayType bool `json:"agents_may_type,omitempty"`

	PendingInputs      []string `json:"pending_inputs,omitempty"`
	KeepAlive          bool     `json:"keep_alive,omitempty"`
	InteractionTimeout Duration `json:"interaction_timeout,omitempty"`

	Cwd       string            `json:"cwd,omitempty"` // relative to the session's workdir
	Env       map[string]string `json:"env,omitempty"` // values may hold ${VAR}, resolved at launch, never stored resolved
	ExtraArgs []string          `json:"extra_args,omitempty"`
}

// Mode says how an agent is driven.
type Mode string

// The two modes of DESIGN 5.1.
const (
	Headless    Mode = "headless"
	Interactive Mode = "interactive"
)

// OnMaxIterations says what becomes of a task that used up its budget.
type OnMaxIterations string

// Fail is the default: building on an unfinished plan is the worse mistake.
const (
	Fail     OnMaxIterations = "fail"
	Continue OnMaxIterations = "continue"
)

// OnLost says what becomes of an iteration whose process was lost: its shim is
// gone, or the machine went down.
type OnLost string

// LostRetry, the default, runs the iteration again from its start; LostResume
// does so in the agent's own conversation where there is one; LostFail fails
// the task; LostAsk stops and leaves the choice to a person.
const (
	LostRetry  OnLost = "retry"
	LostResume OnLost = "resume"
	LostFail   OnLost = "fail"
	LostAsk    OnLost = "ask"
)

// Built-in defaults of a task (ERR-27, AI-13, LOOP-08).
const (
	DefaultMaxIterations    = 5
	DefaultFailureThreshold = 3
	DefaultMaxOutputBuffer  = 10 << 20
)

// Duration is a time.Duration that YAML writes as whole seconds or as "20m"
// and JSON as a string such as "20m0s". Zero means none.
type Duration time.Duration

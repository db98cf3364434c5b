package workflows

// file is a workflow file as it is written. Its tags are the format: decoding
// and the JSON Schema both come from them.
type file struct {
	Name        text        `json:"name" jsonschema_description:"What the workflow is called; by default the file's name."`
	Description text        `json:"description" jsonschema_description:"One or two sentences for lists."`
	Goal        text        `json:"goal" jsonschema_description:"What the whole workflow is to reach; every agent is told. --goal on the command line wins."`
	Defaults    settings    `json:"defaults" jsonschema_description:"Settings for every task that does not say otherwise."`
	Stages      []stageFile `json:"stages" jsonschema:"required,minItems=1" jsonschema_description:"Stages in order; one begins when all tasks of the one before are done."`
}

type stageFile struct {
	ID          identifier `json:"id" jsonschema:"required" jsonschema_description:"Name of the stage, unique among stages."`
	MaxParallel int        `json:"max_parallel" jsonschema:"minimum=1,maximum=1000" jsonschema_description:"How many tasks run at once; by default all."`
	FailFast    bool       `json:"fail_fast" jsonschema:"default=false" jsonschema_description:"Cancel the other tasks of the stage as soon as one fails."`
	Tasks       []taskFile `json:"tasks" jsonschema:"required,minItems=1" jsonschema_description:"Tasks that start together."`
}

type taskFile struct {
	ID         identifier `json:"id" jsonschema:"required" jsonschema_description:"Name of the task, unique in the whole workflow; its folder is named after it."`
	Name       text       `json:"name" jsonschema_description:"What a person reads instead of the id."`
	Procedure  text       `json:"procedure" jsonschema_description:"A procedure to run, see rooda list. One of procedure, prompt and prompt_file."`
	Prompt     text       `json:"prompt" jsonschema_description:"The prompt itself."`
	PromptFile text       `json:"prompt_file" jsonschema_description:"A file that holds the prompt, relative to the folder of this file."`
	settings
}

// settings may stand in a task and in defaults. They are pointers because
// absent, null and zero differ: absent takes the default, null takes the
// built-in one, zero is a value.
type settings struct {
	Adapter            *text            `json:"adapter" jsonschema_description:"The agent, see rooda adapter list. One of adapter and ai_cmd."`
	AICmd              *text            `json:"ai_cmd" jsonschema_description:"A whole command line instead of an adapter, with shell quoting; a program with a slash is relative to the folder of this file."`
	Mode               *Mode            `json:"mode" jsonschema:"enum=headless,enum=interactive,default=headless" jsonschema_description:"headless: one prompt, no questions. interactive: a terminal that a person can take over."`
	Context            []text           `json:"context" jsonschema_description:"More for the agent to know, each a file (relative to the folder of this file) or a text."`
	MaxIterations      *int             `json:"max_iterations" jsonschema:"minimum=1,maximum=1000000" jsonschema_description:"Most iterations of the loop, 5 by default and 1 when interactive. For no limit write unlimited: true."`
	Unlimited          *bool            `json:"unlimited" jsonschema:"default=false" jsonschema_description:"No limit on iterations."`
	IterationTimeout   *span            `json:"iteration_timeout" jsonschema_description:"Longest time one iteration may take; by default there is no limit."`
	FailureThreshold   *int             `json:"failure_threshold" jsonschema:"minimum=1,maximum=1000000,default=3" jsonschema_description:"Failures in a row that abort the loop."`
	MaxOutputBuffer    *int             `json:"max_output_buffer" jsonschema:"minimum=1024,maximum=1073741824,default=10485760" jsonschema_description:"Bytes of an iteration's output that are kept, at least 1024."`
	OnMaxIterations    *OnMaxIterations `json:"on_max_iterations" jsonschema:"enum=fail,enum=continue,default=fail" jsonschema_description:"What a used-up iteration limit means: fail stops the workflow after this stage, continue goes on."`
	OnLost             *OnLost          `json:"on_lost" jsonschema:"enum=retry,enum=resume,enum=fail,enum=ask,default=retry" jsonschema_description:"What becomes of an iteration whose agent was lost, by a crash of the machine say: retry runs it again, resume does so in the agent's own conversation, fail fails the task, ask has the task wait for your word."`
	AutoApprove        *bool            `json:"auto_approve" jsonschema:"default=false" jsonschema_description:"Let the agent act, and rooda answer its questions, without asking a person."`
	AgentsMayType      *bool            `json:"agents_may_type" jsonschema:"default=false" jsonschema_description:"Let agents of the session, this task's own included, type into this task's agent, answer its questions, and end it. When all tasks have it, they may stop the session, too."`
	PendingInputs      []text           `json:"pending_inputs" jsonschema_description:"Texts to send one by one, each when the agent is idle. Interactive only."`
	KeepAlive          *bool            `json:"keep_alive" jsonschema:"default=false" jsonschema_description:"Leave the last agent running when the task is done. Interactive only."`
	InteractionTimeout *span            `json:"interaction_timeout" jsonschema_description:"How long a question may wait for a person; by default for ever. Interactive only."`
	Cwd                *text            `json:"cwd" jsonschema_description:"Working directory, relative to where the session was started."`
	Env                environment      `json:"env" jsonschema_description:"Variables for the agent. A value may use ${NAME}, which is looked up at launch. Added to those of defaults, name by name."`
	ExtraArgs          []argument       `json:"extra_args" jsonschema_description:"Arguments for the agent, after rooda's own."`
}

package config

// file is a rooda-config.yml as it is written. Its tags are the format:
// decoding and the JSON Schema both come from them. Settings are pointers
// because absent and zero differ.
type file struct {
	Loop         loopFile     `json:"loop" jsonschema_description:"Settings for every loop that does not say otherwise."`
	AICmdAliases aliases      `json:"ai_cmd_aliases" jsonschema_description:"Short names for command lines, added to the built-in ones."`
	Procedures   procedures   `json:"procedures" jsonschema_description:"Changes to the procedures that come with rooda, and procedures of your own."`
	Notify       notifyFile   `json:"notify" jsonschema_description:"What happens when an agent needs a person."`
	Sessions     sessionsFile `json:"sessions" jsonschema_description:"What becomes of sessions that no rooda drives."`
	Adapters     agents       `json:"adapters" jsonschema_description:"Changes to the agents that rooda knows, and agents of your own."`
}

type (
	aliases    map[string]text
	procedures map[string]procedureFile
	agents     map[string]adapterFile
	variables  map[string]argument
)

// settingsFile may stand in loop and in a procedure.
type settingsFile struct {
	IterationMode        *iterationMode  `json:"iteration_mode" jsonschema:"default=max-iterations" jsonschema_description:"unlimited makes the number of iterations count for nothing."`
	DefaultMaxIterations *iterationCount `json:"default_max_iterations" jsonschema:"default=5" jsonschema_description:"Most iterations of a loop. For no limit write iteration_mode: unlimited."`
	IterationTimeout     *span           `json:"iteration_timeout" jsonschema_description:"Longest time that the agent may take for one iteration; null, and the default, is no limit."`
	MaxOutputBuffer      *bufferSize     `json:"max_output_buffer" jsonschema:"default=10485760" jsonschema_description:"Bytes of an iteration's output that are kept, at least 1024."`
	FailureThreshold     *failureCount   `json:"failure_threshold" jsonschema:"default=3" jsonschema_description:"Failures in a row that abort the loop."`
	AICmd                *text           `json:"ai_cmd" jsonschema:"example=claude -p" jsonschema_description:"The agent's command line, with shell quoting but without a shell. Wins over ai_cmd_alias beside it; null unsets both."`
	AICmdAlias           *text           `json:"ai_cmd_alias" jsonschema:"example=claude" jsonschema_description:"A name from ai_cmd_aliases, or a built-in one such as claude; null unsets both."`
}

type loopFile struct {
	settingsFile
	LogLevel           *logLevel        `json:"log_level" jsonschema:"default=info" jsonschema_description:"How much is logged."`
	LogFormat          *logFormat       `json:"log_format" jsonschema:"default=text" jsonschema_description:"How log lines are written."`
	LogTimestampFormat *timestampFormat `json:"log_timestamp_format" jsonschema:"default=time" jsonschema_description:"How log lines begin."`
	ShowAIOutput       *bool            `json:"show_ai_output" jsonschema:"default=false" jsonschema_description:"Show the agent's output as it comes."`
}

type notifyFile struct {
	OnWaiting *text `json:"on_waiting" jsonschema:"example=notify-phone --urgent" jsonschema_description:"A command to run, with shell quoting but without a shell; ROODA_SESSION, ROODA_TASK, ROODA_KIND and ROODA_EXCERPT say what for."`
	Desktop   *bool `json:"desktop" jsonschema:"default=true" jsonschema_description:"Show a notification on the desktop, where there is one."`
}

type sessionsFile struct {
	UnattendedTimeout *span `json:"unattended_timeout" jsonschema_description:"Longest time that an agent may be silent while no rooda drives its session, before it is ended; null, and the default, is no limit. Agents in interactive mode, which may wait for a person, have none."`
}

type procedureFile struct {
	Display     *text      `json:"display" jsonschema_description:"What a person reads instead of the name."`
	Summary     *text      `json:"summary" jsonschema_description:"One line for lists."`
	Description *text      `json:"description" jsonschema_description:"A few sentences."`
	Observe     *phaseFile `json:"observe" jsonschema_description:"What to look at."`
	Orient      *phaseFile `json:"orient" jsonschema_description:"What to make of it."`
	Decide      *phaseFile `json:"decide" jsonschema_description:"What to settle."`
	Act         *phaseFile `json:"act" jsonschema_description:"What to do."`
	settingsFile
}

type adapterFile struct {
	Display      *text            `json:"display" jsonschema_description:"What a person reads instead of the name."`
	Command      *text            `json:"command" jsonschema_description:"The program, a name in PATH or a path."`
	Alias        *text            `json:"alias" jsonschema_description:"The whole command line that the name stands for as ai_cmd_alias."`
	Headless     *headlessFile    `json:"headless" jsonschema_description:"How the agent is started to work without a person."`
	Interactive  *interactiveFile `json:"interactive" jsonschema_description:"How the agent is started in its terminal."`
	InjectArgs   []argument       `json:"inject_args" jsonschema_description:"Arguments that let the agent work without asking."`
	InjectUnless []argument       `json:"inject_unless" jsonschema_description:"Flags among a task's own arguments that leave inject_args out."`
	Events       *argument        `json:"events" jsonschema_description:"How the agent tells what it does: empty for not at all, claude, codex, gemini or opencode."`
	Recorded     *text            `json:"recorded" jsonschema:"example=2.1.329" jsonschema_description:"The version that marks and dialogs were seen with."`
	Env          variables        `json:"env" jsonschema_description:"Variables for the agent; those that are set already win."`
	Decode       *argument        `json:"decode" jsonschema_description:"How the output becomes text: empty for as it is, cursor-stream-json or claude-stream-json."`
	terminalFile
}

type headlessFile struct {
	launchFile
	PromptVia *string `json:"prompt_via" jsonschema:"enum=stdin,enum=arg,enum=file,default=stdin" jsonschema_description:"How the prompt gets to the agent."`
	ResumeVia *string `json:"resume_via" jsonschema:"enum=stdin,enum=arg,enum=file" jsonschema_description:"The same with resume_args, if it differs."`
}

type interactiveFile struct {
	launchFile
	PromptVia *string `json:"prompt_via" jsonschema:"enum=arg,enum=paste,enum=file,default=arg" jsonschema_description:"How the prompt gets to the agent."`
	ResumeVia *string `json:"resume_via" jsonschema:"enum=arg,enum=paste,enum=file" jsonschema_description:"The same with resume_args, if it differs."`
}

// launchFile is what the two modes have in common.
type launchFile struct {
	Args         []argument `json:"args" jsonschema_description:"Arguments after the command."`
	Tail         []argument `json:"tail" jsonschema_description:"Arguments after all others but the prompt."`
	PromptFlag   *text      `json:"prompt_flag" jsonschema:"example=--prompt=" jsonschema_description:"Comes before a prompt that is an argument; one that ends in = is written together with it."`
	FileArgs     []argument `json:"file_args" jsonschema_description:"Arguments that let the agent read a prompt that goes by file; {dir} is the folder of the file."`
	SessionArgs  []argument `json:"session_args" jsonschema_description:"Arguments that name a new conversation {id}, a UUID."`
	ResumeArgs   []argument `json:"resume_args" jsonschema_description:"Arguments that go on with the conversation {id}."`
	EndOfOptions *bool      `json:"end_of_options" jsonschema:"default=false" jsonschema_description:"Whether the program takes -- before a prompt that begins with a dash."`
}

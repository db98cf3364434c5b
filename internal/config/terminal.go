package config

// terminalFile is how an agent's terminal is read, answered and typed into.
type terminalFile struct {
	OSC7501    *bool         `json:"osc7501" jsonschema_description:"Whether the agent's program status records (OSC 7501) are used."`
	Titles     []titleFile   `json:"titles" jsonschema_description:"What window titles mean; they are tried before the built-in ones."`
	Marks      *marksFile    `json:"marks" jsonschema_description:"Patterns over the bottom of the screen, without frames and blank lines; each list takes the place of the built-in one."`
	Dialogs    []dialogFile  `json:"dialogs" jsonschema_description:"How questions look; they are tried before the built-in ones."`
	IdleQuiet  *pause        `json:"idle_quiet" jsonschema_description:"How long the text rests before the composer means idle."`
	BlindQuiet *pause        `json:"blind_quiet" jsonschema_description:"The same where no composer can be seen; unset: never, once there is an idle mark."`
	Version    *text         `json:"version" jsonschema_description:"A pattern for the version on the screen, its first group; another release than recorded makes for caution."`
	Cautious   *bool         `json:"cautious" jsonschema_description:"true: nothing is typed into the agent; false: whatever its version; unset: that depends on version and recorded."`
	Handlers   []handlerFile `json:"handlers" jsonschema_description:"Answers to questions under auto_approve; they are tried before the built-in ones, and one of the same name takes its place."`
	Submit     *submitFile   `json:"submit" jsonschema_description:"How text is handed to the composer."`
	ExitInput  *argument     `json:"exit_input" jsonschema:"example=/exit" jsonschema_description:"What a person types to leave; empty: it is ended by a signal."`
}

type marksFile struct {
	Busy    []text `json:"busy" jsonschema_description:"It works; this vetoes idle."`
	Idle    []text `json:"idle" jsonschema_description:"Its composer."`
	Waiting []text `json:"waiting" jsonschema_description:"Somebody should look."`
	Error   []text `json:"error" jsonschema_description:"A turn has ended badly."`
	Done    []text `json:"done" jsonschema_description:"A turn has ended: the composer then means idle after a second."`

	Placeholder []text `json:"placeholder" jsonschema_description:"Over what stands in the composer: a suggestion of the agent's, and nobody's text."`
}

type titleFile struct {
	Match text   `json:"match" jsonschema:"required" jsonschema_description:"A pattern over the title."`
	State string `json:"state" jsonschema:"required,enum=idle,enum=working,enum=blocked" jsonschema_description:"What it means."`
	Fresh *pause `json:"fresh" jsonschema_description:"How long it means so, for a title that moves while the agent works."`
	After string `json:"after" jsonschema:"enum=idle,enum=working,enum=blocked" jsonschema_description:"What the title before it has to have meant."`
}

type dialogFile struct {
	Features []text     `json:"features" jsonschema:"required" jsonschema_description:"At least two patterns, each for a line of its own, from top to bottom; of an entry, they may be on one line."`
	Kind     string     `json:"kind" jsonschema:"enum=permission,enum=question,enum=auth,enum=trust" jsonschema_description:"What is asked for; unset: it is told from the words."`
	Form     string     `json:"form" jsonschema:"enum=row,enum=entry" jsonschema_description:"Where the options are: row for those in the last feature's line, entry for none; unset: a list at the first feature."`
	Below    *lineCount `json:"below" jsonschema_description:"How many lines about the agent may stand below the last feature, blank ones aside; two may in any case."`
}

type handlerFile struct {
	Name    *text      `json:"name" jsonschema_description:"What the journal calls it."`
	Kind    string     `json:"kind" jsonschema:"required,enum=permission,enum=question,enum=auth,enum=trust" jsonschema_description:"What is asked for: permission, question, auth or trust."`
	Match   text       `json:"match" jsonschema:"required" jsonschema_description:"A pattern over the question and its options, one a line."`
	Use     string     `json:"use" jsonschema:"enum=pressEnter,enum=confirmYes" jsonschema_description:"A standard answer."`
	Keys    []argument `json:"keys" jsonschema_description:"Keys by the names of rooda send --keys (Enter, Escape, Tab, Up, C-c ...), and text as it is: a character, or with its Enter a word (\"yes\\r\")."`
	Choose  *text      `json:"choose" jsonschema_description:"A pattern for the option to choose."`
	MaxUses *useCount  `json:"max_uses" jsonschema_description:"Most questions that it answers in one run."`
}

type submitFile struct {
	Settle *pause      `json:"settle" jsonschema_description:"Time between the text and Enter."`
	Enters *enterCount `json:"enters" jsonschema:"example=2" jsonschema_description:"Most Enters for one text."`
}

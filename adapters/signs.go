package adapters

import (
	"embed"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/goccy/go-yaml"
)

//go:embed generic.yml
var generic embed.FS

// Signs is how to read and answer one agent's terminal, as data: the second
// half of a file in builtin/. Patterns are Go regular expressions. Those of
// marks and dialogs see the bottom of the screen without frames and without
// blank lines.
type Signs struct {
	// OSC7501 says that the agent's program status records are used, and so
	// that its question whether anybody does is answered.
	OSC7501 bool        `yaml:"osc7501" json:"osc7501"`
	Titles  []TitleRule `yaml:"titles" json:"titles,omitempty"`
	Marks   Marks       `yaml:"marks" json:"marks"`
	// Dialogs are tried in order, before those of every agent.
	Dialogs []DialogRule `yaml:"dialogs" json:"dialogs,omitempty"`
	// IdleQuiet is how long the text must not change before an agent that
	// says nothing else is idle; BlindQuiet is the same for one whose
	// composer cannot be seen, and 0 then means never.
	IdleQuiet  time.Duration `yaml:"idle_quiet" json:"-"`
	BlindQuiet time.Duration `yaml:"blind_quiet" json:"-"`
	// Version finds the agent's version on its screen, as the first group. One
	// of another release than Recorded, the Spec's, makes for caution.
	Version  string `yaml:"version" json:"version,omitempty"`
	Recorded string `yaml:"-" json:"-"`
	// Own says that the agent is one that comes with rooda, and that its program has the
	// name that it has there.
	Own bool `yaml:"-" json:"-"`
	// Cautious true types nothing into the agent, false types whatever its
	// version; unset, Watcher.Caution decides.
	Cautious *bool     `yaml:"cautious" json:"cautious,omitempty"`
	Handlers []Handler `yaml:"handlers" json:"handlers,omitempty"`
	Submit   Submit    `yaml:"submit" json:"submit"`
	// ExitInput is what a person types to leave.
	ExitInput string `yaml:"exit_input" json:"exit_input,omitempty"`
}

// Marks are patterns over the bottom of the screen: busy vetoes idle, idle is
// the composer, waiting says that somebody should look, error that a turn
// ended badly, and done that one ended, after which the composer needs less
// quiet to mean idle. Placeholder is matched against what stands in the composer
// instead, and is what the agent suggests there.
type Marks struct {
	Busy    []string `yaml:"busy" json:"busy,omitempty"`
	Idle    []string `yaml:"idle" json:"idle,omitempty"`
	Waiting []string `yaml:"waiting" json:"waiting,omitempty"`
	Error   []string `yaml:"error" json:"error,omitempty"`
	Done    []string `yaml:"done" json:"done,omitempty"`

	Placeholder []string `yaml:"placeholder" json:"placeholder,omitempty"`
}

// TitleRule says what a window title means. A claim of a title that moves
// while the agent works is Fresh only so long. With After the title means so
// only when the one before it meant that.
type TitleRule struct {
	Match string        `yaml:"match" json:"match"`
	State Condition     `yaml:"state" json:"state"`
	Fresh time.Duration `yaml:"fresh" json:"-"`
	After Condition     `yaml:"after" json:"after,omitempty"`
}

// DialogRule recognises a question by at least two features, each on a line of
// its own, in this order from top to bottom, the last at the bottom. An entry,
// which may stand in the line that asks, may have several on one line; with three
// features or more, its text reaches from the first to the last but one.
type DialogRule struct {
	Features []string `yaml:"features" json:"features"`
	// Kind of the question; empty: it is told from the words.
	Kind Kind `yaml:"kind" json:"kind,omitempty"`
	// Form is where the options are: a list at the first feature's line
	// (empty), a "row" in the last one's, or none because there is an "entry"
	// for text.
	Form string `yaml:"form" json:"form,omitempty"`
	// Below is how many lines about the agent, blank ones aside, may stand below
	// the last feature, at most MostBelow; two may in any case.
	Below int `yaml:"below" json:"below,omitempty"`
}

// MostBelow is how far from the end of the screen a question may end.
const MostBelow = region

// Submit is how text is handed to the composer: how long it needs after a
// paste, and at most how many Enters.
type Submit struct {
	Settle time.Duration `yaml:"settle" json:"-"`
	Enters int           `yaml:"enters" json:"enters"`
}

// agentFile is what a file in builtin/ holds.
type agentFile struct {
	Spec  `yaml:",inline"`
	Signs `yaml:",inline"`
}

// Signs returns how to read the agent of that name. An agent about which
// nothing is known, and the name "generic", get cautious rules that fit most.
func (r *Registry) Signs(name string) (Signs, error) {
	common, err := genericSigns()
	if name == "generic" || err != nil {
		return common, err
	}
	spec, err := r.Spec(name)
	if err != nil {
		return Signs{}, err
	}
	signs, changed := r.signs[name]
	own := false
	if r.shipped(name) {
		file, err := r.read(name)
		if err != nil {
			return Signs{}, err
		}
		if own = filepath.Base(spec.Command) == file.Command; !changed {
			signs = file.Signs
		}
	}
	signs = signs.or(common)
	signs.Recorded, signs.Own = spec.Recorded, own
	return signs, nil
}

// genericSigns are the rules that fit most agents, whose slices nobody changes. They are
// decoded once: a host asks for them several times for each agent, and each time would cost
// 200 KB of garbage and a deep stack.
var genericSigns = sync.OnceValues(func() (Signs, error) {
	data, err := generic.ReadFile("generic.yml")
	if err != nil {
		return Signs{}, fmt.Errorf("read generic adapter: %w", err)
	}
	var signs Signs
	if err := yaml.UnmarshalWithOptions(data, &signs, yaml.Strict()); err != nil {
		return Signs{}, fmt.Errorf("decode generic adapter: %w", err)
	}
	return signs, nil
})

// or completes signs: those that say nothing about a screen are read by the
// common rules.
func (s Signs) or(common Signs) Signs {
	if s.blank() {
		s.Titles, s.Marks, s.Dialogs = common.Titles, common.Marks, common.Dialogs
		s.IdleQuiet, s.BlindQuiet = common.IdleQuiet, common.BlindQuiet
	}
	if s.Submit == (Submit{}) {
		s.Submit = common.Submit
	}
	return s
}

func (s Signs) blank() bool {
	return len(s.Titles)+len(s.Dialogs)+len(s.Marks.Idle)+len(s.Marks.Busy) == 0 && !s.OSC7501
}

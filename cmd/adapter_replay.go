package cmd

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rooda/adapters"
	"rooda/internal/console"
	"rooda/pty"
)

// adapterTestOptions are the flags of `rooda adapter test`.
type adapterTestOptions struct {
	adapter string
	config  string
	ignore  []string
	json    bool
	textAt  float64
}

func newAdapterTest(s console.Streams) *cobra.Command {
	var o adapterTestOptions
	c := &cobra.Command{
		Use:   "test RECORDING",
		Short: "Replay a recording and show what rooda would have noticed",
		Long: `Replay a terminal recording (asciicast) as the named agent and print a line for
each change of its state, and one for each answer that its handlers would give
under auto_approve. Times are those of the recording; nothing is waited for.

A recording does not say which texts rooda gave the agent. A run knows them, and
where the agent shows one again, letter by letter, it is no question; here such
a text that looks like one, "Shall I go on? [y/n]" say, is shown as blocked.

The adapter "generic" shows what rooda can tell of an agent it does not know.`,
		Example: `  rooda adapter test session.cast --adapter claude
  rooda adapter test session.cast --adapter codex --ignore osc7501,title`,
		Args: one("recording", "a file in asciicast format, such as asciinema writes"),
		RunE: func(_ *cobra.Command, args []string) error { return runAdapterTest(s, args[0], o) },
	}
	c.Flags().StringVar(&o.adapter, "adapter", "", "the agent in the recording, or generic")
	c.Flags().StringSliceVar(&o.ignore, "ignore", nil, "leave evidence out: "+sourceNames())
	c.Flags().Float64Var(&o.textAt, "text-at", -1, "print the text that marks are matched against at `SECONDS`, and nothing else")
	_ = c.RegisterFlagCompletionFunc("adapter", completeAdapter(s))
	addConfig(c, &o.config)
	addJSON(c, &o.json)
	return c
}

func sourceNames() string {
	var names []string
	for _, source := range adapters.Sources() {
		names = append(names, string(source))
	}
	return strings.Join(names, ", ")
}

func runAdapterTest(s console.Streams, file string, o adapterTestOptions) error {
	cfg, err := loadConfig(s, o.config, workdir())
	if err != nil {
		return err
	}
	if o.adapter == "" {
		return hintf(errors.New("--adapter is missing: whose recording is it?"), "name the agent: %s; generic for any other", strings.Join(cfg.Registry().Names(), ", "))
	}
	signs, err := cfg.Registry().Signs(o.adapter)
	if err != nil {
		return suggestAdapter(err)
	}
	ignore, err := parseSources(o.ignore)
	if err != nil {
		return err
	}
	detector, err := adapters.NewDetector(signs, ignore...)
	if err != nil {
		return err
	}
	f, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("open recording: %w", err)
	}
	defer f.Close()
	cast, err := pty.ReadCast(f)
	if err != nil {
		return hintf(fmt.Errorf("%s: %w", file, err), "it should be an asciicast of version 2 or 3, as asciinema rec NEW.cast writes; asciinema 3 makes one of an older: asciinema convert -f asciicast-v2 OLD NEW")
	}
	show := showReplayed(s)
	if o.json {
		encoder := json.NewEncoder(console.EscapedJSON(s.Out))
		encoder.SetEscapeHTML(false)
		show = func(line any) error { return encoder.Encode(line) }
	}
	if o.textAt >= 0 {
		err = textAt(s, cast, detector, time.Duration(o.textAt*float64(time.Second)))
	} else {
		err = replay(cast, detector, signs.Handlers, show)
	}
	var damaged *recordingError
	if errors.As(err, &damaged) {
		return hintf(fmt.Errorf("%s: %w", file, damaged), "the recording is damaged or cut short there; what came before is shown")
	}
	return err
}

func parseSources(names []string) ([]adapters.Source, error) {
	var sources []adapters.Source
	for _, name := range names {
		known := false
		for _, source := range adapters.Sources() {
			if string(source) == name {
				sources, known = append(sources, source), true
			}
		}
		if !known {
			return nil, hintf(fmt.Errorf("--ignore: no source of evidence is called %q", name), "sources: %s", sourceNames())
		}
	}
	return sources, nil
}

// replayedState is a line about a change of state.
type replayedState struct {
	T       float64            `json:"t"`
	State   adapters.Condition `json:"state"`
	Kind    adapters.Kind      `json:"kind"`
	By      adapters.Source    `json:"by"`
	Excerpt string             `json:"excerpt"`
	Options []adapters.Option  `json:"options,omitempty"`
}

// replayedAnswer is a line about what policy would type at the question that
// the state before it shows.
type replayedAnswer struct {
	T           float64 `json:"t"`
	Answer      string  `json:"answer"`
	Handler     string  `json:"handler"`
	Fingerprint string  `json:"fingerprint"`
}

// replayedRefusal is a line about why a person would have to answer a question.
// Handler is the one that knows it, empty for none.
type replayedRefusal struct {
	T           float64 `json:"t"`
	Refused     string  `json:"refused"`
	Handler     string  `json:"handler"`
	Fingerprint string  `json:"fingerprint"`
}

// replayedCaution is a line about why nothing at all would be typed from here on.
type replayedCaution struct {
	T       float64 `json:"t"`
	Caution string  `json:"caution"`
}

// replayedNote is a line about evidence that is there and not used.
type replayedNote struct {
	T    float64 `json:"t"`
	Note string  `json:"note"`
}

// showReplayed prints lines for people.
func showReplayed(s console.Streams) func(any) error {
	return func(line any) error {
		switch l := line.(type) {
		case replayedState:
			s.Printf("%8.3f  %-8s %-12s %-8s %s\n", l.T, l.State, cmp.Or(l.Kind, "-"), l.By, l.Excerpt)
		case replayedAnswer:
			s.Printf("%8.3f  answer   %-12s %-8s %s\n", l.T, l.Handler, "policy", strconv.Quote(l.Answer))
		case replayedRefusal:
			s.Printf("%8.3f  person   %-12s %-8s %s\n", l.T, cmp.Or(l.Handler, "-"), "policy", l.Refused)
		case replayedNote:
			s.Printf("%8.3f  note     %-12s %-8s %s\n", l.T, "-", "-", l.Note)
		case replayedCaution:
			s.Printf("%8.3f  caution  %-12s %-8s %s\n", l.T, "-", "policy", l.Caution)
		}
		return nil
	}
}

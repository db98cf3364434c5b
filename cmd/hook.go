package cmd

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rooda/adapters"
	"rooda/internal/console"
)

// newHook is what help and completion know of `rooda hook`; Main runs it before
// the commands are built.
func newHook(s console.Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "hook [FILE [EVENT]]",
		Short: "Append an agent's event to a file",
		Long: `Append the JSON object that comes as EVENT, or on standard input, as a line of
FILE, by default of the file that ROODA_EVENT_FILE names. Without a file it does
nothing. Agents call this by hooks of their own settings; it prints nothing and
never fails.`,
		Hidden: true,
		Args:   cobra.MaximumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			runHook(args, s, time.Now())
			return nil
		},
	}
}

func asksHelp(args []string) bool {
	return len(args) == 1 && (args[0] == "--help" || args[0] == "-h")
}

// hookLimit bounds one event, in bytes; a longer one is left out.
const hookLimit = 8 << 20

// runHook is `rooda hook [FILE [EVENT]]`, which agents call for each event of
// their own: it appends the JSON object that comes as the last argument, or on
// standard input, as a line of FILE, by default the one that the environment
// names. It says nothing and cannot fail, because some agents act on what a
// hook says.
func runHook(args []string, s console.Streams, now time.Time) int {
	file := s.Getenv(adapters.EventVariable)
	if len(args) > 0 {
		file = args[0]
	}
	if file == "" {
		return 0 // an agent that rooda did not start
	}
	var event []byte
	if len(args) > 1 {
		event = []byte(args[len(args)-1])
	} else {
		event, _ = io.ReadAll(io.LimitReader(s.In, hookLimit+1)) // what has come is judged below
	}
	var compact bytes.Buffer
	if len(event) > hookLimit || json.Compact(&compact, event) != nil {
		return 0
	}
	line, err := json.Marshal(adapters.HookLine{Time: now.UTC().Format(time.RFC3339Nano), Event: compact.Bytes()})
	if err != nil {
		return 0
	}
	// One write: events of one moment come from processes of their own.
	if f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = f.Write(append(line, '\n'))
		_ = f.Close()
	}
	return 0
}

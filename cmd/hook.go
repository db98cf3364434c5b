package cmd

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"time"

	"rooda/adapters"
)

// hookLimit bounds one event, in bytes; a longer one is left out.
const hookLimit = 8 << 20

// runHook is `rooda hook [FILE [EVENT]]`, which agents call for each event of
// their own: it appends the JSON object that comes as the last argument, or on
// standard input, as a line of FILE, by default the one that the environment
// names. It says nothing and cannot fail, because some agents act on what a
// hook says.
func runHook(args []string, s Streams, now time.Time) int {
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

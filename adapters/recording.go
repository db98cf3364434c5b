package adapters

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"time"
)

// Recording is a terminal session in asciicast format, version 2 or 3. A
// program that was recorded to its end ends with the last event.
type Recording struct {
	Cols, Rows int
	Events     []Event
}

// Event is one line of a recording: output ("o"), a mark ("m"), a new size
// ("r"), the exit ("x") or what was typed ("i").
type Event struct {
	At   time.Duration
	Code string
	Data string
}

const longestLine = 64 << 20

// ReadRecording reads a recording. The error names the line.
func ReadRecording(r io.Reader) (*Recording, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	recording := &Recording{}
	version := 0
	var at time.Duration
	for n := 1; lines.Scan(); n++ {
		line := lines.Bytes()
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		if version == 0 {
			var header struct {
				Version, Width, Height int
				Term                   struct{ Cols, Rows int }
			}
			if err := json.Unmarshal(line, &header); err != nil || header.Version != 2 && header.Version != 3 {
				return nil, fmt.Errorf("read recording: line %d: not the header of an asciicast of version 2 or 3", n)
			}
			version = header.Version
			recording.Cols, recording.Rows = max(header.Width, header.Term.Cols), max(header.Height, header.Term.Rows)
			continue
		}
		var seconds float64
		var event Event
		if err := json.Unmarshal(line, &[]any{&seconds, &event.Code, &event.Data}); err != nil {
			return nil, fmt.Errorf("read recording: line %d: %w", n, err)
		}
		event.At = time.Duration(seconds * float64(time.Second))
		if version == 3 {
			event.At += at // version 3 writes how long after the event before
		}
		at = max(at, event.At)
		event.At = at
		recording.Events = append(recording.Events, event)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	if version == 0 {
		return nil, fmt.Errorf("read recording: it is empty")
	}
	return recording, nil
}

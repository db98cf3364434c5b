package shim

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// DeedsFile says, in an iteration's folder, what people and agents did at its
// agent's terminal, one JSON object a line. What was typed is not in it.
const DeedsFile = "people.jsonl"

// Deed is one thing that somebody other than a host did at an agent's
// terminal, or was not let do.
type Deed struct {
	// N numbers the deeds of an iteration from 1. A number is missing where
	// the disk was full for long.
	N  int       `json:"n"`
	At time.Time `json:"at"`
	// Until is when the last of it came, where it is more than one.
	Until time.Time `json:"until,omitzero"`
	// By is Human, or agent: and its task, for one of another session after
	// the session's id and a slash.
	By string `json:"by"`
	// What is Came, Left, Typed, Asked, Refused or Forsook.
	What string `json:"what"`
	// Action is what was asked for, refused or left open: input, attach, resize, signal,
	// stop, detach or paste.
	Action string `json:"action,omitempty"`
	// Via is how it was typed: attach or send; Kind is keys or paste.
	Via  string `json:"via,omitempty"`
	Kind string `json:"kind,omitempty"`
	// ReadOnly says that whoever is attached can only look.
	ReadOnly bool `json:"read_only,omitempty"`
	// Bytes counts what was typed, Times how often something came.
	Bytes int64 `json:"bytes,omitempty"`
	Times int   `json:"times,omitempty"`
}

// Last is when the last of it came.
func (d Deed) Last() time.Time {
	if d.Until.After(d.At) {
		return d.Until
	}
	return d.At
}

// What may be done.
const (
	Came    = "attached"
	Left    = "detached"
	Typed   = "typed"
	Asked   = "asked"
	Refused = "refused"
	// Forsook is of a paste that was left open, so the shim has ended it; its Action is paste, and a
	// host can be By.
	Forsook = "forsook"
)

// alike says whether two deeds are told as one.
func (d Deed) alike(o Deed) bool {
	return d.By == o.By && d.What == o.What && d.Action == o.Action && d.Via == o.Via && d.Kind == o.Kind
}

// Deeds reads what was done in an iteration's folder after number after; none
// when nobody did anything. A last line that is not whole yet is left out.
func Deeds(dir string, after int) ([]Deed, error) {
	data, err := os.ReadFile(filepath.Join(dir, DeedsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", DeedsFile, err)
	}
	var found []Deed
	for len(data) > 0 {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		var d Deed
		if whole && json.Unmarshal(line, &d) == nil && d.N > after {
			found = append(found, d)
		}
		data = rest
	}
	return found, nil
}

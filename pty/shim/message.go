package shim

import (
	"slices"
	"time"

	"rooda/pty"
	"rooda/pty/vt"
)

// Message is a text message on the WebSocket of an attached viewer. Type says
// which fields count; types and fields that a side does not know are ignored.
//
//	from the shim
//	  hello     API, Features, Pid, Cols, Rows, Offset, ReadOnly: the first
//	  snapshot  the fields of Picture: what to show first
//	  resync    the same: the viewer was too slow; what to show instead of what it missed
//	  resize    the same: the terminal has another size now, and this is what it shows
//	  lease     Held: whether this viewer typed last of those who are there
//	  hands     Writers, Typed, Touched, By, Deeds, LogError, Cols, Rows: see pty.Hands
//	  line      Held: whether what this viewer typed waits for others, all of it beyond the first Offset bytes
//	  paste     the paste of this viewer was ended, because nothing of it came for long: the rest of it is dropped
//	  long    Long: what this viewer typed last was not typed, because a line of it is too long
//	  detach    somebody asks this viewer to go
//	  exit      Exit: the agent has ended; the last
//	from the viewer
//	  resize    Cols, Rows: the viewer's window
type Message struct {
	Type     string     `json:"type"`
	API      int        `json:"api,omitempty"`
	Features []string   `json:"features,omitempty"`
	Pid      int        `json:"pid,omitempty"`
	Cols     int        `json:"cols,omitempty"`
	Rows     int        `json:"rows,omitempty"`
	Offset   int64      `json:"offset,omitempty"`
	ReadOnly bool       `json:"read_only,omitempty"`
	Held     bool       `json:"held,omitempty"`
	Writers  int        `json:"writers,omitempty"`
	Typed    *time.Time `json:"typed,omitempty"`
	Touched  *time.Time `json:"touched,omitempty"`
	By       string     `json:"by,omitempty"`
	Deeds    int        `json:"deeds,omitempty"`
	LogError string     `json:"log_error,omitempty"`
	Exit     *Exit      `json:"exit,omitempty"`
	// Long says how long the line is, and how long it may be.
	Long *pty.LineError `json:"long,omitempty"`

	Generation uint64       `json:"generation,omitempty"`
	Styled     string       `json:"styled,omitempty"`
	Modes      string       `json:"modes,omitempty"`
	History    string       `json:"history,omitempty"`
	Progress   *vt.Progress `json:"progress,omitempty"`

	// Data is the terminal output of a binary message, the only field then.
	Data []byte `json:"-"`
}

// Picture is the screen of a snapshot or resync.
func (m Message) Picture() Picture {
	return Picture{
		Cols: m.Cols, Rows: m.Rows, Offset: m.Offset, Generation: m.Generation,
		Styled: m.Styled, Modes: m.Modes, History: m.History, Progress: m.Progress,
	}
}

func (p Picture) message(kind string) Message {
	return Message{
		Type: kind, Cols: p.Cols, Rows: p.Rows, Offset: p.Offset, Generation: p.Generation,
		Styled: p.Styled, Modes: p.Modes, History: p.History, Progress: p.Progress,
	}
}

// State is what is known of an iteration's agent.
type State string

// The states of an agent.
const (
	Never       State = "never"       // it was not started
	Running     State = "running"     // its shim answers
	Unreachable State = "unreachable" // its shim lives and does not answer
	Lost        State = "lost"        // its shim is gone without a word
	Finished    State = "finished"    // how it ended is recorded
)

// Task is the answer to GET /v1/task.
type Task struct {
	API      int      `json:"api"`
	Features []string `json:"features,omitempty"`
	State    State    `json:"state"`
	Shim     int      `json:"shim_pid,omitempty"`
	Pid      int      `json:"pid,omitempty"` // the agent's, once it has been started
	Dir      string   `json:"dir"`
	Argv     []string `json:"argv,omitempty"`
	Cols     int      `json:"cols,omitempty"`
	Rows     int      `json:"rows,omitempty"`
	// Offset is where in the log the next byte will be.
	Offset  int64      `json:"offset"`
	Viewers int        `json:"viewers"`
	Writers int        `json:"writers"`
	Typed   *time.Time `json:"typed,omitempty"`
	// Policy is which windows the size follows.
	Policy SizePolicy `json:"size_policy,omitempty"`
	Epoch  int        `json:"epoch,omitempty"`
	// LogError says why output is not in the log any more: a full disk, say.
	LogError *fault `json:"log_error,omitempty"`
	Exit     *Exit  `json:"exit,omitempty"`
	// Unwritten says why Exit could not be put on disk so far; that is tried again.
	Unwritten *fault `json:"unwritten,omitempty"`
}

// Sends says whether the shim can do what Client.Send asks for.
func (t Task) Sends() bool { return slices.Contains(t.Features, sends) }

package vt

// Kind says what an Event tells.
type Kind uint8

const (
	TitleChanged    Kind = iota + 1 // Text is the title
	ProgressChanged                 // Progress (OSC 9;4)
	StatusReported                  // Text is a program status record, what follows "7501;"
	Notified                        // Title (may be empty) and Text of a notification (OSC 9, OSC 777)
	Bell                            // the bell rang
	ModeChanged                     // Mode is now On
	Reset                           // the program reset the terminal: status records no longer hold
)

// Event is something that the output said besides what it painted. The text
// is the program's and not to be trusted; controls have been taken out of it.
type Event struct {
	Kind Kind
	// Offset is that of the byte after the sequence.
	Offset   int64
	Title    string
	Text     string
	Progress Progress
	Mode     Mode
	On       bool
}

// ProgressState is what a program says about its progress.
type ProgressState uint8

// The numbers are those of OSC 9;4.
const (
	NoProgress ProgressState = iota
	Running
	Failing
	Indeterminate
	Paused
)

// Progress is what the last OSC 9;4 said. Percent is 0 to 100.
type Progress struct {
	State   ProgressState `json:"state"`
	Percent int           `json:"percent"`
}

// Reply answers one query.
type Reply struct {
	// Data is what the program expects on its input, to be written whole and
	// in order. It is nil for a query that is known and deliberately not
	// answered.
	Data []byte
	// From and To are the offsets of the query in the output, so that it can
	// be taken out of what viewers get: their terminals would answer too.
	From, To int64
}

// Dropped counts what did not fit into the queues.
type Dropped struct{ Replies, Events int }

// maxQueue is how many replies, and how many events, wait to be fetched.
const maxQueue = 256

// Replies returns the replies since the last call, in the order of the
// queries, each with the state at that byte. At most 256 wait; further ones are
// dropped and counted, so call it after every Write.
func (s *Screen) Replies() []Reply {
	replies := s.replies
	s.replies = nil
	return replies
}

// Events returns the events since the last call, in order. At most 256 wait;
// further ones are dropped and counted.
func (s *Screen) Events() []Event {
	events := s.events
	s.events = nil
	return events
}

// Dropped returns how many replies and events have been dropped so far.
func (s *Screen) Dropped() Dropped { return s.dropped }

func (s *Screen) tell(e Event) {
	if len(s.events) >= maxQueue {
		s.dropped.Events++
		return
	}
	e.Offset = s.parser.end
	s.events = append(s.events, e)
}

func (s *Screen) reply(data string) {
	if len(s.replies) >= maxQueue {
		s.dropped.Replies++
		return
	}
	r := Reply{From: s.parser.start, To: s.parser.end}
	if data != "" {
		r.Data = []byte(data)
	}
	s.replies = append(s.replies, r)
}

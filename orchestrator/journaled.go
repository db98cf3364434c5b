package orchestrator

import (
	"encoding/json"
	"fmt"

	"rooda/session"
)

// Unknown is the body of an event of another version.
type Unknown struct{ Kind string }

// Type is the name in the journal.
func (u Unknown) Type() string { return u.Kind }

// Journal turns lines of the journal back into events.
type Journal map[string]func([]byte) (Body, error)

// NewJournal knows all events that are in journals.
func NewJournal() Journal {
	j := Journal{}
	for _, learn := range []func(Journal){
		learn[SessionStateChanged], learn[SessionResumed], learn[SessionPaused], learn[SessionFinished], learn[StageStarted], learn[TaskStatusChanged],
		learn[IterationStarted], learn[IterationAdopted], learn[AgentLost], learn[IterationFinished], learn[IterationEnding], learn[AgentKept],
		learn[InteractionNeeded], learn[InteractionResolved], learn[InteractionAnswered], learn[InteractionChanged], learn[Warning], learn[Requested], learn[Refused],
		learn[PasteEnded], learn[InputSending], learn[InputSent], learn[InputFailed], learn[InputTyped], learn[ConversationNamed],
		learn[LogFailed], learn[TerminalSilent], learn[TerminalAnswers], learn[Visited],
	} {
		learn(j)
	}
	j[Visited{Left: true}.Type()] = func(data []byte) (Body, error) {
		v := Visited{Left: true}
		err := json.Unmarshal(data, &v)
		return v, err
	}
	return j
}

func learn[T Body](j Journal) {
	var kind T
	j[kind.Type()] = func(data []byte) (Body, error) {
		var body T
		err := json.Unmarshal(data, &body)
		return body, err
	}
}

// Event is the event of a line; one of a type that this version does not know has the body Unknown.
func (j Journal) Event(e session.Event) (Event, error) {
	var body Body = Unknown{e.Type}
	if read, ok := j[e.Type]; ok {
		known, err := read(e.Data)
		if err != nil {
			return Event{}, fmt.Errorf("decode event %d, %s: %w", e.Seq, e.Type, err)
		}
		body = known
	}
	return Event{
		Seq: e.Seq, Time: e.Time, Session: e.Session, Stage: e.Stage, Task: e.Task,
		Attempt: e.Attempt, Iteration: e.Iteration, Body: body,
	}, nil
}

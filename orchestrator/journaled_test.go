package orchestrator

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rooda/session"
)

// What is written into a journal is read from it again.
func TestJournalReadsWhatIsWritten(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 12, 0, 0, time.UTC)
	journal := NewJournal()
	for _, body := range []Body{
		SessionResumed{Epoch: 2, PID: 7, By: "human", How: ActResume}, AgentLost{Policy: "ask", Cause: "its shim is gone"},
		IterationFinished{Outcome: "success", EndedAt: at}, Visited{Deed: Deed{By: "human", At: at}, Left: true}, Visited{ReadOnly: true},
		IterationEnding{session.Ending{By: "idle", At: at}}, TerminalAnswers{SilentMS: 5},
	} {
		want := Event{Seq: 3, Time: at, Session: "s", Stage: "one", Task: "a", Attempt: 2, Iteration: 1, Body: body}
		line, err := want.journaled()
		if err != nil {
			t.Fatal(err)
		}
		got, err := journal.Event(line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(TerminalSilent{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body.Type(), diff)
		}
	}
	if got, err := journal.Event(session.Event{Seq: 1, Type: "later"}); err != nil || got.Body != (Unknown{"later"}) {
		t.Errorf("an event of another version: %+v, %v", got, err)
	}
	if _, err := journal.Event(session.Event{Seq: 1, Type: "agent_lost", Data: []byte(`[]`)}); err == nil {
		t.Error("damaged data was read")
	}
}

package api

import (
	"strings"
	"testing"

	"rooda/orchestrator"
)

// TestRefusalWithoutAQuestion: where a person is called and nothing is asked, there is nothing to
// answer.
func TestRefusalWithoutAQuestion(t *testing.T) {
	for err, want := range map[error]string{orchestrator.ErrNoPlainYes: "no_plain_yes", orchestrator.ErrNoAnswer: "no_answer"} {
		e := refusal(err)
		if answers := strings.Contains(e.Advice, "answer"); e.Code != want || answers != (err == orchestrator.ErrNoPlainYes) {
			t.Errorf("%v is refused as %s with the advice %q", err, e.Code, e.Advice)
		}
	}
}

package cmd

import (
	"errors"
	"testing"

	"rooda/internal/api"
	"rooda/session"
)

// Who is sent to the agent is told where it is, and what there is to choose.
func TestDeedFailedWithoutAPlainYes(t *testing.T) {
	target := agent{id: "0198c1de-7c1a-7000-8000-000000000000", task: "review"}
	err := deed{verb: "approve"}.failed(target, &api.Error{Text: "the question has no plain yes", Code: "no_plain_yes", Advice: "short"},
		&session.Interaction{Options: []string{"Yes, run it", "No"}})
	var advice interface{ Hint() string }
	want := "answer it yourself, with one of: Yes, run it | No: rooda attach " + target.String()
	if !errors.As(err, &advice) || advice.Hint() != want {
		t.Errorf("got %v, want the hint %q", err, want)
	}
}

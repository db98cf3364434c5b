package cmd

import (
	"errors"
	"testing"

	"rooda/internal/api"
)

// What a host advises has no name of the session in it; what is shown can be typed.
func TestAfterRefusal(t *testing.T) {
	target := agent{id: "0198c1de-7c1a-7000-8000-000000000000", task: "t"}
	for code, want := range map[string]string{
		"nothing_asked": "rooda screen 0198c1de-7c1a/t shows what it does",
		"answered":      "somebody was faster; rooda screen 0198c1de-7c1a/t shows what comes of it",
		"no_answer":     "rooda session show 0198c1de-7c1a says what a person is called for, rooda attach 0198c1de-7c1a/t goes there",
		"failed":        "as the host says",
	} {
		var h hinter
		err := deed{verb: "approve"}.failed(target, &api.Error{Text: "no", Code: code, Advice: "as the host says"}, nil)
		if !errors.As(err, &h) || h.Hint() != want {
			t.Errorf("%s: %v, want the hint %q", code, err, want)
		}
	}
}

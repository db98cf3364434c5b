package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// What should move above the composer means work even while it does not, and
// what only speaks of it means none.
func TestSignsThatStandStill(t *testing.T) {
	for _, test := range []struct {
		name, agent, above string
		condition          adapters.Condition
		kind               adapters.Kind
	}{
		{"a sign and a key that stops it", "generic", "> go\n\n✻ Thinking… (esc to interrupt)\n  ⎿ Tip: something\n\n", adapters.Working, ""},
		{"the same with dots", "generic", "> go\n\n⠙ Running the tests... ctrl+c to stop\n", adapters.Working, ""},
		{"an item of prose", "generic", "Then it shows\n\n- Thinking… (esc to interrupt)\n• Working… (esc to interrupt)\n\n", adapters.Idle, ""},
		{"a sentence", "generic", "It works… You can press esc to interrupt it.\n\n", adapters.Idle, ""},
		{"an error of an earlier claude", "claude", "> go\n  ⎿ API Error: 500 {\"type\":\"error\",\n    \"message\":\"none\"}\n\n", adapters.Idle, adapters.Failed},
		{"an error of codex that is broken at the margin", "codex", "› go\n\n■ unexpected status 401: none, url:\nhttp://127.0.0.1/v1" + codexComposer + "\n", adapters.Idle, adapters.Failed},
		{"a tool that failed", "claude", "● Bash(make)\n  ⎿ Error: exit 2\n  ⎿ Interrupted\n\n", adapters.Idle, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.agent)
			s.paint(composer)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			if test.agent == "codex" {
				s.paint(test.above)
			} else {
				s.paint(test.above + composer)
			}
			s.wait(8 * time.Second)
			s.want(test.condition, test.kind, adapters.ByScreen)
		})
	}
}

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
		{"a key alone, behind a dot", "generic", "> go\n\n· Working… (esc to interrupt)\n\n", adapters.Working, ""},
		{"an item at the end", "generic", "> go\n\n• Running command… (esc to interrupt)\n\n", adapters.Working, ""},
		{"and without any sign", "generic", "> go\n\nWorking   esc to interrupt\n\n", adapters.Working, ""},
		{"what is being done, and for how long", "generic", "> go\n\nWorking (12s)\n\n", adapters.Working, ""},
		{"with a sign, and more in the brackets", "generic", "> go\n\n✻ Running tests (1m 2s · 3 tools)\n\n", adapters.Working, ""},
		{"what was done", "generic", "> go\n\n✻ Worked (12s)\n\n", adapters.Idle, ""},
		{"a line of a report", "generic", "> go\n\nWorking (12s)\nIt is done.\n\n", adapters.Idle, ""},
		{"a number that is no time", "generic", "> go\n\nMissing files (12)\n\n", adapters.Idle, ""},
		{"nothing but the key", "generic", "> go\n\nPress ESC to stop\n\n", adapters.Working, ""},
		{"a quoted question", "generic", "> go\n\n ❯ 1. Yes\n   2. No\n\n Enter to confirm · Esc to cancel\n\nThat is it.\n\n", adapters.Idle, ""},
		{"a sentence at the end", "generic", "> go\n\nThe server runs. Press Ctrl+C to stop.\n\n", adapters.Idle, ""},
		{"an item of prose", "generic", "Then it shows\n\n- Thinking… (esc to interrupt)\n• Working… (esc to interrupt)\n\nand no more.\n\n", adapters.Idle, ""},
		{"a sentence", "generic", "It works… You can press esc to interrupt it.\n\n", adapters.Idle, ""},
		{"an error of an earlier claude", "claude", "> go\n  ⎿ API Error: 500 {\"type\":\"error\",\n    \"message\":\"none\"}\n\n", adapters.Idle, adapters.Failed},
		{"an earlier claude that is not logged in", "claude", "> go\n  ⎿  Not logged in · Please run /login\n\n✻ Cogitated for 0s\n\n", adapters.Idle, adapters.Failed},
		{"one whose login has ended", "claude", "> go\n  ⎿  OAuth token revoked · Please run /login\n\n", adapters.Idle, adapters.Failed},
		{"an answer that quotes it", "claude", "> go\n\n● It shows\n\n    ⎿  Not logged in · Please run /login\n\n✻ Cogitated for 3s\n\n", adapters.Idle, ""},
		{"a tool that printed it", "claude", "> go\n\n● Bash(claude -p hi)\n  ⎿  Invalid API key · Please run /login\n\n✻ Cogitated for 3s\n\n", adapters.Idle, ""},
		{"a command of a person's that did", "claude", "! claude -p hi\n  ⎿  Invalid API key · Please run /login\n\n", adapters.Idle, ""},
		{"a quotation above an explanation", "claude", "> go\n\n● It shows\n\n  ⎿  Not logged in · Please run /login\n\n  which means that the key is missing.\n\n", adapters.Idle, ""},
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

// So does a key that stops it below the composer, with a time or behind what goes on.
func TestAKeyBelowTheComposer(t *testing.T) {
	for _, test := range []struct {
		below     string
		condition adapters.Condition
	}{
		{"ctrl+c to stop · 12s", adapters.Working},
		{"Generating… press esc to cancel", adapters.Working},
		{"esc to interrupt", adapters.Working},
		{"ctrl+c to cancel · ? for help", adapters.Idle},
	} {
		s := turn(t, "generic")
		s.paint("> go\n\n● Bash(make)\n\n" + line + "\n❯ \n" + line + "\n  " + test.below)
		s.wait(20 * time.Second)
		if got := s.w.State().Condition; got != test.condition {
			t.Errorf("%s: %s, want %s", test.below, got, test.condition)
		}
	}
}

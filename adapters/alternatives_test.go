package adapters_test

import (
	"testing"

	"rooda/adapters"
)

// Answers of which one allows and another refuses ask, however they stand beside their keys.
func TestAlternativesAboveTheComposer(t *testing.T) {
	for _, words := range []string{
		"Allow once (y) · Always (a) · Deny (n)",
		"rm -rf a\n\nAllow once (y)\nAlways (a)\nDeny (n)",
		"⏸ Paused: approve rm -rf a (y) or reject (n)",
		"[ Allow ]  [ Allow for Session ]  [ Deny ]",
		"Run it\n  [y] approve\n  [n] reject",
		"Run rm -rf a? Enter to run, Esc to skip",
		"Run rm -rf a? ⏎ yes / esc no",
		"Run rm -rf a? 1) yes 2) no",
		"Run rm -rf a? 1=yes 2=no",
		"Pick one: 1) run 2) skip >",
		"Choose how to go on: (1) Retry (2) Abort",
		"Run  Skip  Always   (Tab to switch, Enter to choose)",
		"Continue? Press any key...",
		"Type YES in capitals to confirm:",
		"Enter y to continue, anything else to stop:",
		"Type /approve to run or /deny to skip: …",
		"Approve? y",
		"Confirm? ›",
		"Permission needed to run rm -rf a",
		"Needs approval: rm -rf a",
		"Awaiting approval… y/n",
		"Action required: approve rm -rf a",
		"Type 'delete a' to confirm:",
		"⚠ rm -rf a wants to run. Allow?",
		"Apply changes to project now? ➜  Yes, apply   No",
		"<y> allow <n> deny",
		"[Approve] [Reject]",
		"Run? (a)llow (d)eny",
		"Run it? ○ Yes / ● No",
		"Reject with esc or approve with enter",
	} {
		if state := above(t, words); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
	if s := told(t, "press any key...", false, "hello", "go"); s.w.State().Condition != adapters.Blocked {
		t.Errorf("any key: %s", s.w.State().Condition) // up to three words with dots are work for ten seconds
	}
	for _, words := range []string{
		"● The pattern is [y/n]",
		"● It is so in the script:\n\n  input('Continue? [y/N] ')",
		"● Set your password:\n\n  passwd joe",
		"● I moved it, a run of tests, no errors",
		"● It maps yes (1) and no (0)",
		"The codes: 1=yes, 0=no",
		"1. Run make\n2. Skip the tests",
		"- Run: make\n- Skip: make test",
		"● I skip the tests and run the linter",
		"esc to cancel · ctrl+b to run in background",
		"● Steps: a run of make, then no more",
		"| run | skip |",
		"● Use y to approve or n to reject.",
		"run/skip",
		"● How to leave:\n  Choose one of them\n  Press q to quit",
		"allow: a.txt\ndeny: b.txt",
		"● Allow: read, write · Deny: exec",
	} {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}

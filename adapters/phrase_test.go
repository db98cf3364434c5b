package adapters_test

import (
	"testing"

	"rooda/adapters"
)

// TestKnownOffersAboveTheComposer: how npx, dnf, git, terraform and others ask.
func TestKnownOffersAboveTheComposer(t *testing.T) {
	for _, words := range []string{
		"Need to install the following packages:\ncowsay@1.6.0\nOk to proceed? (y) ",
		"Is this ok [y/d/N]: ",
		"Apply this hunk [y,n,q,a,d,e,?]? ",
		"Do you want to continue? [Y/n/?] ",
		"Yes (y) / No (n)",
		"Accept (a) / Reject (r)",
		"[a]ccept [r]eject",
		"Allow (a), Deny (d)",
		"Do you want to allow this? Yes [y] No [n]",
		"Allow edit to main.go? y: once, a: always, n: no",
		"Enter 'yes' to proceed:",
		"Only 'yes' will be accepted to approve.\n\nEnter a value:",
		"Tool use requires approval (enter/esc)",
		"Login: ",
		"Run make?\n  [Approve]  [Reject]",
		"Run make?\n( Approve )  ( Reject )",
		"Run make?\n> Approve   Reject",
		"◆ Continue?\n│ ● Yes / ○ No",
	} {
		if state := above(t, words); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
	for _, words := range []string{
		"● The point is (x, y).",
		"● It maps yes (1) and no (0) to bits.",
		"● Move the cursor to (y, n) and draw.",
		"● The form has buttons [Save] [Close].",
		"● Login: see docs/login.md",
		"● Enter a value in the form, then save it.",
		"● Approve   reject",
	} {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %s %q", words, state.Condition, state.Excerpt)
		}
	}
}

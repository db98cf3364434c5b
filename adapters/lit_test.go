package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// The cursor of a list may be nothing but a line with its colours turned round.
func TestAListWithoutASign(t *testing.T) {
	const blocked, working = adapters.Blocked, adapters.Working
	lit := func(text string) string { return "\x1b[7m" + text + "\x1b[m" }
	for _, test := range []struct {
		name, screen string
		condition    adapters.Condition
		kind         adapters.Kind
	}{
		{"with keys", "Do you want to run this command?\n  rm -rf x\n\n" + lit("  Yes  ") + "\n  No\n\nEnter to select · Esc to cancel", blocked, adapters.Permission},
		{"without", "Do you want to run this command?\n\n  Yes\n  " + lit("No") + "\n", blocked, adapters.Permission},
		{"in whom", "Do you trust the files in this folder?\n\n  " + lit("Yes, I do") + "\n  No, exit\n\n  ↑/↓ to navigate, enter to confirm", blocked, adapters.Trust},
		{"of nothing that is known", "Which colour?\n\n  Red\n  " + lit("Blue") + "\n\n  ↑/↓ to navigate, enter to confirm", blocked, adapters.Question},
		{"with numbers", "Do you want to run this command?\n\n  1. Yes\n" + lit("  2. No") + "\n\nEnter to select · Esc to cancel", blocked, adapters.Permission},
		{"in a frame", "╭──────────────────────────────╮\n│ Do you want to run this?     │\n│                              │\n│   " + lit("Yes") + "                        │\n│   No                         │\n╰──────────────────────────────╯", blocked, adapters.Permission},
		{"settings", "Settings\n\n  " + lit("Vim mode") + "\n  Theme\n\n  Enter to change · Esc to close", blocked, adapters.Unspecified},
		{"two of them are no cursor", "Shall I do it?\n\n  " + lit("one") + "\n  " + lit("two") + "\n", working, ""},
		{"a heading", lit("a.txt") + "\nIs this it?\nIt is.\n", working, ""},
		{"a letter", "Shall I do it?\n\n  " + lit("o") + "ne\n  two\n", working, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			s.paint("> go\n\n" + test.screen)
			s.wait(4 * time.Second)
			s.want(test.condition, test.kind, adapters.ByScreen)
			if _, _, ok := s.w.State().Yes(); ok {
				t.Error("it has a plain yes")
			}
		})
	}
}

package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

// A line of keys below a composer without a cursor may be the composer's own, and may be what a text
// has opened, or those of an entry for something else.
func TestKeysBelowAComposer(t *testing.T) {
	const keys = "\n  Enter to submit · Esc to cancel"
	box := func(text string) string { return line + "\n❯ " + text + "\n" + line }
	for _, test := range []struct {
		name      string
		screens   []string
		condition adapters.Condition
	}{
		{"its own", []string{"Hello\n" + box("") + keys}, adapters.Idle},
		{"and with a text in it", []string{"Hello\n" + box("") + keys, "Hello\n" + box("Do it") + keys}, adapters.Idle},
		{"a text from the start", []string{"Hello\n" + box("Do it") + keys}, adapters.Blocked},
		{"what a text has opened", []string{"Hello\n" + box(""), "Hello\n" + box("/model") + keys}, adapters.Blocked},
		{"a page with the same keys", []string{"Hello\n" + box("") + keys, "Hello\n" + box("/model") + "\n  Models\n  none" + keys}, adapters.Blocked},
		{"keys that confirm", []string{"Hello\n" + box("") + "\n  Enter to confirm · Esc to cancel"}, adapters.Blocked},
		{"the entry of a key", []string{"Paste your API key\n" + box("") + keys}, adapters.Blocked},
		{"the entry of an answer", []string{"What is your name?\n" + box("") + keys}, adapters.Blocked},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			for _, screen := range test.screens {
				s.write("\x1b[?25l")
				s.paint(screen)
				s.write("\x1b[1;1H")
				s.wait(4 * time.Second)
			}
			if got := s.w.State(); got.Condition != test.condition {
				t.Errorf("%s %s (%s), want %s", got.Condition, got.Kind, got.Excerpt, test.condition)
			}
		})
	}
}

package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// asked are questions of agents that nobody knows, where the composer was: what
// is known of them is their structure.
var asked = []struct {
	name, screen string
	kind         adapters.Kind
	about        string
}{
	{"letters behind their words", "Would you like to log in? [(y)es, (n)o]: ", adapters.Auth, "log in"},
	{"many letters", "Add it to the chat? (Y)es/(N)o/(A)ll/(S)kip all/(D)on't ask again [Yes]: ", adapters.Question, "Add it"},
	{"letters without brackets", "Do you want to run this?\n  rm -rf build\n\ny/n/always? ", adapters.Permission, "Do you want to run this? rm -rf build"},
	{"a word of its own among them", "Are you sure you want to connect (yes/no/[fingerprint])? ", adapters.Question, "Are you sure"},
	{"keys side by side", "Acme needs permission\nApprove this call?\n  $ touch a\n\n [y] Approve   [n] Deny", adapters.Permission, "Approve this call? $ touch a"},
	{"keys of a question", "Run it?\n  $ touch a\n\n(a) once  (b) for ever", adapters.Question, "Run it?"},
	{"a quotation's sign as the cursor", "Which colour do you want?\n  > Red\n    Blue\n    Another one...", adapters.Question, "Which colour do you want?"},
	{"the same below what it is about", "Allow it to run?\n  $ touch a\n\n  > Allow\n    Deny", adapters.Permission, "Allow it to run? $ touch a"},
	{"a cursor in the first column", "? Do you want to apply this change? (Use arrow keys)\n❯ Yes\n  No\n  Always", adapters.Permission, "apply this change"},
	{"a password", "[sudo] password for joe: ", adapters.Auth, "password for joe"},
	{"a code for the browser", "To sign in, visit https://a.example/device and enter the code ABCD-1234\nWaiting for browser…", adapters.Auth, "ABCD-1234"},
	{"the number of an answer", "How?\n\n1) Approve\n2) Reject\n\nSelect an option [1-2]: ", adapters.Unspecified, "Select an option"},
	{"an answer", "Allow it?\n  a) once\n  b) always\nYour choice: ", adapters.Unspecified, "Your choice"},
}

func TestAskedWhereTheComposerWas(t *testing.T) {
	for _, test := range asked {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			s.paint(strings.Repeat("\n", 20) + "> go\n\n" + test.screen)
			s.wait(4 * time.Second)
			s.want(adapters.Blocked, test.kind, adapters.ByScreen)
			if state := s.w.State(); !strings.Contains(state.Excerpt, test.about) {
				t.Errorf("told %q, want %q", state.Excerpt, test.about)
			}
		})
	}
}

// At the start, too, a question is none that an agent rests at.
func TestAskedAtTheStart(t *testing.T) {
	for _, test := range asked {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("Acme 1.0\n\n" + test.screen)
			s.wait(time.Minute)
			s.want(adapters.Blocked, test.kind, adapters.ByScreen)
		})
	}
	s := newStage(t, "generic")
	s.paint("   Try more of it\n   It costs little.\n ────      ────\n ❯ Wh   Open it\n ────      ────\n   Press Enter to open, any other key to close\n  some-model   ab)\n  ws\n  Approves nothing by itself")
	s.wait(4 * time.Second)
	s.want(adapters.Blocked, adapters.Unspecified, adapters.ByScreen)
}

// Keys may be written in more than one way below a list.
func TestKeysInBrackets(t *testing.T) {
	for _, keys := range []string{"[Enter] confirm  [Esc] cancel", "<enter> accept  <esc> reject", "enter: confirm  esc: cancel"} {
		s := newStage(t, "generic")
		s.paint("Allow this call?\n  git push\n❯ Allow once\n  Deny\n\n" + keys)
		s.wait(time.Second)
		s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	}
}

// What has the signs of a question, and is none.
func TestNotAsked(t *testing.T) {
	for _, test := range []struct{ name, screen string }{
		{"what was sent", "● Shall I go on?\n\n❯ Yes, and then\n  look at the rest\n"},
		{"a quotation", "It says:\n\n  > one of them\n    and its rest\n"},
		{"keys that are a legend", "● Done\n\n (a) first  (b) second\n"},
		{"a choice in prose", "● You have the choice: left or right.\n"},
		{"a code in prose", "● The code has the form ABC-1.\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.wait(4 * time.Second)
			s.w.Input(s.now)
			s.paint(test.screen)
			s.wait(8 * time.Second)
			s.want(adapters.Working, "", adapters.ByScreen)
		})
	}
}

// What kind a question is of, its own words say, whatever stands above them.
func TestKindOfWhatIsAsked(t *testing.T) {
	for _, test := range []struct {
		screen, about string
		kind          adapters.Kind
	}{
		{"Acme 1.0\n> go\n\nSelect a sign in method\n\n› 1. One\n     of them\n\n  2. Another\n\nEnter to confirm · Esc to cancel", "Select a sign in method", adapters.Auth},
		{"Do you want to proceed? (denied in 30s)\n  touch a\n ❯ 1. Yes\n   2. No\n\nEsc to cancel", "Do you want to proceed?", adapters.Permission},
		{"Do you want to run this command?\n\n› One\n   as it is\n  Two\n   with a change\n\n↑/↓ to navigate · Enter to select · Esc to cancel", "Do you want to run this command?", adapters.Permission},
		{"Acme 1.0\n\nAllow the call?\n  git push\n-> Allow once\n   Deny\n\nEnter to confirm, Esc to cancel", "Allow the call?", adapters.Permission},
		{"Welcome\nConnect a provider to get started.\n╭──────────────╮\n│ ☺ Sign in  → │\n╰──────────────╯\n╭──────────────╮\n│ ✦ A key      │\n╰──────────────╯\n   ↑/↓ navigate, Enter to select, Ctrl+C to exit", "Connect a provider to get started.", adapters.Auth},
		{"Welcome\n┌" + line + "┐\n│ Select how to authenticate\n│\n│ › One of them\n│   as it is\n│   Another\n│ " + line[:60] + "\n│ Terms of it\n└" + line + "┘", "Select how to authenticate", adapters.Auth},
	} {
		s := newStage(t, "generic")
		s.paint(test.screen)
		s.wait(4 * time.Second)
		state := s.w.State()
		if state.Condition != adapters.Blocked || state.Kind != test.kind || !strings.Contains(state.Excerpt, test.about) {
			t.Errorf("%q: %s %s %q", test.screen, state.Condition, state.Kind, state.Excerpt)
		}
	}
}

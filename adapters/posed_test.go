package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// posed is what offers keys, right above a composer that stays in sight.
var posed = []struct {
	name, words string
	kind        adapters.Kind
	about       string
}{
	{"letters", " The agent wants to run: rm -rf build\n Allow? [y/n]\n", adapters.Permission, "The agent wants to run: rm -rf build Allow? [y/n]"},
	{"letters with a default", "Overwrite a.txt? (y/N) ", adapters.Permission, "Overwrite a.txt?"},
	{"letters and what is typed", "Overwrite a.txt? (y/N) y", adapters.Permission, "Overwrite a.txt?"},
	{"words", "Are you sure you want to connect (yes/no/[fingerprint])?", adapters.Question, "Are you sure"},
	{"letters behind words", "Add it? (Y)es/(N)o/(A)ll [Yes]:", adapters.Question, "Add it?"},
	{"letters in a box", "╭──────────────────╮\n│ Run it? [y/n/a]  │\n╰──────────────────╯", adapters.Permission, "Run it?"},
	{"letters below prose", "● I would go on with it.\n\nDo you want to proceed? [Y/n]", adapters.Permission, "Do you want to proceed?"},
	{"letters above a line about it", "Allow this? [y/n]\n  denied in 30s", adapters.Permission, "Allow this?"},
	{"letters above the agent's own line", "Allow this? [y/n]\n some-model · 12k", adapters.Permission, "Allow this?"},
	{"keys side by side", "Approve this call?\n  $ touch a\n [y] Approve   [n] Deny", adapters.Permission, "Approve this call?"},
	{"a list with numbers", "Run the command?\n  make test\n ❯ 1. Yes\n   2. Always\n   3. No", adapters.Question, "Run the command?"},
	{"a list without", "Which colour?\n ❯ Red\n   Green", adapters.Question, "Which colour?"},
	{"a list and its keys", "Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Enter to confirm · Esc to cancel", adapters.Permission, "Do you want to proceed?"},
	{"a list with a quotation's sign", "Which colour?\n > 1. Red\n   2. Green", adapters.Question, "Which colour?"},
	{"buttons", "Which colour?\n ● Red\n ○ Green", adapters.Question, "Which colour?"},
	{"a key to press", "Press y to approve, n to deny", adapters.Unspecified, "Press y"},
	{"Enter", "Press Enter to continue...", adapters.Unspecified, "Press Enter"},
	{"a word to type", "Type 'delete' to confirm:", adapters.Unspecified, "Type 'delete'"},
	{"a password", "[sudo] password for joe:", adapters.Auth, "password for joe"},
	{"one of several", "1) Approve\n2) Reject\nSelect an option [1-2]:", adapters.Unspecified, "Select an option"},
	{"an order with a question mark", " rm -rf build\n Allow?", adapters.Permission, "rm -rf build Allow?"},
	{"a longer one", "Overwrite the file a.txt?", adapters.Permission, "Overwrite the file a.txt?"},
	{"are you sure", "Delete all of it.\nAre you sure?", adapters.Question, "Are you sure?"},
}

// What offers keys beside a composer of an agent of which nothing says that it rests
// would get the Enter of the next text.
func TestPosedAboveTheComposer(t *testing.T) {
	for _, test := range posed {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("hello\n" + composer)
			s.wait(4 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
			s.w.Input(s.now)
			s.paint("> go\n\n" + test.words + "\n" + composer)
			s.wait(4 * time.Second)
			s.want(adapters.Blocked, test.kind, adapters.ByScreen)
			state := s.w.State()
			if _, _, ok := state.Yes(); ok || !state.Beside || state.Dialog != nil || !strings.Contains(state.Excerpt, test.about) {
				t.Errorf("%+v", state)
			}
			s.w.Input(s.now)
			s.paint("> go\n\n" + test.words + "\n\nThat is done.\n" + composer)
			s.wait(4 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
		})
	}
}

// A key that does not answer leaves the question as it is, told once.
func TestPosedAndTypedInto(t *testing.T) {
	s := newStage(t, "generic")
	ask := func(typed string) { s.paint("Overwrite a.txt? (y/N) " + typed + "\n" + composer) }
	ask("")
	s.wait(4 * time.Second)
	for _, typed := range []string{"y", "yx", "y", ""} {
		s.w.Input(s.now)
		s.wait(30 * time.Millisecond)
		ask(typed)
		s.wait(500 * time.Millisecond)
		s.want(adapters.Blocked, adapters.Permission, adapters.ByScreen)
	}
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times", n)
	}
	s.w.Input(s.now)
	s.paint("Overwrite a.txt? (y/N) y\n✻ Writing… (1s · esc to interrupt)\n" + composer)
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByScreen)
}

// The same where the title of an agent that nobody knows has come to rest.
func TestPosedBelowATitle(t *testing.T) {
	s := newStage(t, "generic")
	s.write("\x1b]0;⠋ agent\a")
	s.paint("hello\n" + composer)
	s.wait(time.Second)
	s.write("\x1b]0;agent\a")
	s.paint("Allow? [y/n]\n" + composer)
	s.wait(4 * time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByScreen)
}

func TestPosedBelowTheComposer(t *testing.T) {
	for _, words := range []string{"Allow? [y/n]", " [y] Approve   [n] Deny", "Run it?\n ❯ 1. Yes\n   2. No", "Password:"} {
		s := newStage(t, "generic")
		s.paint("hello\n" + line + "\n❯ \n" + line + "\n" + words)
		s.wait(4 * time.Second)
		if state := s.w.State(); state.Condition != adapters.Blocked || !state.Beside {
			t.Errorf("%q: %+v", words, state)
		}
	}
	s := newStage(t, "generic")
	s.paint("hello\n" + line + "\n❯ \n" + line + "\n  [e] Edit  [q] Quit  ·  Enter to send")
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// spoken are the last words of a finished turn.
var spoken = []string{
	"● Shall I go on?",
	"Do you want me to also update the tests?",
	"● Done. Would you like me to commit it?",
	"Do you want to proceed?",
	"● Proceed with step 2?",
	"I can do it with or without a test; the question is which, and whether you want me to\ncontinue?",
	"You have two options:\n  1. Leave it.\n  2. Change it.\n\nWhich one?",
	"● 1. First\n  2. Second",
	"- one\n- two",
	"  > one of them\n    and its rest",
	"The command asks `Overwrite? [y/N]` and waits.",
	"$ rm a\nrm: remove regular file 'a'? [y/N]\n\nI ended it, since nobody answers that.",
	"Overwrite a.txt? [y/N] y\nOverwritten.",
	"To leave it, press q to quit.",
	"It says yes or no: y or n.",
	"It will ask you in the end:\n\n```\n  Proceed with the installation? (y/n)\n```",
	"It will ask you `Proceed? (y/n)`",
	"The form is (a) first or (b) second.",
	"I am waiting for your confirmation.",
	"Enter to submit · Esc to cancel",
	"The password is wrong.",
}

// A question in words is the end of a turn, and a question of what was said before is
// none of the agent's.
func TestSpokenAboveTheComposer(t *testing.T) {
	for _, words := range spoken {
		if state := above(t, words); state.Condition != adapters.Idle {
			t.Errorf("%q: %+v", words, state)
		}
	}
	// What was sent, before anything has come of it.
	s := newStage(t, "generic")
	s.paint("hello\n" + composer)
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	s.paint("hello\n\n❯ 1. Do this\n  2. Do that\n\n" + composer)
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// An agent that is known quotes such a line as its last words: it rests by its own word,
// and it is rest as long as the line stands there.
func TestQuotedAboveTheComposer(t *testing.T) {
	const words = "● It asks this:\n\n    rm: remove regular file 'a'? [y/N]\n\n"
	for _, test := range []struct {
		name string
		says func(s *stage)
		want adapters.Condition
	}{
		{"an event", func(s *stage) { s.hook(adapters.Done, "") }, adapters.Done},
		{"a record", func(s *stage) { s.write("\x1b]7501;state=done\x1b\\") }, adapters.Done},
		{"a title", func(s *stage) { s.write("\x1b]0;✳ Claude Code\a") }, adapters.Idle},
		{"nothing", func(*stage) {}, adapters.Blocked},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.write("\x1b]0;◐ Claude Code\a")
			s.paint(composer)
			s.wait(time.Second)
			s.write("\x1b]0;\a")
			s.paint(words + composer)
			s.wait(100 * time.Millisecond)
			test.says(s)
			s.wait(2 * time.Second)
			if got := s.w.State(); got.Condition != test.want {
				t.Fatalf("%+v", got)
			}
			if test.want == adapters.Blocked {
				return
			}
			s.w.Input(s.now) // a draft
			s.paint(words + strings.Replace(composer, "❯ ", "❯ next", 1))
			s.wait(3 * time.Second)
			if got := s.w.State(); got.Condition == adapters.Blocked || s.w.View().Posed {
				t.Errorf("after what was typed: %+v", got)
			}
		})
	}
}

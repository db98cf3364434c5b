package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// What asks at a first start has often no keys below it, and an agent may call
// itself idle beside it.
func TestQuestionsBeforeAnyComposer(t *testing.T) {
	for _, test := range []struct {
		name, screen string
		kind         adapters.Kind
	}{
		{"how to log in", "Claude Code v2.1.329\n\n Select login method:\n\n ❯ 1. An account with a subscription\n\n   2. A console account · usage billing\n", adapters.Auth},
		{"the same of another", "Welcome!\n\n How do you want to sign in?\n\n   Browser\n › API key\n   Later\n", adapters.Auth},
		{"a code from the browser", " Use the url below:\n\nhttps://login.example/?code=true\n\n Paste code here if prompted > ", adapters.Auth},
		{"a code that is being typed", " Use the url below:\n\nhttps://login.example/?code=true\n\n Paste code here if prompted > s3cret", adapters.Auth},
		{"trust", "Accessing workspace:\n /tmp/x\n Do you trust what is in here?\n > 1. No\n   2. Yes\n", adapters.Trust},
		{"a theme and its sample", "Welcome\nChoose the text style that looks best\nTo change this later, run /theme\n\n ❯ 1. Dark mode ✔\n   2. Light mode\n   3. Dark mode (colorblind-friendly)\n\n" + strings.Repeat("╌", 60) + "\n 1  function greet() {\n 2    return\n" + strings.Repeat("╌", 60), adapters.Question},
		{"a theme without numbers", "Welcome\nChoose the text style that looks best\n\n ❯ ✔ Auto\n     Dark\n     Light\n" + strings.Repeat("╌", 60) + "\n 1  function greet() {\n" + strings.Repeat("╌", 60), adapters.Question},
	} {
		for _, agent := range []string{"claude", "codex", "generic"} {
			for _, record := range []string{"", "\x1b]7501;state=idle\x1b\\"} {
				t.Run(fmt.Sprintf("%s in %s %d", test.name, agent, len(record)), func(t *testing.T) {
					s := newStage(t, agent)
					s.paint(test.screen)
					s.write(record)
					s.wait(3500 * time.Millisecond)
					state := s.w.State()
					if state.Condition != adapters.Blocked || state.Kind != test.kind || state.Dialog != nil || strings.Contains(state.Excerpt, "s3cret") {
						t.Errorf("%+v", state)
					}
				})
			}
		}
	}
	// Once there has been a composer, the same is prose.
	s := newStage(t, "claude")
	s.paint(composer)
	s.wait(2 * time.Second)
	s.paint("● The login screen:\n Select login method:\n ❯ 1. An account\n   2. Another\n" + strings.Repeat(" prose\n", 8) + composer)
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// Later, too, what no rule knows is told by its words; a page tells more than
// the one line of it that waits.
func TestQuestionsWithoutAComposer(t *testing.T) {
	for _, test := range []struct {
		agent, screen string
		kind          adapters.Kind
		about         string
	}{
		{"claude", line + "\n Ready to code?\n\n Here is the plan:\n 1. do a\n 2. do b\n\n Would you like to proceed?\n\n ❯ 1. Yes, and manually approve edits\n   2. Type here to tell what to change\n\n ctrl-g to edit in Vim · ~/plans/foo.md", adapters.Permission, "Would you like to proceed?"},
		{"claude", " Use the url below:\n\nhttps://login.example/?code=true\n\n Paste code here if prompted > s3cret", adapters.Auth, "Paste code here"},
		{"copilot", "Enter one-time code: ABCD-1234 at https://login.example/device\nWaiting for authorization...\nPress any key to copy to clipboard and open browser", adapters.Auth, "ABCD-1234"},
	} {
		s := newStage(t, test.agent)
		s.paint(composer)
		s.wait(5 * time.Second)
		s.paint(test.screen)
		s.wait(5 * time.Second)
		s.want(adapters.Blocked, test.kind, adapters.ByScreen)
		if got := s.w.State().Excerpt; !strings.Contains(got, test.about) || strings.Contains(got, "s3cret") {
			t.Errorf("%q: %q", test.screen, got)
		}
	}
}

// Answers of which one is marked are a question of an agent that nobody knows.
func TestMarkedAnswers(t *testing.T) {
	for _, test := range []struct {
		screen string
		kind   adapters.Kind
		about  string
	}{
		{"( O)> go\n◆  The agent would like to call the above tool, do you allow?\n│  ● Allow (Allow the tool call once)\n│  ○ Always Allow\n│  ○ Deny\n└  ", adapters.Permission, "do you allow?"},
		{"Which colour?\n  ○ Red\n  ● Blue\n", adapters.Question, "Which colour?"},
		{"Which colour?\n  ◯ Red\n  ◉ Blue", adapters.Question, "Which colour?"},
		{"Run tool command?\n  touch hello.txt\n\n▸ Approve [Alt+1]\n  Allow All for This Session [Alt+2]\n  Deny with feedback [Alt+3]", adapters.Permission, "Run tool command?"},
		{"Go on?\n  Later (ctrl+l)\n→ Now (ctrl+n)", adapters.Question, "Go on?"},
	} {
		s := newStage(t, "generic")
		s.paint("starting")
		s.wait(2 * time.Second)
		s.paint(test.screen)
		s.wait(5 * time.Second)
		s.want(adapters.Blocked, test.kind, adapters.ByScreen)
		if got := s.w.State().Excerpt; !strings.Contains(got, test.about) {
			t.Errorf("%q: %q", test.screen, got)
		}
	}
	for _, screen := range []string{
		"Progress\n● Build\n○ Test\n○ Ship\n> ",
		"Progress\n● Build\n○ Test\nThe rest follows.",
		"● Build\n● Test\n○ Ship",
		"▸ Thinking\n  of much [Alt+1]\n",
	} {
		s := newStage(t, "generic")
		s.paint("starting")
		s.wait(2 * time.Second)
		s.paint(screen)
		s.wait(30 * time.Second)
		s.want(adapters.Idle, "", adapters.ByScreen)
	}
}

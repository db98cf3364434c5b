package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// pages are what takes the place of a composer and is no question with answers.
var pages = []struct{ agent, screen, about string }{
	{"claude", line + "\n  Help  General   Commands\n\n  It knows your code.\n\n  ←/→ to switch · Esc to close", "Help General Commands"},
	{"claude", line + "\n  Hooks\n  none yet\n\n  ❯ All events\n\n  Enter to view · Esc to close", "Hooks none yet"},
	{"claude", line + "\n  Resume\n  No sessions yet\n\n  Ctrl+A to show all projects · Ctrl+B to only show this branch · Esc to close", "Resume No sessions"},
	{"claude", " Notes:\n 1. It makes mistakes.\n\n Press Enter to continue", "Notes"},
	{"codex", " Resume a session\n Type to search\n  No sessions yet\n" + line + "\n enter resume   esc exit   ^c exit   tab focus sort/filter   ←/→ change option\n ^t transcript   ↑/↓ browse", "enter resume"},
	{"codex", "  Update available\n  1.0 -> 1.1\n\n  Press q to quit", "Update available"},
	{"codex", "/ D I F F / / / /\n+a line\n\n ↑/↓ to scroll · pgup/pgdn to page\n q close", "q close"},
	{"claude", "❯ what was sent\n  \n  and went on\n" + line + strings.Repeat("─", 60) + "\n  Fast mode\n  It is not there now.\n\n  Esc to cancel", "Fast mode"},
	{"gemini", "╭" + line + "╮\n│ > Settings │\n│ ● Vim mode   false │\n│ (Use Enter to select, Ctrl+L to reset, Tab to change focus, Esc to close) │\n╰" + line + "╯", "Settings"},
	{"generic", "  A report\n  of much\n\n  ←/→ switch · esc to exit", "A report"},
}

// An agent may call itself idle with something else in the composer's place.
func TestAPageInTheComposersPlace(t *testing.T) {
	for _, test := range pages {
		s := newStage(t, test.agent)
		box := line + "\n❯ \n" + line + "\n  ? for shortcuts"
		switch test.agent {
		case "codex":
			box = "hi" + codexComposer
		case "gemini":
			box = strings.Repeat("▄", 60) + "\n >   Type your message\n" + strings.Repeat("▀", 60) + "\n workspace"
		}
		s.paint(box)
		s.write("\x1b]7501;state=idle\x1b\\")
		s.wait(5 * time.Second)
		s.want(adapters.Idle, "", s.w.State().By)
		s.paint(test.screen)
		s.wait(300 * time.Millisecond)
		state := s.w.State()
		if state.Condition != adapters.Blocked || state.Kind != adapters.Unspecified || state.Dialog != nil || !strings.Contains(state.Excerpt, test.about) {
			t.Errorf("%s %q: %+v", test.agent, test.screen, state)
		}
		s.wait(time.Minute)
		if s.count(adapters.Blocked) != 1 {
			t.Errorf("%s %q: told %d times", test.agent, test.screen, s.count(adapters.Blocked))
		}
		s.paint(box)
		s.wait(5 * time.Second)
		s.want(adapters.Idle, "", s.w.State().By)
	}
}

// On the first start there has been no composer yet.
func TestAPageBeforeAnyComposer(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(" Notes:\n 1. It makes mistakes.\n\n Press Enter to continue")
	s.wait(1100 * time.Millisecond)
	s.want(adapters.Blocked, adapters.Unspecified, adapters.ByScreen)
}

// A page that signs somebody in is told as such.
func TestAPageToSignIn(t *testing.T) {
	for _, test := range []struct {
		screen string
		kind   adapters.Kind
	}{
		{"  Provider · Step 2/3 · API key\n\n  > \n\n  Enter to submit, Esc to go back", adapters.Auth},
		{"  Finish signing in via your browser\n\n  https://example.com/oauth\n\n  Press esc to cancel", adapters.Auth},
		{"  Statistics\n\n  none yet\n\n  Press esc to close", adapters.Unspecified},
	} {
		s := newStage(t, "generic")
		s.paint(test.screen)
		s.wait(4 * time.Second)
		s.want(adapters.Blocked, test.kind, adapters.ByScreen)
	}
}

// What is typed into a page may be a secret.
func TestAPageKeepsWhatIsTypedToItself(t *testing.T) {
	entry := "\n  ╭──────────╮\n  │ hunter2  │\n  ╰──────────╯\n"
	for _, screen := range []string{
		line + "\n  Add a key" + entry + "  Enter to add · Esc to cancel",
		"╭" + line + "╮\n│ Add a key │\n│ ╭──────────╮ │\n│ │ hunter2  │ │\n│ ╰──────────╯ │\n│ Enter to add · Esc to cancel │\n╰" + line + "╯",
	} {
		s := newStage(t, "claude")
		s.paint(composer)
		s.wait(2 * time.Second)
		s.paint(screen)
		s.wait(time.Second)
		if state := s.w.State(); state.Condition != adapters.Blocked || strings.Contains(state.Excerpt, "hunter2") || !strings.Contains(state.Excerpt, "Add a key") {
			t.Errorf("%q: %+v", screen, state)
		}
	}
}

// Words about keys are no page where there is a composer, or while the agent
// says that it works, or in a sentence.
func TestNoPage(t *testing.T) {
	for _, test := range []struct{ name, screen, says string }{
		{"above the composer", "Enter to confirm · Esc to cancel\n" + composer, "idle"},
		{"in the composer", line + "\n❯ Esc to close\n" + line + "\n", "idle"},
		{"keys that do not leave", "text\n  ctrl+o to expand · esc to interrupt", "idle"},
		{"a sentence", "To leave the editor, press q to quit. Then esc to close the window.", "idle"},
		{"a sentence of one part", "The dialog wants Enter to confirm or Esc to cancel", "idle"},
		{"at work", "  a transcript\n\n  ctrl+o to toggle · Esc to close", "working"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.paint(composer)
			s.write("\x1b]7501;state=" + test.says + "\x1b\\")
			s.wait(2 * time.Second)
			s.paint(test.screen)
			s.wait(3 * time.Second)
			s.want(adapters.Condition(test.says), "", adapters.ByStatus)
		})
	}
	// Of an agent that nobody has seen compose, prose stands there while it comes.
	s := newStage(t, "generic")
	for range 20 {
		s.write("more of it\r\nPress Enter to continue")
		s.wait(500 * time.Millisecond)
		s.write("\r\n")
	}
	s.want(adapters.Working, "", adapters.ByScreen)
}

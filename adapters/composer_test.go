package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// Some composers are two rules with nothing between them, above lines about
// the agent.
func TestAComposerWithoutASign(t *testing.T) {
	rule := strings.Repeat("─", 110)
	const about = "\n~/work (main)\n0.1%/128k (auto)            some-model"
	answered := "● It asks this:\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Enter to confirm · Esc to cancel\n\n"
	for _, test := range []struct {
		name, screen string
		condition    adapters.Condition
		kind         adapters.Kind
		by           adapters.Source
	}{
		{"empty", "Hello.\n" + rule + "\n\n" + rule + about, adapters.Idle, "", adapters.ByScreen},
		{"below a question", answered + rule + "\n\n" + rule + about, adapters.Blocked, adapters.Permission, adapters.ByScreen},
		{"below one that was quoted", answered + "It was answered.\n" + rule + "\n\n" + rule + about, adapters.Idle, "", adapters.ByScreen},
		{"with a text in it", "Hello.\n" + rule + "\nsomething\n" + rule + about, adapters.Working, "", adapters.ByScreen},
		{"rules of another sort", "┌" + rule + "┐\n│ Sign in with                 │\n│ › A subscription             │\n│   A key                      │\n│ ──────────────────────────── │\n│ ─────────────────────        │\n│ Terms of use:                │\n│ https://example.com          │\n└" + rule + "┘", adapters.Blocked, adapters.Auth, adapters.ByScreen},
		{"a rule that is broken", "Sign in\n" + strings.Repeat("─", 240) + "\nTerms", adapters.Working, "", adapters.ByScreen},
		{"in its place a question", "Hello.\n" + rule + "\n Sign in by:\n → a subscription\n   an API key\n\n ↑↓ navigate  enter select  escape/ctrl+c cancel\n\n" + rule + about, adapters.Blocked, adapters.Auth, adapters.ByDialog},
		{"in its place settings", "Hello.\n" + rule + "\n> \x1b[7m \x1b[m\n→ Compact   true\n  Resize    true\n (1/2)\n Enter/Space to change · Esc to cancel\n" + rule + about, adapters.Blocked, adapters.Question, adapters.ByDialog},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.paint("Hello.")
			s.wait(time.Second)
			s.paint("Hello.\n" + rule + "\n\n" + rule + about)
			s.wait(4 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
			s.w.Input(s.now)
			s.paint(test.screen)
			s.wait(4 * time.Second)
			s.want(test.condition, test.kind, test.by)
		})
	}
}

// Silence is rest of an agent that shows no composer. One that took its last
// text with a composer may have put that away while it thinks, which it may do
// for as long as any; where a line is read, somebody is asked.
func TestSilenceInAComposersPlace(t *testing.T) {
	const terms = "It has all come to nothing.\n\nTerms of use:\nhttps://example.com"
	for _, test := range []struct {
		name, agent, before, after string
		condition, later           adapters.Condition
	}{
		{"with a composer", "generic", composer, terms, adapters.Working, adapters.Unknown},
		{"without", "generic", "Hello, what is it?", terms, adapters.Idle, adapters.Idle},
		{"a question", "generic", composer, "It exists. Overwrite it? ", adapters.Unknown, adapters.Unknown},
		{"an entry", "generic", composer, "Your name\n > ", adapters.Unknown, adapters.Unknown},
		{"a question without a cursor", "generic", composer, "Shall I? Let me see\x1b[?25l", adapters.Working, adapters.Unknown},
		{"one that shows when it works", "claude", composer, terms, adapters.Unknown, adapters.Unknown},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, test.agent)
			s.paint(test.before)
			s.wait(11 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
			s.w.Input(s.now)
			s.paint(test.after)
			s.wait(time.Second)
			s.w.Input(s.now)
			s.wait(20 * time.Second)
			if got := s.w.State().Condition; got != test.condition {
				t.Errorf("%s after 20 s, want %s", got, test.condition)
			}
			s.wait(70 * time.Second)
			if got := s.w.State().Condition; got != test.later {
				t.Errorf("%s after 90 s, want %s", got, test.later)
			}
			s.paint(test.before + "\x1b[?25h")
			s.wait(12 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
		})
	}
}

// What was sent may look like the composer, and stand near the bottom above
// what it has opened.
func TestASentCommandIsNoComposer(t *testing.T) {
	above, below := "\n"+strings.Repeat("▄", 60)+"\n", "\n"+strings.Repeat("▀", 60)+"\n"
	for _, test := range []struct {
		name, screen string
		condition    adapters.Condition
	}{
		{"the keys of a page", above + " > /resume" + below + "\n Nothing has been saved.\n Press q to exit", adapters.Blocked},
		{"the same with a cursor in it", above + " > /resume\x1b[7m \x1b[m" + below + "\n Nothing has been saved.\n Press q to exit", adapters.Idle},
		{"no keys", above + " > /resume" + below + "\n workspace", adapters.Idle},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "gemini")
			s.write("\x1b[?25l")
			s.paint(above + " >   Type your message" + below + " workspace")
			s.wait(2 * time.Second)
			s.want(adapters.Idle, "", adapters.ByScreen)
			s.w.Input(s.now)
			s.paint(test.screen)
			s.wait(2 * time.Second)
			if got := s.w.State(); got.Condition != test.condition {
				t.Errorf("%+v, want %s", got, test.condition)
			}
		})
	}
}

// Where the terminal's cursor has stood in the composer, and can be seen
// elsewhere, keys go there: a list may stand above a composer that is left as
// it was.
func TestTheCursorElsewhere(t *testing.T) {
	const box = "top\n\n\n\n\n\n\n   ┃\n   ┃  Ask anything\n   ┃\n   ┃  Build · some-model\n   ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀\n            tab agents  ctrl+p commands"
	const at, list = "\x1b[9;7H", "\x1b[2;20HSelect agent      esc\x1b[3;20HSearch\x1b[4;20H● build\x1b[3;20H"
	begin := func(t *testing.T, learns bool) *stage {
		s := newStage(t, "opencode")
		s.paint(box)
		if learns {
			s.write(at)
		}
		s.wait(2 * time.Second)
		s.want(adapters.Idle, "", adapters.ByScreen)
		return s
	}
	s := begin(t, true)
	s.w.Input(s.now)
	s.write(list)
	s.wait(5 * time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(10 * time.Second)
	s.want(adapters.Unknown, adapters.Unreadable, adapters.ByScreen)
	s.paint(box)
	s.write(at)
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.write("\x1b[?25l") // as some do when their window loses the focus
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)

	// A page that hides the cursor stands above a composer that is left as it was.
	s = begin(t, true)
	s.w.Input(s.now)
	s.write("\x1b[?25l\x1b[2;20HHelp" + strings.Repeat(" ", 30) + "esc/enter\x1b[3;20HSome words                ok")
	s.wait(5 * time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
	if s.w.View().Composing {
		t.Error("a page is open, and its keys go to the composer")
	}
	s.paint(box)
	s.write(at + "\x1b[?25h")
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)

	s = newStage(t, "codex") // the last line of a text may be blank
	s.paint("hi\n\n› one\n  two\x1b[3;3H")
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.write("\x1b[5;3H")
	s.wait(4 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)

	// Some leave it where they painted last.
	s = begin(t, false)
	s.w.Input(s.now)
	s.write("\x1b[40;1H")
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

func TestAbove(t *testing.T) {
	s := newStage(t, "codex")
	s.paint("hi\n\n› Ask Codex to do anything\n\n  mock-model · ~/ws")
	s.wait(time.Second)
	if v := s.w.View(); !v.Composing || v.Above != "hi\n\n" {
		t.Errorf("composing %t, above the composer is %q", v.Composing, v.Above)
	}
	s.paint("hi\n\n› " + strings.Repeat("a line\n  ", 36) + "the last")
	s.wait(time.Second)
	if v := s.w.View(); v.Composing && v.Above != "hi\n\n" {
		t.Errorf("above a tall composer is %q", v.Above)
	}
	s.paint("hi\n\nthere")
	s.wait(time.Second)
	if v := s.w.View(); v.Composing || v.Above != v.Text {
		t.Errorf("composing %t, without a composer %q of %q", v.Composing, v.Above, v.Text)
	}
}

// Answers have rules, too. While the composer is away, what stands between two
// of them is no place to type.
func TestRulesOfAnAnswerAreNoComposer(t *testing.T) {
	rule := strings.Repeat("─", 100)
	frame := func(sign string) string {
		return rule + "\n" + sign + "\x1b7\n" + rule + "\n  some-model\x1b8\x1b[?25h"
	}
	for _, sign := range []string{"❯ ", "> ", ""} {
		for name, quoted := range map[string]string{
			"bullets": "* item one\n* item two", "a quotation": "> Do the thing", "nothing": "", "a command": "$ make",
		} {
			for _, end := range []string{"Running the tests", "", "Running\n  some-model"} {
				s := newStage(t, "generic")
				s.paint("Hello\n" + frame(sign))
				s.wait(4 * time.Second)
				s.want(adapters.Idle, "", adapters.ByScreen)
				s.w.Input(s.now)
				s.paint("Hello\n> Do it\n\nLook:\n" + rule + "\n" + quoted + "\n" + rule + "\n" + end + "\x1b[?25l")
				for range 20 {
					s.wait(time.Second)
					if c := s.w.State().Condition; c == adapters.Idle || s.w.View().Composing {
						t.Errorf("sign %q, %s, %q: %s, composing %t", sign, name, end, c, s.w.View().Composing)
						break
					}
				}
				s.paint("Hello\n> Do it\n\nLook:\nDone.\n\n" + frame(sign))
				s.wait(4 * time.Second)
				s.want(adapters.Idle, "", adapters.ByScreen)
			}
		}
	}
}

// A cursor that cannot be seen is no reason to lose sight of a composer.
func TestAComposerThatHidesTheCursor(t *testing.T) {
	rule := strings.Repeat("─", 100)
	for _, test := range []struct{ name, first, then string }{
		{"in its place", "Hello\n" + rule + "\n> \x1b7\n" + rule + "\x1b8", "Hallo\n" + rule + "\n> \n" + rule + "\x1b[?25l"},
		{"with its sign", "Hello\n" + rule + "\n❯ \x1b7\n" + rule + "\x1b8", "Hello\nmore\n" + rule + "\n❯ \n" + rule + "\x1b[?25l"},
		{"that has never shown it", "Hello\n" + rule + "\n> \n" + rule + "\x1b[?25l", "Hello\nmore\n" + rule + "\n> \n" + rule},
		{"and paints one", "Hello\n" + rule + "\n> \x1b7\n" + rule + "\x1b8", "Hello\nmore\n" + rule + "\n> \x1b[7m \x1b[m\n" + rule + "\x1b[?25l"},
	} {
		s := newStage(t, "generic")
		s.paint(test.first)
		s.wait(4 * time.Second)
		s.paint(test.then)
		s.wait(4 * time.Second)
		if !s.w.View().Composing {
			t.Errorf("%s: no composer", test.name)
		}
	}
}

// A composer may stand anywhere, as long as its edges stand above each other.
func TestAComposerInTheMiddle(t *testing.T) {
	wide, aside := strings.Repeat("─", 68), strings.Repeat(" ", 26)
	for _, test := range []struct {
		name, screen string
		want         adapters.Condition
	}{
		{"between two lines", aside + "   Type below\n" + aside + wide + "\n" + aside + "❯ \n" + aside + wide + "\n" + aside + " some-model", adapters.Idle},
		{"in a box", aside + "╭" + wide + "╮\n" + aside + "│ > " + strings.Repeat(" ", 65) + "│\n" + aside + "╰" + wide + "╯", adapters.Idle},
		{"with nothing above it but a rule", wide + "\n" + aside + "❯ \n" + aside + wide, adapters.Starting},
	} {
		s := newStage(t, "generic")
		for i := range 2 {
			s.paint(strings.Repeat("\n", i) + test.screen)
			s.wait(500 * time.Millisecond)
		}
		s.wait(5 * time.Second)
		if got := s.w.State().Condition; got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if test.want == adapters.Idle && s.w.Caution() != "" {
			t.Errorf("%s: caution: %s", test.name, s.w.Caution())
		}
	}
}

// What idle rests on is the line of the composer, and not what stands below it.
func TestIdleShowsTheComposer(t *testing.T) {
	s := newStage(t, "generic")
	for _, test := range []struct{ held, want string }{{"", "❯"}, {"fix it", "❯ fix it"}} {
		s.paint("Hello\n" + line + "\n❯ " + test.held + "\n" + line + "\n  ? for shortcuts")
		s.wait(4 * time.Second)
		if got := s.w.State(); got.Condition != adapters.Idle || got.Excerpt != test.want {
			t.Errorf("%s, showing %q, want %q", got.Condition, got.Excerpt, test.want)
		}
	}
}

// The upper edge may hold a title that leaves little of it.
func TestAComposerWithATitle(t *testing.T) {
	for _, edge := range []string{"╭─ a title that is long ─────────╮", "── a title that is long ──────────", "╭" + strings.Repeat("─", 20) + " right ─╮", "━━ a title ━━"} {
		s := newStage(t, "generic")
		s.paint("● It is done.\n\n" + edge + "\n❯ \n" + strings.Repeat("─", 34))
		s.wait(4 * time.Second)
		s.want(adapters.Idle, "", adapters.ByScreen)
		if v := s.w.View(); !v.Composing || v.Draft != "" || strings.Contains(v.Above, "title") {
			t.Errorf("%q: %t, %q, above %q", edge, v.Composing, v.Draft, v.Above)
		}
		s.w.Input(s.now)
		s.paint("> go\n\n· Working… (esc to interrupt)\n\n" + edge + "\n❯ \n" + strings.Repeat("─", 34))
		s.wait(20 * time.Second)
		s.want(adapters.Working, "", adapters.ByScreen)
	}
	s := newStage(t, "generic")
	s.paint("hello\n\n── a heading ──\n> a quotation\nand more of it\n\n")
	s.wait(4 * time.Second)
	if s.w.View().Composing {
		t.Error("a heading and a quotation make a composer")
	}
}

package adapters_test

import (
	"fmt"
	"testing"
	"time"

	"rooda/adapters"
)

// toil has an agent show a sign of work above its composer for two seconds; %s is its sign,
// and %d a counter.
func (s *stage) toil(sign string) {
	for i := range 20 {
		s.paint("> go\n\n" + fmt.Sprintf(sign, string([]rune("⠋⠙⠹⠸⠼⠴")[i%6]), i/5) + "\n\n" + composer)
		s.wait(100 * time.Millisecond)
	}
}

// The signs of work that an answer takes the place of.
const (
	keyed  = "%s Working… (%ds · esc to interrupt)"
	turned = "%s Thinking %ds"
)

// The last words of an answer may be few, and may end in an ellipsis or in a time. A sign of
// work that went as they came says that they are no such sign.
func TestFewWordsAtTheEndOfAnAnswer(t *testing.T) {
	for _, words := range []string{
		"● Ok...", "● Ok…", "● Items:\n  - one\n  - and so on...", "● Items:\n  - etc…", "• and more...",
		"✔ Installing dependencies (3.2s)\n✔ Running tests (12s)", "● Bash(make)\n  ✓ Building (3s)", "✓ testing things (12s)", "[+] Building (3.2s)", "☑ Testing… (2s)",
		"● Sure…", "✨ Great...", "Hmm...", "See also…", "And so on...", "🤖 Hello there...", "▪ all done...", "▲ Deployed...", "✦ Gemini says hello...", "⏺ I will wait...", "○ I checked...",
		"✓ Tests pass\n✓ Lint…", "● Testing (12s)", "Something… ", "Nothing else...", "● Bash(make)\n  ⎿  ok\n     … more…",
	} {
		for name, sign := range map[string]string{"a key": keyed, "a sign that turns": turned} {
			s := turn(t, "generic")
			s.toil(sign)
			s.want(adapters.Working, "", adapters.ByScreen)
			s.paint("> go\n\n" + words + "\n\n" + composer)
			s.wait(5 * time.Second)
			if got := s.w.State().Condition; got != adapters.Idle {
				t.Errorf("%q behind %s: %s, want idle", words, name, got)
				continue
			}
			s.w.Input(s.now) // which makes no work of them
			s.paint("> go\n\n" + words + "\n\n" + line + "\n❯ on\n" + line)
			s.wait(5 * time.Second)
			if got := s.w.State().Condition; got != adapters.Idle {
				t.Errorf("%q behind %s, and something typed: %s, want idle", words, name, got)
			}
		}
	}
}

// So does a key that has gone of a line with a sign that only ever turns, and of one that
// speaks of that key.
func TestAQuotedSignAtTheEndOfAnAnswer(t *testing.T) {
	for _, words := range []string{"⏳ is an hourglass", "🕐 Meeting at 1", "⠋ is a braille sign", "● The TUI says: (esc to interrupt)"} {
		s := turn(t, "generic")
		s.toil(keyed)
		s.paint("> go\n\n" + words + "\n\n" + composer)
		s.wait(5 * time.Second)
		if got := s.w.State().Condition; got != adapters.Idle {
			t.Errorf("%q: %s, want idle", words, got)
			continue
		}
		s.w.Input(s.now)
		s.paint("> go\n\n" + words + "\n\n" + line + "\n❯ on\n" + line)
		s.wait(5 * time.Second)
		if got := s.w.State().Condition; got != adapters.Idle {
			t.Errorf("%q, and something typed: %s, want idle", words, got)
		}
	}
}

// What is being done stands for work also where another sign went before it: its tool is silent.
func TestASilentToolBehindAnotherSign(t *testing.T) {
	for _, test := range []struct {
		words string
		after []string
	}{
		{"● Bash(make)\n  ⎿ Running…", []string{keyed, turned, ""}},
		{"Working (12s)", []string{keyed, turned, ""}},
		{"✻ Running tests (1m 2s · 3 tools)", []string{keyed, turned, ""}},
		{"* Almost there… (3s · ↓ 10 tokens)", []string{keyed, turned, ""}},
		{"⠙ Running make", []string{keyed, turned, ""}},
		{" ⠋ run_commands(sleep 10)\n   ⎿ Tip: something", []string{turned, ""}},
		{"⏳ bash", []string{turned, ""}},
		{"• Running command… (esc to interrupt)", []string{keyed, turned, ""}},
		{"Working   esc to interrupt", []string{keyed, turned, ""}},
		{"● Thinking…", []string{""}},
		{"Please wait…", []string{""}},
	} {
		for _, sign := range test.after {
			s := turn(t, "generic")
			if sign != "" {
				s.toil(sign)
			}
			s.paint("> go\n\n" + test.words + "\n\n" + composer)
			s.wait(20 * time.Second)
			if got := s.w.State().Condition; got != adapters.Working {
				t.Errorf("%q behind %q: %s, want working", test.words, sign, got)
			}
		}
	}
}

// A key that was there before a question says nothing of what stands there behind the answer.
func TestASilentToolBehindAnAnswer(t *testing.T) {
	s := turn(t, "generic")
	s.toil(keyed)
	s.paint(permitted)
	s.wait(4 * time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	s.w.Input(s.now)
	s.paint("> go\n\n⏳ bash\n\n" + composer)
	s.wait(20 * time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
}

// In the next turn the same words may be work.
func TestFewWordsOfTheNextTurn(t *testing.T) {
	s := turn(t, "generic")
	s.toil(keyed)
	s.paint("> go\n\n● Done.\n\n" + composer)
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.w.Input(s.now)
	s.paint("> go\n\n● Done.\n\n> on\n\nPlease wait…\n\n" + composer)
	s.wait(20 * time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
}

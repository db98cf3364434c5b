package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
)

// narrow is a stage of that many columns.
func narrow(t *testing.T, agent string, cols int) *stage {
	t.Helper()
	s := newStage(t, agent)
	s.w.Resize(s.now, cols, 40)
	return s
}

// One question is the same in every width, although its answers are broken at
// other words: what was answered before a window changed is not answered again.
func TestWrappedAnswers(t *testing.T) {
	at := map[int]string{
		80: "\n Write the file\n Do you want to make this edit to a.py?\n ❯ 1. Yes\n   2. Yes, and switch to the mode in which edits and the most common commands of\n      it are taken (shift+tab)\n   3. No\n\n Esc to cancel · Tab to amend",
		60: "\n Write the file\n Do you want to make this edit to a.py?\n ❯ 1. Yes\n   2. Yes, and switch to the mode in which edits and the\n      most common commands of it are taken (shift+tab)\n   3. No\n\n Esc to cancel · Tab to amend",
		40: "\n Write the file\n Do you want to make this edit to a.py?\n ❯ 1. Yes\n   2. Yes, and switch to the mode in\n      which edits and the most common\n      commands of it are taken\n      (shift+tab)\n   3. No\n\n Esc to cancel · Tab to amend",
	}
	var first *adapters.Dialog
	for _, cols := range []int{80, 60, 40} {
		s := narrow(t, "claude", cols)
		s.paint(strings.Repeat("─", cols) + at[cols])
		s.wait(time.Second)
		d := s.w.State().Dialog
		if d == nil {
			t.Fatalf("not seen in %d columns: %+v", cols, s.w.State())
		}
		if first == nil {
			first = d
			continue
		}
		if d.Fingerprint != first.Fingerprint {
			t.Errorf("in %d columns another question: %+v, in 80 %+v", cols, d.Options, first.Options)
		}
	}
	if got, want := first.Options[1].Label, "Yes, and switch to the mode in which edits and the most common commands of it are taken (shift+tab)"; got != want {
		t.Errorf("the second answer is %q, want %q", got, want)
	}
}

// A line below an answer that had the room for it is about the answer.
func TestDescribedAnswers(t *testing.T) {
	s := narrow(t, "generic", 40)
	rule := strings.Repeat("─", 40)
	s.paint(rule + "\nWhich one of them?\n❯ 1. Red\n     like a rose and what else is red\n     in all the world\n  2. A rather long answer, it says all\n" + rule + "\n  3. Other\n\nEnter to select · Esc to cancel")
	s.wait(time.Second)
	d := s.w.State().Dialog
	if d == nil {
		t.Fatalf("not seen: %+v", s.w.State())
	}
	var labels []string
	for _, option := range d.Options {
		labels = append(labels, option.Label)
	}
	if diff := cmp.Diff([]string{"Red", "A rather long answer, it says all", "Other"}, labels); diff != "" {
		t.Errorf("answers (-want +got):\n%s", diff)
	}
}

// Arrows are pressed only as far as it is known how many answers there are: in
// a list without numbers the rest of a long one looks like the next.
func TestStepsThatCannotBeCounted(t *testing.T) {
	for _, test := range []struct{ name, middle, want string }{
		{"short", "Yes, but ask", "\x1b[B\x1b[B\r"},
		{"long", "Yes, and ask me each time before\n   it runs something", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := narrow(t, "generic", 40)
			s.paint(fmt.Sprintf("Do you trust this folder?\n ❯ No\n   %s\n   Yes, I trust it\n\n Enter to confirm · Esc to cancel", test.middle))
			s.wait(time.Second)
			policy := adapters.NewPolicy([]adapters.Handler{{Name: "trust", Kind: adapters.Trust, Match: "trust", Choose: "trust it$"}})
			got := ""
			if answer := policy.Decide(s.w.View(), s.now).Answer; answer != nil {
				got = strings.Join(answer.Keys, "")
			}
			if got != test.want {
				t.Errorf("%q would be typed, want %q; options %+v", got, test.want, s.w.State().Dialog)
			}
		})
	}
}

// A window of another size may show less of a question, and it is the same one
// as long as nobody has answered it.
func TestAQuestionInASmallerWindow(t *testing.T) {
	const wide = " Edit file\n a.py\n 1 -x = 1\n 1 +x = 2\n Do you want to make this edit to a.py?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel"
	for _, test := range []struct {
		name, small string
		typed       bool
		told        int
	}{
		{"cut at the top", " 1 +x = 2\n Do you want to make\n this edit to a.py?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel", false, 1},
		{"after somebody has typed", " 1 +x = 2\n Do you want to make\n this edit to a.py?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel", true, 2},
		{"another one", " 1 +x = 2\n Do you want to make\n this edit to b.py?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel", false, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.paint(line + "\n" + wide)
			s.wait(time.Second)
			first := s.w.State().Dialog
			if test.typed {
				s.w.Input(s.now)
			}
			s.w.Resize(s.now, 30, 10)
			s.paint(strings.Repeat("─", 30) + "\n" + test.small)
			s.wait(time.Second)
			s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
			if n := s.count(adapters.Blocked); n != test.told {
				t.Errorf("told %d times, want %d", n, test.told)
			}
			if same := s.w.State().Dialog.Fingerprint == first.Fingerprint; same != (test.told == 1) {
				t.Errorf("the same question: %v", same)
			}
		})
	}
}

// Keys may take more than a line of a narrow window.
func TestKeysInANarrowWindow(t *testing.T) {
	s := narrow(t, "claude", 60)
	rule := strings.Repeat("─", 60)
	s.paint(rule + "\n❯ \n" + rule + "\n  ? for shortcuts")
	s.wait(2 * time.Second)
	s.paint("❯ /model\n  it is kept\n" + rule + "\n  Resume\n  None in this project yet\n  Ctrl+A to show all projects · Ctrl+B to only show\n  current branch · Esc to close")
	s.wait(time.Second)
	s.want(adapters.Blocked, adapters.Unspecified, adapters.ByScreen)
}

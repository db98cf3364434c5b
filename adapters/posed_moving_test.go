package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// moved are last words that offer keys where something goes on moving.
var moved = []struct {
	name  string
	words func(second int) string
}{
	{"time left below", func(n int) string { return fmt.Sprintf("● Bash(rm a)\nAllow? [y/n]\n⏱ %ds left", 300-n) }},
	{"time left above", func(n int) string { return fmt.Sprintf("● Bash(rm a)\nAuto-deny in %ds\nAllow? [y/n]", 300-n) }},
	{"time left in it", func(n int) string { return fmt.Sprintf("● Bash(rm a)\nAllow? (%ds) [y/n]", 300-n) }},
	{"a list", func(n int) string {
		return fmt.Sprintf("Do you want to run rm? (%ds)\n❯ 1. Yes\n  2. No\n\nEnter to confirm · Esc to cancel", 300-n)
	}},
	{"a list, and its keys", func(n int) string {
		return fmt.Sprintf("Do you want to run rm?\n❯ 1. Yes\n  2. No\n\nEnter to confirm · Esc to cancel · %ds", 300-n)
	}},
	{"below a sign", func(n int) string { return turning(n) + " Waiting\nAllow rm? [y/n]" }},
	{"above a sign", func(n int) string { return "Allow rm? [y/n]\n" + turning(n) + " Waiting" }},
	{"above the sign of a message", func(n int) string { return "Allow rm? [y/n]\n" + []string{"●", "✦"}[n%2] + " Waiting" }},
	{"below a mark", func(n int) string { return fmt.Sprintf("✻ Cooking… (%ds · esc to interrupt)\nAllow rm? [y/n]", n) }},
	{"above a mark", func(n int) string {
		return fmt.Sprintf("Allow rm? [y/n]\n\n✻ Cooking… (%ds · esc to interrupt)", n)
	}},
	{"an entry", func(n int) string { return fmt.Sprintf("Password (%ds):", 300-n) }},
	{"above what a title says", func(n int) string { return "\x1b]0;" + turning(n) + " agent\aAllow rm? [y/n]" }},
	{"above a progress, whatever the title", func(n int) string { return fmt.Sprintf("\x1b]9;4;1;%d\aAllow rm? [y/n]", n) }},
	{"nothing but that", func(int) string { return "Waiting for approval…" }},
}

func turning(n int) string { return string([]rune("⠋⠙⠹⠸")[n%4]) }

// A question that stands there for ten seconds is told once, whatever goes on moving around it,
// and once more a while after somebody has typed, where it still stands there.
func TestOffersWhileSomethingMoves(t *testing.T) {
	for _, composed := range []bool{true, false} {
		for _, test := range moved {
			if !composed && strings.Contains(test.name, "title") {
				continue // something that an agent shows without its composer is not compared with a title
			}
			t.Run(fmt.Sprintf("%s, composer %v", test.name, composed), func(t *testing.T) {
				s := newStage(t, "generic")
				s.paint("hello\n" + composer)
				s.wait(4 * time.Second)
				s.w.Input(s.now)
				paint := func(n int) {
					text := "> go\n\n" + test.words(n) + "\n"
					if composed {
						text += "\n" + composer
					}
					s.paint(text)
					s.wait(time.Second)
				}
				for n := range 30 {
					paint(n)
				}
				state := s.w.State()
				if state.Condition != adapters.Blocked || state.Beside && !composed || s.count(adapters.Blocked) != 1 {
					t.Fatalf("told %d times: %s %q by %s", s.count(adapters.Blocked), state.Condition, state.Excerpt, state.By)
				}
				if !strings.Contains(test.name, "above") || strings.Contains(test.name, "time") {
					return
				}
				s.w.Input(s.now)
				for n := range 30 {
					paint(n)
				}
				if state := s.w.State(); state.Condition != adapters.Working || s.count(adapters.Blocked) != 1 {
					t.Errorf("after an answer: %s %q", state.Condition, state.Excerpt)
				}
				for n := range 70 {
					paint(n)
				}
				if state := s.w.State(); state.Condition != adapters.Blocked || s.count(adapters.Blocked) != 2 {
					t.Errorf("a while after a key that answered nothing: %s %q", state.Condition, state.Excerpt)
				}
			})
		}
	}
}

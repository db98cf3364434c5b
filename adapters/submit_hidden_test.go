package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// An agent that hides its composer and shows a sign that turns has taken the text, also where
// nothing is left on the screen of what stood above that.
func TestAComposerThatGivesWayToASign(t *testing.T) {
	const braille = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
	text := longText(60)
	all := strings.Split("> "+strings.ReplaceAll(text, "\n", "\n  "), "\n")
	later := strings.Join(all[len(all)-30:], "\n") + "\n\n"
	sign := func(n int) string { return string([]rune(braille)[n%10]) + " Thinking" }
	frame := func(held string) string {
		return "Hello\nI am here.\n\n" + line + "\n❯ " + held + "\x1b7\n" + line + "\n  ? for shortcuts\x1b8"
	}
	for _, test := range []struct {
		name  string
		shows func(n int) string // after the Enter
		taken bool
	}{
		{"below the later part of the text", func(n int) string { return later + sign(n) }, true},
		{"dots there", func(n int) string { return later + "Thinking" + strings.Repeat(".", 1+n/3%3) }, true},
		{"nothing there", func(int) string { return later }, true},
		{"a sign without the text", sign, true},
		{"a sign and no word", func(n int) string { return string([]rune(braille)[n%10]) }, true},
		{"and without a sign", func(int) string { return "Thinking" }, false},
		{"a question below the sign", func(n int) string { return sign(n) + "\nRun it? [y/n]" }, false},
		{"any question below it", func(n int) string { return sign(n) + "\nRun this now?\nType your answer:" }, false},
		{"a page to sign in", func(n int) string { return string([]rune(braille)[n%10]) + " Waiting for you to log in" }, false},
		{"the composer higher than the screen", func(int) string { return later + line + "\n  ? for shortcuts" }, false},
		{"something below the later part of the text", func(int) string { return later + "Let me see" }, true},
		{"a part of the text and something else", func(int) string { return "Error\n" + later }, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			submission := adapters.NewSubmission(text, adapters.Submit{})
			s.write("\x1b[?2004h")
			s.paint(frame(""))
			for n := range 400 {
				s.wait(100 * time.Millisecond)
				step := submission.Step(s.w.View(), s.now)
				if step.Done != nil {
					if (step.Done.By != "") != test.taken || step.Done.Enters != 1 {
						t.Errorf("%+v after %d enters, want it taken: %t", *step.Done, step.Done.Enters, test.taken)
					}
					return
				}
				switch {
				case step.Keys != "":
					s.w.Own(s.now)
					if submission.Enters() == 0 {
						s.paint(frame("[Pasted text #1 +61 lines]"))
					}
				case submission.Enters() > 0:
					s.paint(test.shows(n) + "\x1b[?25l")
				}
			}
			if test.taken {
				t.Error("never done")
			}
		})
	}
}

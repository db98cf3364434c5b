package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

// deliver submits a text to what is painted after so many writes of keys, with
// the last picture moved on every five seconds by tick where there is one.
func (s *stage) deliver(text string, tick func(picture string, n int) string, pictures ...string) (enters []time.Duration, end adapters.Submitted) {
	s.t.Helper()
	submission := adapters.NewSubmission(text, adapters.Submit{})
	begun, shown := s.now, pictures[0]
	s.write("\x1b[?2004h")
	s.paint(shown)
	for n := range 600 {
		if tick != nil && n%100 == 99 {
			s.paint(tick(shown, n/100))
		}
		s.wait(50 * time.Millisecond)
		step := submission.Step(s.w.View(), s.now)
		if step.Done != nil {
			if !submission.Begun() {
				s.t.Errorf("nothing was pasted: %+v", *step.Done)
			}
			return enters, *step.Done
		}
		if step.Keys == "" {
			continue
		}
		s.w.Own(s.now)
		if step.Keys == "\r" {
			enters = append(enters, s.now.Sub(begun).Truncate(time.Second))
		}
		if len(pictures) > 1 {
			pictures = pictures[1:]
			shown = pictures[0]
			s.paint(shown + "\x1b[m")
		}
	}
	return enters, adapters.Submitted{Problem: "never done"}
}

// longText has so many numbered lines, and a last one.
func longText(lines int) string {
	text := "Read all of this"
	for i := range lines {
		text += fmt.Sprintf("\nthe rule with the number %d", i)
	}
	return text + "\nand begin with the first"
}

// A question about what was pasted quotes its end. However short a time it has
// stood there, no Enter goes to it.
func TestNoEnterForAQuestionThatQuotesTheText(t *testing.T) {
	text := longText(3)
	quoted := strings.ReplaceAll(strings.Join(strings.Split(text, "\n")[2:], "\n"), "the rule", "   the rule")
	for name, page := range map[string]string{
		"a list":           "Hello\n\n Insert pasted text?\n\n" + quoted + "\n\n  › Yes\n    No\x1b[?25l",
		"a letter":         "Hello\n\n Insert this text?\n\n" + quoted + "\n\n Insert it? [Y/n] \x1b[?25l",
		"and its cursor":   "Hello\n\n Insert this text?\n\n" + quoted + "\n\n Insert it? [Y/n] ",
		"nothing else":     "Hello\n\n This will be inserted:\n\n" + quoted + "\x1b[?25l",
		"a list in rules":  "Hello\n" + line + "\n Insert pasted text?\n\n" + quoted + "\n" + line + "\n  › Yes\n    No\x1b[?25l",
		"a list, no sight": "Hello\n" + line + "\n Insert pasted text?\n\n" + quoted + "\n  › Yes\n    No",
	} {
		t.Run(name, func(t *testing.T) {
			for _, cursor := range []string{"\x1b[3;3H", "\x1b[?25l"} {
				s := newStage(t, "generic")
				enters, end := s.deliver(text, nil, "Hello\n"+line+"\n❯ \n"+line+cursor, page)
				if len(enters) > 0 || end.By != "" {
					t.Errorf("%q: Enter at %v, %+v", cursor, enters, end)
				}
			}
		})
	}
}

// An Enter that came to nothing is seen by the text that stands there still,
// however high the composer, and whatever ticks below it.
func TestASwallowedEnter(t *testing.T) {
	tick := func(picture string, n int) string {
		return strings.Replace(picture, "1000 tokens", fmt.Sprintf("%d tokens", 1000+7*n), 1)
	}
	frame := func(text, cursor string) string {
		return line + "\n❯ " + strings.ReplaceAll(text, "\n", "\n  ") + "\x1b7\n" + line + "\n  1000 tokens used\x1b8" + cursor
	}
	for _, test := range []struct {
		name  string
		lines int
	}{{"low", 1}, {"high", 12}, {"as high as the screen", 33}, {"higher", 50}} {
		for _, moves := range []bool{false, true} {
			for _, hidden := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s, ticking %t, cursor hidden %t", test.name, moves, hidden), func(t *testing.T) {
					s, text := newStage(t, "generic"), longText(test.lines)
					cursor := ""
					if hidden {
						cursor = "\x1b[?25l"
					}
					moving := tick
					if !moves {
						moving = nil
					}
					full := "Hello\n" + frame(text, cursor)
					if test.lines > 40 { // only the end of it can be seen
						full = strings.Join(strings.Split(full, "\n")[test.lines-34:], "\n")
					}
					taken := "Hello\n> " + text + "\n\nLet me see\n" + frame("", cursor)
					if test.lines > 12 {
						taken = "> " + strings.Join(strings.Split(text, "\n")[test.lines-10:], "\n") + "\n\nLet me see\n" + frame("", cursor)
					}
					enters, end := s.deliver(text, moving, "Hello\n"+frame("", cursor), full, full, full, taken)
					if len(enters) != 3 || end.By == "" {
						t.Errorf("Enter at %v, %+v", enters, end)
					}
				})
			}
		}
	}
}

// An agent that works shows what it was given where it stood, with the cursor behind it,
// and its composer not at all: no second Enter goes to it.
func TestATextWithoutItsComposer(t *testing.T) {
	s, text := newStage(t, "generic"), longText(3)
	empty := "Hello\n" + line + "\n❯ \x1b7\n" + line + "\x1b8"
	full := "Hello\n" + line + "\n❯ [Pasted text, 90 characters]\x1b7\n" + line + "\x1b8"
	given := "Hello\n" + line + "\n> " + text + "\n\n"
	enters, end := s.deliver(text, nil, empty, full, given, given, given)
	if len(enters) != 1 || end.Problem == "the text stays in the composer" {
		t.Errorf("Enter at %v, %+v", enters, end)
	}
}

// A composer that goes with the Enter, and leaves the text in the conversation or
// something else that is new, is that of an agent at work, however long it says no more.
func TestAComposerThatGoesWithTheEnter(t *testing.T) {
	const text, here = "Do all of the work and say when", "\x1b[?25l"
	quote := "Hello\nI am here.\n\n"
	frame := func(text string) string {
		return quote + line + "\n❯ " + text + "\x1b7\n" + line + "\n  ? for shortcuts\x1b8"
	}
	for _, test := range []struct {
		name, screen string
		taken        bool
	}{
		{"the text in the conversation", quote + "> " + text + here, true},
		{"and more below", quote + "> " + text + "\n\n  thinking" + here, true},
		{"a name in its line", quote + "You: " + text + here, true},
		{"a name and a time above it", quote + "You at 12:30\n" + text + here, true},
		{"a screen that has it and nothing else", "> " + text + here, true},
		{"one that scrolls", "I am here.\n\n> " + text + strings.Repeat("\n\n", 14) + here, true},
		{"without the text", quote + "Let me see" + here, true},
		{"nothing else", quote + here, false},
		{"a clock", quote + "12:30" + here, false},
		{"the same without the edges", quote + "❯ " + text + "\n  ? for shortcuts" + here, true}, // so it may show it
		{"the composer as it was, and lines below it", quote + line + "\n❯ " + text + "\n" + line + strings.Repeat("\nnot found", 14) + here, false},
		{"the trace of a crash in place of all", "Error: " + text + "\n    at run (/app/main.js:10:3)\n    at top (/app/main.js:99:1)\n" + here, false},
		{"and below the conversation", quote + "Traceback\n  File \"/app/main.py\", line 3, in run\n  File \"/app/x.py\", line 7\nKeyError: 'x'" + here, false},
		{"and below the text", quote + "> " + text + "\npanic: x\n\t/app/main.go:3 +0x1\n\t/app/b.go:44 +0x2\n" + here, false},
		{"and nothing but an error that quotes it", "Error: " + text + here, false},
		{"the last words of a program", quote + "\x1b[?2004lGood bye" + here, false},
		{"a sign-in without an address", quote + "Log in to go on" + here, false},
		{"another screen", "something else\nhas come" + here, false},
		{"the text somewhere on it", "something else\nthat speaks\nof it:\n" + text + here, false},
		{"a page to sign in", quote + "Sign in at https://example.com/device\nto go on" + here, false},
		{"and the text above it", quote + "> " + text + "\n\nSign in at https://example.com/device\nto go on" + here, false},
		{"a question about it", quote + " Insert this text?\n\n" + text + "\n\n  › Yes\n    No" + here, false},
		{"a page with its keys", quote + "> " + text + "\n" + line + "\n Settings\n\n Esc to close" + here, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			enters, end := s.deliver(text, nil, frame(""), frame(text), test.screen)
			if len(enters) != 1 || (end.By == "screen") != test.taken {
				t.Errorf("Enter at %v, %+v, want it taken: %t", enters, end, test.taken)
			}
		})
	}
}

// A text may begin with a frame, which no screen tells from the agent's own.
func TestATextThatBeginsWithAFrame(t *testing.T) {
	text := line + "\nRULES OF ALL KINDS\n" + line + strings.TrimPrefix(longText(6), "Read all of this")
	head, foot := "Hello\nI am here.\n\n", "\x1b7\n"+line+"\n  ? for shortcuts\x1b8"
	s := newStage(t, "generic")
	enters, end := s.deliver(text, nil, head+line+"\n❯ "+foot, head+line+"\n❯ [Pasted text #1 +9 lines]"+foot, head+text+"\x1b[?25l")
	if len(enters) != 1 || end.By != "screen" {
		t.Errorf("Enter at %v, %+v", enters, end)
	}
}

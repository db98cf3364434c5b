package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
)

const (
	farQuestion = "Overwrite the file /home/somebody/projects/client/reports/2026/quarter-four/summary-final.txt? [y/N] "
	nearPrompt  = "Shall it be deleted for good? [y/N] "
	midQuestion = "Overwrite the file /home/somebody/projects/summary.txt? [y/N] "
)

// A question that no rule knows, as a line on the terminal asks it, is one question in whatever window: a smaller one may
// cut its line, which nobody paints anew, or the program paints it folded.
func TestAQuestionWiderThanTheWindow(t *testing.T) {
	size := func(s *stage, cols, rows int) {
		s.w.Resize(s.now, cols, rows)
		s.wait(60 * time.Millisecond)
	}
	for _, test := range []struct {
		name, asks   string
		looks        func(*stage) // from 120 by 40
		same, hidden bool         // whether it is asked all the time, and is not to be approved at the end
	}{
		{"never painted anew", farQuestion, func(s *stage) { size(s, 80, 24) }, true, false},
		{"a glance", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.wait(time.Minute)
			size(s, 120, 40)
		}, true, false},
		{"a narrow window", midQuestion, func(s *stage) { size(s, 50, 24) }, true, false},
		{"a tiny window", nearPrompt, func(s *stage) { size(s, 12, 3) }, true, false},
		{"many windows", farQuestion, func(s *stage) {
			for cols := 110; cols > 10; cols -= 10 {
				size(s, cols, 20)
				s.wait(3 * time.Second)
			}
			size(s, 120, 40)
		}, true, false},
		{"windows from one moment to the next", farQuestion, func(s *stage) {
			for cols := 110; cols > 10; cols -= 10 {
				s.w.Resize(s.now, cols, 20)
			}
		}, true, false},
		{"a larger window", nearPrompt, func(s *stage) { size(s, 200, 60) }, true, false},
		{"folded", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\r\x1b[K" + farQuestion)
		}, true, false},
		{"folded, and whole again", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\r\x1b[K" + farQuestion)
			s.wait(time.Minute)
			size(s, 120, 40)
			s.write("\r\x1b[K\x1b[A\x1b[K" + farQuestion)
		}, true, false},
		{"folded below what was cut", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\r\n" + farQuestion)
		}, true, false},
		{"folded before the size is heard of", farQuestion, func(s *stage) {
			s.write("\r\x1b[K" + farQuestion[:80] + "\r\n" + farQuestion[80:])
			s.wait(10 * time.Millisecond)
			size(s, 80, 24)
		}, true, false},
		{"another one before the size is heard of", farQuestion, func(s *stage) {
			s.write("\r\nIt is kept.\r\n")
			s.wait(10 * time.Millisecond)
			size(s, 80, 24)
		}, false, false},
		{"wiped, and folded a little later", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\x1b[H\x1b[2J")
			s.wait(100 * time.Millisecond)
			s.write(farQuestion)
		}, true, false},
		{"folded in a window that has no room for it", farQuestion, func(s *stage) {
			size(s, 12, 3)
			s.write("\r\x1b[K" + farQuestion)
		}, true, true},
		{"folded so, and whole again", farQuestion, func(s *stage) {
			size(s, 12, 3)
			s.write("\r\x1b[K" + farQuestion)
			s.wait(time.Minute)
			size(s, 120, 40)
			s.write("\r\x1b[K" + farQuestion)
		}, true, false},
		{"another output that changes nothing", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.wait(time.Minute)
			s.write("\x1b[m")
		}, true, true},
		{"a key that shows nothing", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.w.Input(s.now)
		}, true, true},
		{"as its terminal shows it, which had other sizes between", farQuestion, func(s *stage) {
			s.w.Resize(s.now, 80, 24)
			s.wait(10 * time.Millisecond)
			s.w.Restore(s.now, []byte("\x1b[H\x1b[2JIt works.\r\n"+farQuestion[:40]))
		}, true, false},

		{"asked again after a key, before the size is heard of", nearPrompt, func(s *stage) {
			s.w.Input(s.now)
			s.write("\r\n" + nearPrompt)
			s.wait(10 * time.Millisecond)
			size(s, 80, 24)
		}, false, false},
		{"answered", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.w.Input(s.now)
			s.write("y\r\n")
			s.wait(60 * time.Millisecond)
			s.write("It goes on.\r\n")
		}, false, false},
		{"something else at once", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\r\nNobody has answered: it is kept.\r\n")
		}, false, false},
		{"something else a while later", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.wait(time.Minute)
			s.write("\r\nIt is kept.\r\n")
		}, false, false},
		{"something else in the large window", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.wait(time.Minute)
			size(s, 120, 40)
			s.wait(time.Minute)
			s.write("\r\nIt is kept.\r\n")
		}, false, false},
		{"wiped for good", farQuestion, func(s *stage) {
			size(s, 80, 24)
			s.write("\x1b[H\x1b[2J")
		}, false, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "generic")
			s.write("It works.\r\n" + test.asks)
			s.wait(10 * time.Second)
			first, asked, told := s.w.State(), s.w.View().Asked, len(s.all)
			if _, _, ok := first.Yes(); first.Condition != adapters.Blocked || !ok {
				t.Fatalf("it is %s, and has a plain yes: %v", first.Condition, ok)
			}
			test.looks(s)
			s.wait(2500 * time.Millisecond)
			if last := s.w.State(); !test.same {
				if last.Condition == adapters.Blocked {
					t.Errorf("it asks: %q", last.Excerpt)
				}
				return
			} else if last.Condition != adapters.Blocked || last.Kind != first.Kind || last.Excerpt != first.Excerpt || last.Question() == nil || last.Question().Fingerprint != first.Question().Fingerprint {
				t.Fatalf("it does not ask the same: %s %q", last.Condition, last.Excerpt)
			}
			s.wait(5 * time.Minute)
			if changes := s.all[told:]; len(changes) > 0 {
				t.Errorf("told: %+v", changes)
			}
			if since := s.w.View().Asked; !since.Equal(asked) {
				t.Errorf("asked since %v, want %v", since.Sub(epoch), asked.Sub(epoch))
			}
			if hidden := s.w.View().Hidden; hidden != test.hidden {
				t.Errorf("hidden: %v", hidden)
			}
			if _, answer, ok := s.w.State().Yes(); !ok || answer != "y" {
				t.Errorf("its yes is %q", answer)
			}
		})
	}
}

// Of a cut question it can be told between the keys of an answer whether it stands there.
func TestAnAnswerToACutQuestion(t *testing.T) {
	for echo, want := range map[string]bool{
		"":                           true,
		"y":                          true,
		"n":                          false,
		"y\r\nNext? [y/N] ":          false,
		"\r\n" + farQuestion:         false,
		"\x1b[H\x1b[2J" + nearPrompt: false,
	} {
		for _, cols := range []int{80, 120} {
			s := newStage(t, "generic")
			s.write("It works.\r\n" + farQuestion)
			s.wait(10 * time.Second)
			s.w.Resize(s.now, 80, 24)
			s.wait(time.Second)
			s.w.Resize(s.now, cols, 24)
			s.wait(5 * time.Second)
			before, d := s.w.View(), s.w.State().Question()
			if d == nil {
				t.Fatal("no question")
			}
			s.w.Own(s.now)
			s.write(echo)
			s.wait(200 * time.Millisecond)
			stands, sure := s.w.View().Stands(before, d, []string{"y"})
			if stands != want || want && !sure {
				t.Errorf("%d columns, %q: stands: %v, sure: %v", cols, strings.TrimSpace(echo), stands, sure)
			}
		}
	}
}

package orchestrator

import (
	"testing"
	"time"

	"rooda/adapters"
)

// A line that was taken away with the Enter, and written again after a while in
// which nothing was in its place, was not only painted anew.
func TestWrittenAgain(t *testing.T) {
	const head, tip, last, same, footer = "Agent v1\n", "Tip: press x\n", "* Answer 1.\n", "* Answer 2.\n", "? for help\n"
	type frame struct {
		after time.Duration
		text  string
		asks  bool
		sized bool
	}
	const long, short = 1500 * time.Millisecond, 300 * time.Millisecond
	for _, test := range []struct {
		name   string
		frames []frame
		want   bool
	}{
		{"nothing happens", []frame{{long, head + last + footer, false, false}}, false},
		{"gone, and back", []frame{{0, head, false, false}, {long, head + same, false, false}}, true},
		{"all gone, and back", []frame{{0, "", false, false}, {long, head + same + footer, false, false}}, true},
		{"gone in steps", []frame{{0, head, false, false}, {short, "", false, false}, {long, head + same, false, false}}, true},
		{"painted anew", []frame{{0, "", false, false}, {short, head + last + footer, false, false}}, false},
		{"gone for good", []frame{{0, head, false, false}, {long, head + footer, false, false}}, false},
		{"covered for a while", []frame{{0, head + "Settings\n", false, false}, {long, head + last, false, false}}, false},
		{"covered soon after", []frame{{0, head, false, false}, {short, head + "Settings\n", false, false}, {long, head + last, false, false}}, false},
		{"a question in between", []frame{{0, head, true, false}, {long, head + last, false, false}}, false},
		{"another size in between", []frame{{0, head, false, true}, {long, head + last, false, true}}, false},
		{"a tip gone, and back", []frame{{0, head + last + footer, false, false}, {long, head + tip + last + footer, false, false}}, false},
		{"scrolled away", []frame{{0, last + "And more.\n", false, false}, {long, head + last, false, false}}, false},
	} {
		start := time.Unix(1000, 0)
		var s scene
		s.Above, s.Text = head+tip+last, head+tip+last+"❯ do it\n"+footer
		q := sequel{former: former{moment: moment{head + tip, start}}}
		q.look(s, start)
		q.enter(s, start)
		now := start.Add(50 * time.Millisecond)
		for _, f := range test.frames {
			now = now.Add(f.after)
			s.Above, s.Text = f.text, f.text
			s.State.Condition = adapters.Working
			if f.asks {
				s.State.Condition = adapters.Blocked
			}
			if f.sized {
				s.Resized = start.Add(1)
			}
			q.look(s, now)
		}
		if q.trail.written != test.want {
			t.Errorf("%s: written is %t", test.name, q.trail.written)
		}
	}
}

// What is written where nothing stood for a while is no notice in the place of another.
func TestFilled(t *testing.T) {
	const head, tip, last, success = "Agent v1\n", "Tip: press x\n", "* It is so.\n", "<promise>SUCCESS</promise>\n"
	const echo, done, footer = "> do it\n", "* Done.\n", "? for help\n"
	type frame struct {
		after time.Duration
		above string
	}
	const long, short = 1500 * time.Millisecond, 300 * time.Millisecond
	for _, test := range []struct {
		name          string
		former, above string
		frames        []frame
		want          bool
	}{
		{"nothing happens", head, head + last, []frame{{long, head + last}}, false},
		{"another answer on a screen that was cleared", head, last + success, []frame{{short, last + success + echo}, {long, ""}, {short, done + success}}, true},
		{"of an agent that shows no echo", head, last, []frame{{long, ""}, {short, done}}, true},
		{"the same painted anew", head, last + success, []frame{{short, ""}, {short, last + success}}, false},
		{"with another tip", head, last + tip, []frame{{short, ""}, {short, last + "Tip: use help\n"}}, false},
		{"cleared, and nothing but the echo", head, last, []frame{{short, ""}, {short, echo}}, false},
		{"cleared, and nothing but a promise", head, last + success, []frame{{short, ""}, {short, success}}, false},
		{"another tip at once", tip, tip, []frame{{long, "Tip: use help\n"}}, false},
		{"a page in between", head, last, []frame{{short, "Settings\n"}, {long, "Other settings\n"}}, false},
		{"a word where the last answer ended", head, head + last + success, []frame{{short, head + last + echo}, {long, head + last + echo + done}}, true},
		{"the last answer again, where all was cleared with the echo", head, last + success, []frame{{short, last + echo}, {long, ""}, {short, last + success}}, true},
		{"not all of it", head, last + success, []frame{{short, last + echo}, {long, ""}, {short, success}}, false},
		{"a tip again, where all was cleared with the echo", head + tip, head + tip, []frame{{short, head + tip + echo}, {long, ""}, {short, head + tip}}, false},
		{"and below the last answer", head + tip, last + tip, []frame{{short, last + tip + echo}, {long, ""}, {short, tip}}, false},
		{"a screenful again, that has come below the echo", head, last + done + success, []frame{{short, done + success + echo}, {long, echo + "* Step 1.\n* Step 2.\n"}, {short, last + done + success}}, true},
		{"the echo gone, and nothing else come", head, last + done, []frame{{short, last + done + echo}, {long, last + done}}, false},
		{"another tip below the echo", head + tip, head + last + tip, []frame{{short, head + last + echo}, {long, head + last + echo + "Tip: use help\n"}}, false},
		{"and at once", head, head + last + tip, []frame{{short, head + last + echo + tip}, {long, head + last + echo + "Tip: use help\n"}}, false},
		{"a tip that has changed before", head + "Tip: use tab\n", head + last + tip, []frame{{short, head + last + echo + tip}, {long, head + last + echo + "Tip: use help\n"}}, false},
	} {
		start := time.Unix(1000, 0)
		var s scene
		s.State.Condition = adapters.Working
		show := func(above, composer string) { s.Above, s.Text = above, above+composer+footer }
		show(test.above, "> do it\n")
		q := sequel{text: "do it", before: moment{test.above, start}, former: former{moment: moment{test.former, start.Add(-time.Minute)}}}
		q.look(s, start)
		q.enter(s, start)
		now := start
		for _, f := range test.frames {
			now = now.Add(f.after)
			show(f.above, "❯\n")
			q.look(s, now)
		}
		if got := q.trail.filled(q.difference(s), q.text); got != test.want {
			t.Errorf("%s: filled is %t", test.name, got)
		}
	}
}

// A window that got narrower between the text and its Enter shows the same in other lines.
func TestFilledInAnotherWindow(t *testing.T) {
	start := time.Unix(1000, 0)
	q := sequel{text: "do it", before: moment{"Agent v1 in /tmp\n* It is so, and will be.\n", start}}
	var s scene
	show := func(above, composer string) { s.Above, s.Text = above, above+composer }
	show("Agent v1\nin /tmp\n* It is so,\nand will be.\n", "> do it\n")
	s.Resized = start.Add(time.Millisecond)
	now := start.Add(time.Second)
	q.enter(s, now)
	show("", "")
	q.look(s, now.Add(time.Millisecond))
	show("Agent v1\nin /tmp\n* It is so,\nand will be.\n", "> \n")
	q.look(s, now.Add(2*time.Millisecond))
	if q.answers(s) {
		t.Error("the same painted anew is an answer")
	}
}

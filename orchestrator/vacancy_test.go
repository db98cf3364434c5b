package orchestrator

import (
	"testing"
	"time"

	"rooda/adapters"
)

// What is written where nothing stood for a while is no notice in the place of another.
func TestVacancy(t *testing.T) {
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
		var v vacancy
		v.look(s, start)
		f := former{above: test.former, at: start.Add(-time.Minute)}
		last, _ := f.answer(s)
		v.begin(s, start, "do it", test.above, f, last)
		now := start
		for _, f := range test.frames {
			now = now.Add(f.after)
			show(f.above, "❯\n")
			v.look(s, now)
		}
		if got := v.filled(s.Above); got != test.want {
			t.Errorf("%s: filled is %t", test.name, got)
		}
	}
}

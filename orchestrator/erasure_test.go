package orchestrator

import (
	"testing"
	"time"

	"rooda/adapters"
)

// A line that was taken away with the Enter, and written again after a while in
// which nothing was in its place, was not only painted anew.
func TestErasure(t *testing.T) {
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
		var e erasure
		e.look(s, start)
		f := former{above: head + tip, at: start}
		rows, known := f.answer(s)
		e.begin(s, start, rows, known)
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
			e.look(s, now)
		}
		if e.written != test.want {
			t.Errorf("%s: written is %t", test.name, e.written)
		}
	}
}

// The last answer is what came since the text before; one that says the same as the one before it is
// known by that.
func TestFormerAnswer(t *testing.T) {
	seen := func(above string) (s scene) {
		s.Above = above
		return s
	}
	at := time.Unix(1000, 0)
	for _, test := range []struct {
		name  string
		f     former
		want  int
		known bool
	}{
		{"the first text", former{none: true}, 0, true},
		{"one that nobody knows", former{}, 3, false},
		{"another host's", former{text: "Agent v1"}, 1, true},
		{"another host's that is out of sight", former{text: "do it all"}, 3, false},
		{"a new one", former{above: "Agent v1\nTip: press x", at: at}, 1, true},
		{"below the text that it is to", former{above: "Agent v1", text: "Tip: press x", at: at}, 1, true},
		{"the same again", former{above: "Agent v1\nTip: press x\nDone 1.", at: at, rows: rowsOf("Done 0.")}, 1, true},
		{"none", former{above: "Agent v1\nTip: press x\nDone 1.", at: at}, 0, true},
	} {
		if rows, known := test.f.answer(seen("Agent v1\nTip: press x\nDone 2.")); len(rows) != test.want || known != test.known {
			t.Errorf("%s: %d rows, known is %t", test.name, len(rows), known)
		}
	}
}

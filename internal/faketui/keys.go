package faketui

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// read takes keys apart.
func (t *tui) read(p []byte) {
	text := t.pending + string(p)
	t.pending, t.chose = "", false
	for text != "" && !t.over {
		switch {
		case strings.HasPrefix(text, "\x1b[200~"):
			t.pasting, text = true, text[6:]
		case strings.HasPrefix(text, "\x1b[201~"):
			t.pasting, text = false, text[6:]
			t.pastedText()
		case strings.HasPrefix(text, "\x1b]7501;?"):
			t.heard = true
			text = text[strings.IndexByte(text, '\\')+1:]
			t.report()
		case strings.HasPrefix(text, "\x1b["):
			end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= 0x40 && r <= 0x7e })
			if end < 0 {
				t.pending = text
				return
			}
			t.key(text[:end+3])
			text = text[end+3:]
		case text[0] == '\x1b' && (len(text) < 7 && strings.HasPrefix("\x1b]7501;?\x1b\\", text)):
			t.pending = text
			return
		default:
			t.key(text[:1])
			text = text[1:]
		}
	}
	t.paint()
}

func (t *tui) pastedText() {
	t.pasted = true
	if t.drop && strings.Contains(t.composer, "\n") {
		t.composer = ""
	}
	if t.ambush == "" || t.state == "starting" {
		return
	}
	how := t.ambush
	t.ambush = ""
	// It comes with the echo of the paste: later, a busy machine might let the
	// Enter pass before it.
	if how == "page" {
		t.paged = true
		t.enter("idle")
		return
	}
	t.surprise(how)
}

// surprise shows a dialog that leaves the composer's text alone, or eats it.
func (t *tui) surprise(how string) {
	kept := t.composer
	t.ask(t.permission("make surprise"), func(bool) {
		t.composer = kept
		if how == "eats" {
			t.composer = ""
		}
		t.enter("idle")
	})
}

// key acts on one key.
func (t *tui) key(k string) {
	switch {
	case t.state == "starting":
	case t.dialog != nil && t.above != "":
		t.decide(k)
	case t.dialog != nil:
		t.choose(k)
	case t.paged:
		t.note(fmt.Sprintf("page gets %q", k))
		t.paged = k != "q"
	case t.pasting || k != "\r":
		if k[0] >= ' ' || k == "\n" {
			t.composer += k
		}
		if !t.pasting {
			t.pasted = false
		}
	case t.fold && t.pasted:
		t.composer, t.pasted = t.composer+"\n", false
	case t.swallow > 0:
		t.swallow--
	case t.meet != "" && t.composer != "":
		how := t.meet
		t.meet = ""
		t.surprise(how)
	default:
		text := strings.TrimRight(t.composer, "\n")
		t.composer, t.pasted = "", false
		if text != "" {
			t.submit(text)
		}
	}
}

// decide acts on a key for a question above the composer, which gets all of them.
func (t *tui) decide(k string) {
	t.note(fmt.Sprintf("question gets %q", k))
	if t.pasting || k != "\r" && k != "y" && k != "n" {
		return
	}
	t.dialog = nil
	t.after(k != "n")
}

// choose acts on a key in a dialog. Like some agents it drops keys at first,
// and what is pasted.
func (t *tui) choose(k string) {
	d := t.dialog
	if t.pasting || t.deaf || time.Since(d.since) < 150*time.Millisecond {
		return
	}
	if t.single && t.chose {
		return
	}
	t.chose = true
	n, err := strconv.Atoi(k)
	switch {
	case k == "\x1b[A":
		d.chosen = max(0, d.chosen-1)
		return
	case k == "\x1b[B":
		d.chosen = min(len(d.options)-1, d.chosen+1)
		return
	case err == nil && n >= 1 && n <= len(d.options):
		d.chosen = n - 1
	case k != "\r":
		return
	}
	yes := d.chosen == d.yes
	t.note(fmt.Sprintf("answer %s: %s", d.question, d.options[d.chosen]))
	d.answers++
	t.dialog = nil
	if d.answers <= t.recur {
		t.enter("working")
		// Long enough for a busy machine to see that it was gone.
		t.later(600*time.Millisecond, func() { d.since = time.Now(); t.dialog = d; t.enter("blocked") })
		return
	}
	t.after(yes)
}

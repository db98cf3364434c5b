package faketui

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// submit begins a turn.
func (t *tui) submit(text string) {
	if t.hush > 0 && t.state == "working" {
		text += " too early"
	}
	t.note("submit " + text)
	switch text {
	case "/exit":
		t.over = true
		return
	case "/clear":
		t.said = nil
		t.paint()
		return
	}
	if t.said = append(t.said, "", "> "+strings.ReplaceAll(text, "\n", "\n  "), ""); t.wipe {
		t.said = nil
	}
	if t.hush > 0 {
		t.state = "working"
		t.paint()
		t.later(t.hush, func() { t.labour(text) })
		return
	}
	t.labour(text)
}

// labour is what a turn does.
func (t *tui) labour(text string) {
	t.enter("working")
	if code, ok := bracket(text, "exit"); ok {
		t.later(100*time.Millisecond, func() { t.code, _ = strconv.Atoi(code); t.over = true })
		return
	}
	wait := 100 * time.Millisecond
	if d, ok := bracket(text, "slow"); ok {
		wait, _ = time.ParseDuration(d)
	}
	finish := func() { t.answer(text) }
	if command, ok := bracket(text, "shell"); ok {
		if command == "" {
			command = "make test"
		}
		finish = func() {
			t.ask(t.permission(command), func(yes bool) {
				if !yes {
					t.said = append(t.said, "* rejected")
					t.enter("idle")
					return
				}
				t.said = append(t.said, "* ran "+command)
				t.enter("working")
				t.later(100*time.Millisecond, func() { t.answer(text) })
			})
		}
	}
	if name, ok := bracket(text, "until"); ok {
		t.until(name, finish)
		return
	}
	t.later(wait, finish)
}

// until does something once there is a file of that name.
func (t *tui) until(name string, then func()) {
	if _, err := os.Stat(name); err == nil {
		then()
		return
	}
	t.later(50*time.Millisecond, func() { t.until(name, then) })
}

func (t *tui) permission(command string) dialog {
	if t.wording != "" {
		return dialog{kind: "permission", head: "Command: " + command, question: t.wording, options: []string{"Yes", "No"}}
	}
	return dialog{kind: "permission", head: "Command: " + command, question: "Do you want to proceed?", options: []string{"Yes", "Yes, and don't ask again", "No"}}
}

// answer ends a turn.
func (t *tui) answer(text string) {
	t.turns++
	t.composer = t.draft
	if _, mute := bracket(text, "mute"); mute {
		t.enter("done")
		return
	}
	t.said = append(t.said, fmt.Sprintf("* Answer %d.", t.turns))
	if t.quote {
		t.said = append(t.said,
			"  The prompt names <promise>SUCCESS</promise> and <promise>FAILURE</promise>.",
			"  > Do you want to confirm? 1. Yes 2. No (esc to interrupt)",
			"  Press Enter to confirm.")
	}
	if word, ok := bracket(text, "say"); ok {
		t.said = append(t.said, "  `<promise>"+word+"</promise>`")
	}
	if count, ok := bracket(text, "why"); ok {
		for n, _ := strconv.Atoi(count); n > 0; n-- {
			t.said = append(t.said, fmt.Sprintf("  Reason %d.", n))
		}
	}
	state := "done"
	if strings.Contains(text, "[error]") {
		t.said, state = append(t.said, "* API Error: it is down"), "error"
	}
	t.paged = strings.Contains(text, "[page]")
	t.enter(state)
	if t.leave > 0 && t.turns >= t.leave {
		t.later(300*time.Millisecond, func() { t.over = true })
	}
}

// ask shows a dialog, which its status record may announce.
func (t *tui) ask(d dialog, after func(yes bool)) {
	if t.announce == 0 {
		t.show(d, after)
		return
	}
	if t.status == "always" || t.status == "asked" && t.heard {
		fmt.Fprintf(t.out, "\x1b]7501;state=blocked:kind=%s\x1b\\", d.kind)
	}
	t.later(t.announce, func() { t.show(d, after) })
}

func (t *tui) show(d dialog, after func(yes bool)) {
	d.since = time.Now()
	t.dialog, t.after = &d, after
	t.enter("blocked")
	write(t.clock, strconv.FormatInt(time.Now().UnixNano(), 10))
	for i := range t.redraw {
		t.later(time.Duration(i+1)*20*time.Millisecond, t.paint)
	}
}

// turn moves the sign of its work on, for as long as that moves.
func (t *tui) turn(until time.Time) {
	if t.state != "working" || time.Now().After(until) {
		return
	}
	t.paint()
	t.later(50*time.Millisecond, func() { t.turn(until) })
}

// working is what it shows while it works.
func (t *tui) working() string {
	if t.spin > 0 && t.frame%2 > 0 {
		return strings.NewReplacer("✶", "✻", "⠙", "⠹").Replace(t.work)
	}
	return t.work
}

// enter changes the state, and says so in the ways that it is set to.
func (t *tui) enter(state string) {
	t.state = state
	t.report()
	switch t.title {
	case "none":
	case "state":
		name := "Fake"
		if state == "working" {
			name = "⠋ Fake"
		}
		fmt.Fprintf(t.out, "\x1b]0;%s\x1b\\", name)
	default:
		fmt.Fprintf(t.out, "\x1b]0;%s\x1b\\", t.title)
	}
	t.paint()
	if state == "working" && t.spin > 0 {
		t.turn(time.Now().Add(t.spin))
	}
}

func (t *tui) report() {
	if t.status == "never" || t.status == "asked" && !t.heard || t.state == "starting" {
		return
	}
	state := t.state
	if t.status == "lying" {
		state = "working"
	}
	if state == "blocked" {
		state += ":kind=" + t.dialog.kind
	}
	fmt.Fprintf(t.out, "\x1b]7501;state=%s\x1b\\", state)
}

// paint draws everything, the same wherever it comes from but for a colour.
func (t *tui) paint() {
	if t.state == "starting" {
		return
	}
	t.frame++
	rule := strings.Repeat("─", 60)
	var lines []string
	for _, s := range t.said {
		lines = append(lines, strings.Split(s, "\n")...)
	}
	hidden := (t.hide || t.wipe) && t.state == "working"
	if t.state == "working" && !hidden {
		lines = append(lines, "", t.working())
	}
	if d := t.dialog; d != nil && t.above != "" {
		lines = append(lines, "", " "+d.head, " "+t.above, "", rule, "❯ "+t.shown(), rule, "  ? for shortcuts")
	} else if d != nil {
		lines = append(lines, "", rule, " "+d.head, " "+d.question)
		for i, option := range d.options {
			cursor := "  "
			if i == d.chosen {
				cursor = "❯ "
			}
			lines = append(lines, fmt.Sprintf(" %s%d. %s", cursor, i+1, option))
		}
		lines = append(lines, "", " Esc to cancel")
	} else if t.paged {
		lines = append(lines, "", rule, " Settings", " > Colour   green", "   Sound    off")
		if t.page == "keys" {
			lines = append(lines, "", " ←/→ to switch · q to go back · Esc to close")
		}
	} else if !hidden {
		lines = append(lines, "", rule, "❯ "+t.shown(), rule, "  ? for shortcuts")
		lines = strings.Split(strings.Join(lines, "\n"), "\n")
	}
	const rows = 38
	if !t.tall {
		lines = lines[max(0, len(lines)-rows):]
	}
	fmt.Fprintf(t.out, "\x1b[?2026h\x1b[H\x1b[2J\x1b[3%dm%s\x1b[0m\x1b[?2026l", 1+t.frame%6, strings.Join(lines, "\r\n"))
}

// shown is what the composer shows of what stands in it.
func (t *tui) shown() string {
	if n := strings.Count(t.composer, "\n"); t.bracket && n > 0 {
		return fmt.Sprintf("[Pasted text #1 +%d lines]", n)
	}
	return strings.ReplaceAll(t.composer, "\n", "\n  ")
}

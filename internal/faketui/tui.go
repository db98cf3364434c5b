package faketui

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

// tui is the program. One goroutine owns it; timers and keys come by channels.
type tui struct {
	options
	out  io.Writer
	keys chan []byte
	due  chan func() // what a timer brings

	state    string // idle, working, blocked, done, error
	said     []string
	composer string
	pasting  bool
	pasted   bool // the last thing typed was a paste
	pending  string
	paged    bool // a page stands where the composer was
	dialog   *dialog
	after    func(yes bool) // once the dialog is answered
	heard    bool           // the terminal answers OSC 7501
	frame    int
	turns    int
	code     int
	over     bool
	deafTo   time.Time
}

type dialog struct {
	kind, head, question string
	options              []string
	chosen, yes          int
	answers              int
	since                time.Time
}

// Main plays the interface on a terminal and returns the exit code.
func Main(args []string, in *os.File, out io.Writer) int {
	o, err := parse(args)
	if err != nil {
		return 64
	}
	if old, err := term.MakeRaw(int(in.Fd())); err == nil {
		defer term.Restore(int(in.Fd()), old)
	}
	t := &tui{options: o, out: out, keys: make(chan []byte), due: make(chan func()), state: "starting"}
	go func() {
		for {
			p := make([]byte, 4096)
			n, err := in.Read(p)
			if err != nil {
				close(t.keys)
				return
			}
			for time.Now().Before(t.deafTo) {
				time.Sleep(10 * time.Millisecond)
			}
			t.keys <- p[:n]
		}
	}()
	t.run()
	fmt.Fprint(out, "\x1b[?2004l\x1b[?1049l\x1b]7501;state=clear\x1b\\")
	t.note("exit")
	return t.code
}

func (t *tui) run() {
	if t.flood > 0 {
		t.deafTo = time.Now().Add(time.Second)
		fmt.Fprint(t.out, strings.Repeat("\x1b[6n\x1b[c", t.flood))
	}
	fmt.Fprint(t.out, "\x1b[?1049h\x1b]7501;?\x1b\\\x1b[c")
	t.later(t.late, t.begin)
	resized := make(chan os.Signal, 1)
	if t.resize {
		signal.Notify(resized, syscall.SIGWINCH)
		defer signal.Stop(resized)
	}
	for !t.over {
		select {
		case p, open := <-t.keys:
			if !open {
				return
			}
			t.read(p)
		case act := <-t.due:
			act()
		case <-resized:
			t.paint()
		}
	}
}

// later does something after a while, on the goroutine that owns everything.
func (t *tui) later(d time.Duration, act func()) {
	time.AfterFunc(d, func() { t.due <- act })
}

func (t *tui) begin() {
	fmt.Fprint(t.out, "\x1b[?2004h")
	if t.repaint > 0 {
		t.again()
	}
	start := func() {
		if t.lazy == "keeps" {
			t.composer = t.prompt
		}
		t.enter("idle")
		if t.prompt != "" && t.lazy == "" {
			t.later(300*time.Millisecond, func() { t.submit(t.prompt) })
		}
	}
	if !t.trust {
		start()
		return
	}
	t.ask(dialog{kind: "permission", head: "Accessing folder", question: "Do you trust the files in this folder?", options: []string{"No, exit", "Yes, I trust this folder"}, yes: 1}, func(yes bool) {
		if !yes {
			t.code, t.over = 1, true
			return
		}
		start()
	})
}

func (t *tui) again() {
	t.paint()
	t.later(t.repaint, t.again)
}

// read takes keys apart.
func (t *tui) read(p []byte) {
	text := t.pending + string(p)
	t.pending = ""
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

// choose acts on a key in a dialog. Like some agents it drops keys at first,
// and what is pasted.
func (t *tui) choose(k string) {
	d := t.dialog
	if t.pasting || t.deaf || time.Since(d.since) < 150*time.Millisecond {
		return
	}
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

func (t *tui) note(line string) { write(t.log, line) }

// write appends a line to a file, if there is one.
func write(file, line string) {
	if file == "" {
		return
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		fmt.Fprintln(f, strings.ReplaceAll(line, "\n", `\n`))
		f.Close()
	}
}

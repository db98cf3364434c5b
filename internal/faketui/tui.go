package faketui

import (
	"fmt"
	"io"
	"os"
	"os/signal"
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
	chose    bool // a key of this read went to a dialog
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
	if !t.tall {
		fmt.Fprint(t.out, "\x1b[?1049h")
	}
	fmt.Fprint(t.out, "\x1b]7501;?\x1b\\\x1b[c")
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

package attach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// agent is the other end of a link in a test: an agent's screen and what a
// shim does with it.
type agent struct {
	screen   *vt.Screen
	history  string
	messages chan shim.Message
	closed   chan struct{}
	once     sync.Once
	fail     error

	mu    sync.Mutex
	typed []byte
	sizes []pty.Size
	jam   chan struct{} // not nil: input is not taken until it is closed
}

func newAgent(cols, rows int) *agent {
	return &agent{
		screen:   vt.New(vt.Options{Cols: cols, Rows: rows}),
		messages: make(chan shim.Message, 1000), closed: make(chan struct{}),
	}
}

func (a *agent) Receive() (shim.Message, error) {
	select {
	case m, more := <-a.messages:
		if !more {
			return m, a.fail
		}
		return m, nil
	case <-a.closed:
		return shim.Message{}, os.ErrClosed
	}
}

func (a *agent) Input(p []byte) error {
	a.mu.Lock()
	jam := a.jam
	a.mu.Unlock()
	if jam != nil {
		select {
		case <-jam:
		case <-a.closed:
			return os.ErrClosed
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.typed = append(a.typed, p...)
	return nil
}

func (a *agent) Resize(size pty.Size) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sizes = append(a.sizes, size)
	return nil
}

func (a *agent) Close() error {
	a.once.Do(func() { close(a.closed) })
	return nil
}

func (a *agent) picture(kind string) {
	sn := a.screen.Snapshot()
	a.messages <- shim.Message{
		Type: kind, Cols: sn.Cols, Rows: sn.Rows, Styled: string(sn.Styled()), Modes: string(sn.ModeBytes()), History: a.history,
	}
}

func (a *agent) print(text string) {
	a.screen.Write([]byte(text))
	a.messages <- shim.Message{Data: []byte(text)}
}

func (a *agent) resize(cols, rows int) {
	a.screen.Resize(cols, rows)
	a.picture("resize")
}

func (a *agent) got() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return string(a.typed)
}

// awaitTyped waits until the agent has got what is wanted, no more and no less.
func (a *agent) awaitTyped(t testing.TB, want string) {
	t.Helper()
	for end := time.Now().Add(windowtest.Patience); a.got() != want; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the agent has got %q, want %q", a.got(), want)
		}
	}
}

// attachment is a client at work on a window.
type attachment struct {
	t       testing.TB
	window  *windowtest.Window
	signals Caught
	cancel  context.CancelFunc
	done    chan struct{}
	end     End
	err     error
	fault   any
}

func attachTo(t testing.TB, w *windowtest.Window, link Link, o Options) *attachment {
	t.Helper()
	terminal, err := OpenTerminal(w.TTY, w.TTY)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	a := &attachment{t: t, window: w, signals: places(), cancel: cancel, done: make(chan struct{})}
	o.Signals = a.signals
	if o.Detach.keys == nil {
		o.Detach = keys(t, `ctrl-\`)
	}
	go func() {
		defer close(a.done)
		defer func() { a.fault = recover() }()
		a.end, a.err = Run(ctx, terminal, link, o)
	}()
	t.Cleanup(func() {
		cancel()
		<-a.done
		terminal.Close()
	})
	return a
}

// over waits for the end and checks that the window is as it was.
func (a *attachment) over() (End, error) {
	a.t.Helper()
	select {
	case <-a.done:
	case <-time.After(windowtest.Patience):
		a.t.Fatal("the client goes on")
	}
	a.window.Settle()
	if left := a.window.Leftover(); left != "" {
		a.t.Errorf("left behind: %s", left)
	}
	return a.end, a.err
}

// everything switches on what a full-screen program may.
const everything = "\x1b[?1049h\x1b[?1h\x1b=\x1b[?1000h\x1b[?1002h\x1b[?1003h\x1b[?1006h\x1b[?1004h\x1b[?2004h\x1b[?2031h\x1b[>1u\x1b[>4;2m\x1b[?25l\x1b[4 q\x1b]0;agent\a\x1b[3;8r\x1b[?7l"

// same compares the window's screen with the agent's, styles included.
func same(t testing.TB, w *windowtest.Window, a *agent) {
	t.Helper()
	want := a.screen.Snapshot()
	w.Until("look like the agent's screen:\n"+want.Text(), func(sn *vt.Snapshot, _ []byte) bool { return bytes.Equal(sn.Styled(), want.Styled()) })
}

func TestDetachAndAttachAgain(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	w.TTY.WriteString("$ my own line\r\n$ rooda attach\r\n")
	link := newAgent(80, 24)
	link.print("\x1b[1;31mbold red\x1b[m plain\r\n" + everything + "\x1b[5;5Hfull \x1b[44mscreen\x1b[m 端末")
	<-link.messages
	for range 2 {
		link.closed, link.once = make(chan struct{}), sync.Once{}
		link.picture("snapshot")
		a := attachTo(t, w, link, Options{})
		same(t, w, link)
		if got, want := w.Snapshot().Modes, link.screen.Snapshot().Modes; got != want {
			t.Errorf("modes %v, want %v", got.Names(), want.Names())
		}
		if got := w.Snapshot().Keyboard; got.OtherKeys != 2 || string(got.Kitty) != "\x01" {
			t.Errorf("keyboard %v", got)
		}
		w.Keys("y\x1c")
		if end, err := a.over(); !end.Detached || err != nil {
			t.Errorf("end %+v, %v", end, err)
		}
		if text := w.Text(); !strings.Contains(text, "bold red plain") || strings.Contains(text, "full screen") {
			t.Errorf("after detaching the main screen shows %q", text)
		}
	}
	if got := link.got(); got != "yy" {
		t.Errorf("the agent got %q", got)
	}
	if h := w.History(); !strings.Contains(h, "$ my own line\n$ rooda attach\n") {
		t.Errorf("the person's lines are gone from the history:\n%s", h)
	}
}

func TestOutputGoesThrough(t *testing.T) {
	w := windowtest.New(t, 40, 10)
	link := newAgent(40, 10)
	link.history = "old 1\r\nold 2\r\n"
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{})
	for i := range 50 {
		link.print(fmt.Sprintf("line %d\r\n", i))
	}
	link.print("\x1b[6n\x1b[c\x1b]11;?\x07ende\x1b[3")
	same(t, w, link)
	if h := w.History(); !strings.Contains(h, "old 1\nold 2\nline 0\nline 1\n") && !strings.Contains(h, "old 2\n") {
		t.Errorf("history:\n%s", h)
	}
	if n := strings.Count(w.History(), "line 7\n"); n != 1 {
		t.Errorf("line 7 is %d times in the terminal's own history", n)
	}
	code := 3
	link.messages <- shim.Message{Type: "exit", Exit: &shim.Exit{Code: code}}
	end, err := a.over()
	if err != nil || end.Exit == nil || end.Exit.Code != code {
		t.Errorf("end %+v, %v", end, err)
	}
	if text := w.Text(); !strings.HasSuffix(text, "line 49\nende") {
		t.Errorf("the screen ends %q", text)
	}
	if y := w.Snapshot().Cursor; y.X != 0 {
		t.Errorf("cursor at %+v", y)
	}
}

func TestEndings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(*attachment, *agent)
		want End
		err  error
	}{
		{"key", func(a *attachment, _ *agent) { a.window.Keys("\x1c") }, End{Detached: true}, nil},
		{"encoded key", func(a *attachment, _ *agent) { a.window.Keys("\x1b[92;5u") }, End{Detached: true}, nil},
		{"asked to go", func(_ *attachment, l *agent) { l.messages <- shim.Message{Type: "detach"} }, End{Detached: true}, nil},
		{"TERM", func(a *attachment, _ *agent) { a.signals.ends <- syscall.SIGTERM }, End{Signal: syscall.SIGTERM}, nil},
		{"HUP", func(a *attachment, _ *agent) { a.signals.ends <- syscall.SIGHUP }, End{Signal: syscall.SIGHUP}, nil},
		{"QUIT", func(a *attachment, _ *agent) { a.signals.ends <- syscall.SIGQUIT }, End{Signal: syscall.SIGQUIT}, nil},
		{"end of the link", func(_ *attachment, l *agent) { l.fail = io.EOF; close(l.messages) }, End{}, ErrGone},
		{"failure of the link", func(_ *attachment, l *agent) { l.fail = io.ErrUnexpectedEOF; close(l.messages) }, End{}, ErrGone},
		{"context", func(a *attachment, _ *agent) { a.cancel() }, End{}, context.Canceled},
		{"key, agent does not read", func(a *attachment, l *agent) {
			l.mu.Lock()
			l.jam = make(chan struct{})
			l.mu.Unlock()
			a.window.Keys("typed")
			a.window.Keys(strings.Repeat("more", 1000) + "\x1c")
		}, End{Detached: true}, nil},
		{"key in the middle of a sequence", func(a *attachment, l *agent) {
			l.print("\x1b]0;half")
			l.print("\x1bPq" + strings.Repeat("#", 2*maxString))
			a.window.Until("get the string", func(_ *vt.Snapshot, raw []byte) bool { return bytes.Contains(raw, []byte("####")) })
			a.window.Keys("\x1c")
		}, End{Detached: true}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := windowtest.New(t, 80, 24)
			link := newAgent(80, 24)
			link.print("hello" + everything)
			<-link.messages
			link.picture("snapshot")
			a := attachTo(t, w, link, Options{})
			same(t, w, link)
			test.do(a, link)
			end, err := a.over()
			if end != test.want || !errors.Is(err, test.err) {
				t.Errorf("end %+v, %v", end, err)
			}
		})
	}
}

// TestCancelledIsNotLost: the end of the context closes the link, which is then no loss.
func TestCancelledIsNotLost(t *testing.T) {
	received := make(chan shim.Message)
	close(received)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 50 { // of two things that have happened, any may be seen first
		c := &client{received: received, keyboard: &keyboard{}, lost: os.ErrClosed}
		if _, err := c.loop(ctx); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
}

// TestPanic: a fault anywhere must not leave the terminal raw.
func TestPanic(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.print(everything)
	<-link.messages
	link.picture("snapshot")
	link.messages <- shim.Message{Type: "snapshot", Cols: 80, Rows: 24, Styled: "now"}
	a := attachTo(t, w, panicking{link}, Options{})
	w.Keys("x")
	a.over()
	if a.fault != "fault in Input" {
		t.Errorf("fault %v, end %+v, %v", a.fault, a.end, a.err)
	}
}

type panicking struct{ *agent }

func (panicking) Input([]byte) error { panic("fault in Input") }

// TestStalledTerminal: a terminal that does not read must not keep the client
// from ending, and gets its termios back.
func TestStalledTerminal(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"TERM", "key"} {
		t.Run(how, func(t *testing.T) {
			w := windowtest.New(t, 80, 24)
			usual := w.Termios()
			link := newAgent(80, 24)
			link.picture("snapshot")
			a := attachTo(t, w, link, Options{})
			link.print("ready")
			w.Await("ready")
			w.Stall(true)
			link.messages <- shim.Message{Data: bytes.Repeat([]byte("x"), 1<<20)}
			time.Sleep(50 * time.Millisecond) // it fills up
			begun := time.Now()
			if how == "TERM" {
				a.signals.ends <- syscall.SIGTERM
			} else {
				w.Keys("\x1c")
			}
			select {
			case <-a.done:
			case <-time.After(windowtest.Patience):
				t.Fatal("the client goes on")
			}
			if took := time.Since(begun); took > 3*time.Second {
				t.Errorf("took %v", took)
			}
			if now := w.Termios(); now != usual {
				t.Errorf("termios %+v", now)
			}
		})
	}
}

func TestWindowChangesSize(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.print("\x1b[?1049h\x1b[?2004hfirst")
	<-link.messages
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{})
	same(t, w, link)
	w.SetSize(60, 12)
	a.signals.sizes <- syscall.SIGWINCH
	link.mu.Lock()
	for len(link.sizes) == 0 {
		link.mu.Unlock()
		time.Sleep(time.Millisecond)
		link.mu.Lock()
	}
	if link.sizes[0] != (pty.Size{Cols: 60, Rows: 12}) {
		t.Errorf("sizes %v", link.sizes)
	}
	link.mu.Unlock()
	link.resize(60, 12)
	link.print("\x1b[2J\x1b[12;1Hlast line")
	same(t, w, link)
	w.Keys("\x1c")
	a.over()
}

// TestOtherSize shows screens that do not fit, and that are smaller.
func TestOtherSize(t *testing.T) {
	w := windowtest.New(t, 20, 5)
	link := newAgent(80, 24)
	link.print("top left" + strings.Repeat("\r\n", 10) + "\x1b[?2004h\x1b[?1000h\x1b[1mabcdefghijklmnopqrstuvwxyz\x1b[m\r\nbelow 端 cursor")
	<-link.messages
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{Fixed: true})
	w.Await(`(?m)^abcdefghijklmnopqrst$`)
	if text := w.Text(); !strings.HasSuffix(text, "below 端 cursor") {
		t.Errorf("screen %q", text)
	}
	if sn := w.Snapshot(); !sn.Modes.Has(vt.BracketedPaste) || sn.Modes.Has(vt.MouseClick) || sn.Cursor.Y != 4 || sn.Cursor.X != 15 {
		t.Errorf("modes %v, cursor %+v", sn.Modes.Names(), sn.Cursor)
	}
	link.print("\x1b[1;1H")
	w.Await(`^top left`)
	link.print("\x1b[12;70Hfar right")
	w.Await(`far right`)
	link.resize(20, 5)
	link.print("\x1b[2J\x1b[HNow it fits")
	same(t, w, link)
	link.resize(10, 3)
	link.print("\x1b[2J\x1b[Hsmall\r\n0123456789abc")
	w.Await(`^small\n0123456789\nabc`)
	if got := link.got() + fmt.Sprint(link.sizes); got != "[]" {
		t.Errorf("the agent got %q", got)
	}
	w.Keys("\x1c")
	a.over()
	if text := w.Text(); !strings.HasPrefix(text, "small\n0123456789\nabc") {
		t.Errorf("left with %q", text)
	}
}

func TestReadOnly(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{ReadOnly: true, Fixed: true})
	link.print("hello")
	w.Await("hello")
	w.SetSize(70, 20)
	a.signals.sizes <- syscall.SIGWINCH
	w.Keys("typing\x1c")
	if end, err := a.over(); !end.Detached || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
	if got := link.got() + fmt.Sprint(link.sizes); got != "[]" {
		t.Errorf("the agent got %q", got)
	}
}

// TestPasteIsWhole: what is pasted in many reads is sent in one piece.
func TestPasteIsWhole(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := &recorder{agent: newAgent(80, 24)}
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{})
	link.print("ready")
	w.Await("ready")
	paste := "\x1b[200~" + strings.Repeat("all work and no play\r", 5000) + "\x1c\x1b[201~"
	for rest := paste; rest != ""; {
		n := min(3000, len(rest))
		w.Keys(rest[:n])
		rest = rest[n:]
	}
	w.Keys("\x1c")
	if end, err := a.over(); !end.Detached || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
	if len(link.pieces) == 0 || link.pieces[0] != paste {
		t.Errorf("%d pieces", len(link.pieces))
	}
}

// TestDetachFromAPasteThatWasEnded: the terminal owes its end, and the keys detach all the same.
func TestDetachFromAPasteThatWasEnded(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{})
	link.print("ready")
	w.Await("ready")
	w.Keys("\x1b[200~half")
	link.awaitTyped(t, "\x1b[200~half")
	link.messages <- shim.Message{Type: "paste"}
	w.Await("your paste was ended")
	w.Keys("\x1c")
	if end, err := a.over(); !end.Detached || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
}

// TestDetachFromAnEndlessPaste: who only looks detaches in the midst of a paste, and who types when it has
// paused, or by pressing the keys again and again.
func TestDetachFromAnEndlessPaste(t *testing.T) {
	for name, test := range map[string]struct {
		options Options
		keys    []string
		pause   time.Duration
	}{
		"only looking": {Options{ReadOnly: true, Fixed: true}, []string{"\x1b[200~abc", "\x1c"}, 10 * time.Millisecond},
		"paused":       {Options{}, []string{"\x1b[200~abc", "\x1b[92;5u"}, pasteWait + 300*time.Millisecond},
		"held down":    {Options{}, []string{"\x1b[200~abc", "\x1c", "\x1c", "\x1c"}, 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := windowtest.New(t, 80, 24)
			link := newAgent(80, 24)
			link.picture("snapshot")
			a := attachTo(t, w, link, test.options)
			link.print("ready")
			w.Await("ready")
			for _, key := range test.keys {
				w.Keys(key)
				time.Sleep(test.pause)
			}
			if end, err := a.over(); !end.Detached || err != nil {
				t.Errorf("end %+v, %v", end, err)
			}
		})
	}
}

// TestPasteTooLong: a person is told that nothing of it was typed, or what stands there.
func TestPasteTooLong(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{})
	link.print("ready")
	w.Await("ready")
	link.messages <- shim.Message{Type: "long", Long: &pty.LineError{Bytes: 5000, Max: 4095}}
	w.Await(`not typed: the agent's terminal keeps 4095 bytes of a line, and this one is\s+longer; to type, press nothing for 2 seconds`)
	link.messages <- shim.Message{Type: "long", Long: &pty.LineError{Bytes: 5000, Max: 4095, Stood: 4000}}
	w.Await(`the rest is not typed: the agent's terminal keeps 4095 bytes of a line, and\s+4000 stand there, which Ctrl-U takes back; to type, press nothing for 2 seconds`)
	w.Keys("\x1c")
	if end, err := a.over(); !end.Detached || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
}

// recorder keeps what comes in one call of Input.
type recorder struct {
	*agent
	pieces []string
}

func (p *recorder) Input(b []byte) error {
	p.pieces = append(p.pieces, string(b))
	return p.agent.Input(b)
}

func TestOpenTerminalRefusesOthers(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, pair := range [][2]*os.File{{null, w.TTY}, {w.TTY, null}} {
		if _, err := OpenTerminal(pair[0], pair[1]); !errors.Is(err, ErrNoTerminal) {
			t.Errorf("error %v", err)
		}
	}
}

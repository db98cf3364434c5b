package shim

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
	"rooda/pty/ptytest"
	"rooda/pty/vt"
)

// terminal is what a person would see: it takes what a viewer receives.
type terminal struct {
	screen  *vt.Screen
	next    int64 // offset of the next byte
	resyncs int
	exit    *Exit
	notes   []Message
}

// take takes one message; false after the last.
func (m *terminal) take(t testing.TB, v *Viewer) bool {
	t.Helper()
	got, err := v.Receive()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			t.Errorf("receive: %v", err)
		}
		return false
	}
	switch got.Type {
	case "":
		m.screen.Write(got.Data)
		m.next += int64(len(got.Data))
	case "resync", "resize", "snapshot":
		if got.Type == "resync" {
			m.resyncs++
		} else if got.Type == "resize" {
			m.notes = append(m.notes, got)
		}
		m.screen = vt.New(vt.Options{Cols: got.Cols, Rows: got.Rows})
		m.screen.Write([]byte(got.History + got.Styled + got.Modes))
		m.next = got.Offset
	case "exit":
		m.exit = got.Exit
	default:
		m.notes = append(m.notes, got)
	}
	return true
}

func (m *terminal) takeAll(t testing.TB, v *Viewer) {
	for m.take(t, v) {
	}
}

func (m *terminal) awaitText(t testing.TB, v *Viewer, text string) {
	t.Helper()
	for m.screen == nil || !strings.Contains(m.screen.Snapshot().Text(), text) {
		if !m.take(t, v) {
			t.Fatalf("no %q", text)
		}
	}
}

// awaitNote takes the first note of that type for which is says yes. Notes of
// different types come in any order.
func (m *terminal) awaitNote(t testing.TB, v *Viewer, kind string, is func(Message) bool) {
	t.Helper()
	for seen := 0; ; {
		for ; seen < len(m.notes); seen++ {
			if n := m.notes[seen]; n.Type == kind && is(n) {
				m.notes = slices.Delete(m.notes, seen, seen+1)
				return
			}
		}
		if !m.take(t, v) {
			t.Fatalf("no such %s", kind)
		}
	}
}

func attach(t testing.TB, dir string, o AttachOptions) *Viewer {
	t.Helper()
	c := Dial(dir)
	v, err := c.Attach(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	v.socket.conn.SetReadDeadline(time.Now().Add(time.Minute)) // what never comes fails the test
	t.Cleanup(func() { v.Close(); c.Close() })
	return v
}

func picture(s *vt.Snapshot) map[string]any {
	return map[string]any{"styled": string(s.Styled()), "modes": string(s.ModeBytes()), "cols": s.Cols, "rows": s.Rows}
}

// A viewer sees what there is, with modes, then what comes, then the end.
func TestAttach(t *testing.T) {
	r, tape := request(t, "screen")
	r.Spec.Size = pty.Size{Cols: 80, Rows: 24}
	term := begin(t, r)
	tape.Await(t, "\x1b[6 q")
	v := attach(t, r.Dir, AttachOptions{})
	if h := v.Hello; h.Type != "hello" || h.API != API || h.Pid != term.Pid() || h.Cols != 80 || h.Rows != 24 || h.Offset != int64(len(tape.String())) {
		t.Errorf("hello %+v", h)
	}
	var seen terminal
	seen.awaitText(t, v, "red 端末")
	if s := seen.screen.Snapshot(); !s.Modes.Has(vt.BracketedPaste) || !s.Modes.Has(vt.AltScreen) {
		t.Errorf("modes %v", s.Modes.Names())
	}
	v.Input([]byte("x"))
	seen.awaitText(t, v, "more")
	now, err := term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(picture(now), picture(seen.screen.Snapshot())); d != "" {
		t.Errorf("screen (-want +got):\n%s", d)
	}
	v.Input([]byte("x"))
	seen.takeAll(t, v)
	if seen.exit == nil || seen.exit.Code != 0 || seen.exit.Bytes != int64(len(tape.String())) {
		t.Errorf("exit %+v", seen.exit)
	}
	if state, _ := Probe(t.Context(), r.Dir); state != Finished {
		t.Errorf("the viewer was told before it was recorded: %s", state)
	}
	if _, err := Dial(r.Dir).Attach(t.Context(), AttachOptions{}); !errors.Is(err, ErrFinished) {
		t.Errorf("attach after the end: %v", err)
	}
}

// Output that a viewer gets is the log's, from the offset of its picture on,
// without queries.
func TestAttachGetsNoQueries(t *testing.T) {
	r, tape := request(t, "ask")
	r.Spec.Argv = append([]string{"sh", "-c", `read go; exec "$0" "$@"`, r.Spec.Path}, r.Spec.Argv[1:]...)
	r.Spec.Path = "/bin/sh"
	term := begin(t, r)
	viewer := attach(t, r.Dir, AttachOptions{Resume: true})
	if err := viewer.Input([]byte("go\n")); err != nil {
		t.Fatal(err)
	}
	var seen bytes.Buffer
	for {
		m, err := viewer.Receive()
		if err != nil {
			break
		}
		seen.Write(m.Data)
	}
	ptytest.End(t, term)
	if seen.Len() != len(tape.String()) {
		t.Fatalf("viewer got %d bytes of %d", seen.Len(), len(tape.String()))
	}
	for i, b := range seen.Bytes() {
		if b != tape.String()[i] && b != 0 {
			t.Errorf("byte %d is %q, in the log %q", i, b, tape.String()[i])
		}
	}
	for _, query := range []string{"\x1b[6n", "\x1b[c", "\x1b]11;?", "\x1b[>q", "\x1b[5n"} {
		if strings.Contains(seen.String(), query) {
			t.Errorf("viewer got the query %q", query)
		}
	}
	if !strings.Contains(seen.String(), "\x1b[3;4H") {
		t.Errorf("viewer got %q", seen.String())
	}
}

// A viewer that does not read delays nobody; when it reads again it gets a new
// picture, and ends with the screen that everybody sees.
func TestSlowViewer(t *testing.T) {
	gate := filepath.Join(t.TempDir(), "gate")
	r, tape := request(t, "flood 30000000 "+gate+".copy "+gate)
	term := begin(t, r)
	v := attach(t, r.Dir, AttachOptions{})
	eventually(t, "the agent has written half", func() bool { return len(tape.String()) > 14_900_000 })
	var seen terminal
	for seen.resyncs == 0 {
		if !seen.take(t, v) {
			t.Fatal("the viewer was cut off: no picture in the place of what was missed")
		}
	}
	if err := os.WriteFile(gate, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the agent has written all", func() bool { return len(tape.String()) > 29_000_000 })
	seen.takeAll(t, v)
	exit := ptytest.End(t, term)
	if seen.resyncs > 40 {
		t.Errorf("%d resyncs", seen.resyncs)
	}
	last, err := term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// The end may have been told before the viewer had read what came before it, the
	// first picture included.
	if seen.exit == nil {
		t.Skip("the viewer was too slow for the end")
	}
	if d := cmp.Diff(picture(last), picture(seen.screen.Snapshot())); d != "" || seen.next != exit.Bytes {
		t.Errorf("at %d of %d (-want +got):\n%s", seen.next, exit.Bytes, d)
	}
}

// A viewer that never reads does not delay the end either.
func TestDeafViewer(t *testing.T) {
	t.Parallel()
	r, _ := request(t, "flood 20000000")
	term := begin(t, r)
	attach(t, r.Dir, AttachOptions{})
	ptytest.End(t, term)
	eventually(t, "shim has gone", func() bool { return len(shims(t, r.Dir)) == 0 })
}

// The terminal's size follows whoever typed last; what both type arrives.
func TestTwoWriters(t *testing.T) {
	var mu sync.Mutex
	var told []pty.Hands
	r, tape := request(t, "echo")
	r.Spec.Hands = func(h pty.Hands) { mu.Lock(); defer mu.Unlock(); told = append(told, h) }
	last := func() pty.Hands {
		mu.Lock()
		defer mu.Unlock()
		if len(told) == 0 {
			return pty.Hands{Writers: -1}
		}
		return told[len(told)-1]
	}
	term := begin(t, r)
	tape.Await(t, "ready")
	eventually(t, "nobody is there", func() bool { return last() == pty.Hands{Size: pty.Size{Cols: 120, Rows: 40}} })

	size := func(want pty.Size) {
		t.Helper()
		eventually(t, "the terminal's size follows", func() bool {
			s, err := term.Snapshot(t.Context())
			return err == nil && s.Cols == int(want.Cols) && s.Rows == int(want.Rows)
		})
	}
	small, large, dragged := pty.Size{Cols: 80, Rows: 24}, pty.Size{Cols: 130, Rows: 45}, pty.Size{Cols: 100, Rows: 30}
	one := attach(t, r.Dir, AttachOptions{Size: small})
	var seenOne, seenTwo terminal
	seenOne.awaitNote(t, one, "lease", func(m Message) bool { return m.Held })
	size(small)
	two := attach(t, r.Dir, AttachOptions{Size: large})
	peek := attach(t, r.Dir, AttachOptions{ReadOnly: true, Size: pty.Size{Cols: 10, Rows: 10}})
	peek.Input([]byte("not this\n"))
	peek.Resize(pty.Size{Cols: 20, Rows: 20})
	eventually(t, "two are there", func() bool { return last().Writers == 2 && last().Typed.IsZero() })
	size(small)

	two.Input([]byte("from two\n"))
	tape.Await(t, "got 8 from two")
	seenTwo.awaitNote(t, two, "lease", func(m Message) bool { return m.Held })
	seenOne.awaitNote(t, one, "resize", func(m Message) bool { return m.Cols == 130 && m.Rows == 45 })
	seenOne.awaitNote(t, one, "lease", func(m Message) bool { return !m.Held })
	size(large)
	eventually(t, "typing is told of", func() bool { return time.Since(last().Typed) < time.Minute })
	one.Resize(pty.Size{Cols: 81, Rows: 25}) // not its turn
	for cols := range uint16(50) {
		two.Resize(pty.Size{Cols: 51 + cols, Rows: 30})
	}
	size(dragged)

	one.Input([]byte("from one\n"))
	tape.Await(t, "got 8 from one")
	size(pty.Size{Cols: 81, Rows: 25})
	one.Close()
	size(dragged)
	two.Close()
	eventually(t, "all have left", func() bool { return last().Writers == 0 })
	size(dragged)
	if strings.Contains(tape.String(), "not this") {
		t.Error("a viewer that may only look has typed")
	}
}

// A viewer whose connection was lost goes on where it was.
func TestAttachAgain(t *testing.T) {
	r, tape := request(t, "echo")
	begin(t, r)
	tape.Await(t, "ready\r\n")
	v := attach(t, r.Dir, AttachOptions{})
	var seen terminal
	seen.awaitText(t, v, "ready")
	v.Input([]byte("one\n"))
	seen.awaitText(t, v, "got 3 one")
	v.Close()
	c := Dial(r.Dir)
	defer c.Close()
	if err := c.Input(t.Context(), []byte("two\n"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "got 3 two")
	v = attach(t, r.Dir, AttachOptions{Resume: true, From: seen.next})
	seen.awaitText(t, v, "got 3 two")
	if text := seen.screen.Snapshot().Text(); text != "ready\ngot 3 one\ngot 3 two" {
		t.Errorf("screen %q", text)
	}
}

func TestAttachWithHistory(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", `for i in 1 2 3 4 5 6 7 8; do printf "\033[1mline $i\033[0m\n"; done; read x`}
	r.Spec.Size = pty.Size{Cols: 20, Rows: 4}
	begin(t, r)
	tape.Await(t, "line 8\x1b[0m\r\n")
	v := attach(t, r.Dir, AttachOptions{History: 3})
	m, err := v.Receive()
	for err == nil && m.Type != "snapshot" { // news may come first
		m, err = v.Receive()
	}
	if err != nil || m.History != "\x1b[1mline 3\x1b[0m\r\n\x1b[1mline 4\x1b[0m\r\n\x1b[1mline 5\x1b[0m\r\n" {
		t.Errorf("%+v, %v", m, err)
	}
	if text := m.Picture().Snapshot().Text(); text != "line 6\nline 7\nline 8" {
		t.Errorf("screen %q", text)
	}
}

// Who may only look has no say in the size, neither by a policy nor by a window.
func TestReadOnlyHasNoSize(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "echo")
	begin(t, r)
	tape.Await(t, "ready\r\n")
	c := Dial(r.Dir)
	defer c.Close()
	for _, policy := range []SizePolicy{Fixed, Smallest, Latest} {
		v := attach(t, r.Dir, AttachOptions{ReadOnly: true, Policy: policy, Size: pty.Size{Cols: 20, Rows: 10}})
		v.Resize(pty.Size{Cols: 30, Rows: 10})
		v.Input([]byte("x")) // behind it
		time.Sleep(2 * settle)
		if now, err := c.Task(t.Context()); err != nil || now.Cols != 120 || now.Rows != 40 || now.Policy != Latest || now.Viewers != 1 {
			t.Errorf("%s: %+v, %v", policy, now, err)
		}
		v.Close()
		eventually(t, "it has left", func() bool { now, err := c.Task(t.Context()); return err == nil && now.Viewers == 0 })
	}
}

// A page of somebody's that a browser shows may not attach, wherever it reaches the socket.
func TestAttachFromAnotherOrigin(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "echo")
	begin(t, r)
	tape.Await(t, "ready\r\n")
	c := Dial(r.Dir)
	defer c.Close()
	for origin, want := range map[string]int{"http://elsewhere.example": http.StatusForbidden, "http://x": http.StatusSwitchingProtocols} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://x/v1/attach", nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Origin": origin,
		} {
			req.Header.Set(name, value)
		}
		res, err := c.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("from %s: %s, want %d", origin, res.Status, want)
		}
	}
}

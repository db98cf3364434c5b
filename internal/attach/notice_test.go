package attach

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
)

const deaf = "agent's terminal does not answer"

// TestSilence: while the agent's side does not answer a line says so, and keys are kept, not
// lost and not typed twice.
func TestSilence(t *testing.T) {
	t.Parallel()
	w := windowtest.New(t, 80, 24)
	link := newAgent(80, 24)
	link.print("$ \x1b[24;1Hbottom")
	<-link.messages
	link.picture("snapshot")
	var state atomic.Value
	state.Store("")
	a := attachTo(t, w, link, Options{Ask: func(context.Context) string { return state.Load().(string) }})
	same(t, w, link)
	state.Store(deaf)
	w.Await(deaf + "; your keys wait")
	w.Keys("abc")
	if text := w.Text(); !strings.HasPrefix(text, deaf) || !strings.HasSuffix(text, "bottom") { // the cursor is at the bottom
		t.Errorf("the screen shows:\n%s", text)
	}
	state.Store("")
	same(t, w, link)
	w.Keys("d")
	link.awaitTyped(t, "abcd")
	state.Store(deaf)
	w.Await(deaf)
	w.Keys("e\x1b[A\x1c")
	end, err := a.over()
	end.Doubtful = 0 // whether it answered since "d" is chance; see TestDoubt
	if want := (End{Detached: true, Unsent: 4}); end != want || err != nil {
		t.Errorf("end %+v, %v", end, err)
	}
	if got := link.got(); got != "abcd" || strings.Contains(w.Text(), deaf) {
		t.Errorf("the agent got %q, the screen shows:\n%s", got, w.Text())
	}
}

// TestGreeting: whose terminal it is stands over the screen until a key is pressed, or for a while.
func TestGreeting(t *testing.T) {
	t.Parallel()
	const name = `code: Ctrl-\ detaches`
	for _, rows := range []int{10, 12} { // output goes through, or is painted
		w := windowtest.New(t, 80, 10)
		link := newAgent(80, rows)
		link.print("$ \x1b[10;1Hbottom\x1b[2;1H")
		<-link.messages
		link.picture("snapshot")
		a := attachTo(t, w, link, Options{Greeting: name, Fixed: true})
		greeted := func(sn *vt.Snapshot, _ []byte) bool { return strings.HasPrefix(sn.Line(9).Text(), name) }
		bare := func(sn *vt.Snapshot, _ []byte) bool {
			return !strings.Contains(sn.Text(), name) && strings.Contains(sn.Text(), "bottom")
		}
		w.Until("show the name at the bottom", greeted)
		link.print("more\r\n")
		w.Await("more")
		w.Until("show the name again", greeted)
		w.Keys("a")
		w.Until("show the screen alone after a key", bare)
		w.Keys("\x1c")
		if end, err := a.over(); !end.Detached || err != nil || link.got() != "a" {
			t.Errorf("end %+v, %v; the agent got %q", end, err, link.got())
		}
		link.closed, link.once = make(chan struct{}), sync.Once{}
		link.picture("snapshot")
		begun := time.Now()
		a = attachTo(t, w, link, Options{Greeting: name, Fixed: true})
		w.Until("show the name", greeted)
		w.Until("show the screen alone after a while", bare)
		if took := time.Since(begun); took < greetTime {
			t.Errorf("it stood there for %v at most", took)
		}
		w.Keys("\x1c")
		a.over()
	}
}

// TestNoticeFolds: in a narrow window it takes several lines, beside the cursor.
func TestNoticeFolds(t *testing.T) {
	t.Parallel()
	const text = "agent's terminal does not answer: kill -CONT 12345 wakes it; your keys wait"
	for _, test := range []struct {
		cursor, cols, rows, at int
		want                   string
	}{
		{0, 80, 24, 23, text},
		{23, 80, 24, 0, text},
		{0, 20, 8, 3, "agent's terminal|does not answer:|kill -CONT 12345|wakes it; your keys|wait"},
		{6, 20, 8, 0, "agent's terminal|does not answer:|kill -CONT 12345|wakes it; your keys|wait"},
		{1, 20, 5, 2, "agent's terminal|does not answer:|kill -CONT 12345"},
		{3, 20, 5, 0, "agent's terminal|does not answer:|kill -CONT 12345"},
		{0, 8, 3, 1, "agent's|termina"},
		{0, 20, 1, 1, ""}, {-1, 20, 1, 0, "agent's terminal"}, {0, 1, 2, 1, "a"},
		{-5, 20, 2, 0, "agent's terminal|does not answer:"}, {-5, 20, 7, 2, "agent's terminal|does not answer:|kill -CONT 12345|wakes it; your keys|wait"},
		{9, 20, 2, 0, "agent's terminal|does not answer:"}, // the cursor is out of the window
	} {
		at, lines := notice{text: text}.place(test.cursor, test.cols, test.rows)
		plain := regexp.MustCompile(` *\x1b\[[0-9;]*m`).ReplaceAllString(strings.Join(lines, "|"), "")
		if at != test.at || plain != test.want {
			t.Errorf("cursor in %d of %dx%d: row %d, %q; want %d, %q", test.cursor, test.cols, test.rows, at, plain, test.at, test.want)
		}
	}
	w := windowtest.New(t, 20, 6)
	link := newAgent(80, 24)
	link.print("$ ")
	<-link.messages
	link.picture("snapshot")
	a := attachTo(t, w, link, Options{Fixed: true, Ask: func(context.Context) string { return deaf + ": kill -CONT 7 wakes it" }})
	w.Await(`(?m)^agent's terminal *\ndoes not answer: *\nkill -CONT 7 wakes *\nit; your keys wait *$`)
	w.Keys("\x1c")
	a.over()
}

// TestDoubt: what was sent is in doubt until the agent's side answers, or is heard, after it.
func TestDoubt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var state atomic.Value
		state.Store("")
		c := &client{options: Options{Ask: func(context.Context) string { return state.Load().(string) }}, silences: make(chan string)}
		ctx, cancel := context.WithCancel(t.Context())
		c.work.Go(func() { c.ask(ctx) })
		doubts := func(when string, want int) {
			t.Helper()
			c.silent = deaf // unsent counts only then
			if got := c.unsent(End{}).Doubtful; got != want {
				t.Errorf("%s %d bytes are in doubt, want %d", when, got, want)
			}
		}
		pause := func() { time.Sleep(askPause); synctest.Wait() }
		synctest.Wait()
		c.tally.sent.Add(3)
		doubts("before it answers", 3)
		pause()
		doubts("when it has answered", 0)
		c.tally.sent.Add(2)
		c.heard.Store(true) // perhaps before those were sent
		pause()
		doubts("at the first word", 2)
		c.heard.Store(true)
		pause()
		doubts("at the second", 0)
		c.tally.sent.Add(1)
		state.Store(deaf)
		time.Sleep(askPause)
		if why := <-c.silences; why != deaf {
			t.Errorf("told %q", why)
		}
		pause()
		doubts("while it does not answer", 1)
		state.Store("")
		time.Sleep(askPause)
		<-c.silences
		synctest.Wait()
		doubts("when it answers again", 0)
		cancel()
		c.work.Wait()
	})
}

// TestOnlyLooking: who types where nothing is sent is told, and not at every key; what the mouse
// sends is no typing.
func TestOnlyLooking(t *testing.T) {
	t.Parallel()
	for _, rows := range []int{10, 12} { // output goes through, or is painted
		t.Run(fmt.Sprint(rows), func(t *testing.T) {
			t.Parallel()
			w := windowtest.New(t, 80, 10)
			link := newAgent(80, rows)
			link.picture("snapshot")
			a := attachTo(t, w, link, Options{ReadOnly: true, Fixed: true})
			link.print("hello\r\n")
			w.Await("hello")
			w.Keys("\x1b[I\x1b[<35;4;4M\x1b[M ab")
			bells, begun := 0, time.Now()
			count := func(_ *vt.Snapshot, raw []byte) bool { bells = bytes.Count(raw, []byte("\a")); return bells > 0 }
			w.Keys("x")
			w.Until("ring", count)
			w.Keys("y")
			w.Await(regexp.QuoteMeta(`only looking (--read-only): your keys go nowhere; Ctrl-\ detaches`))
			for i := range 40 {
				link.print(fmt.Sprintf("line %d\r\n", i))
			}
			w.Await("line 39")
			w.Until("have rung", count)
			if most := 1 + int(time.Since(begun)/bellPause); bells > most {
				t.Errorf("%d bells, want %d at most", bells, most)
			}
			w.Keys("z") // the first notice may be over by now
			w.Await("only looking")
			w.Until("show the screen alone again", func(sn *vt.Snapshot, _ []byte) bool { return !strings.Contains(sn.Text(), "only looking") })
			if rows == 10 {
				same(t, w, link)
				if h := w.History() + w.Text(); strings.Contains(h, "only looking") || strings.Count(h, "line 7\n") != 1 || strings.Count(h, "line 33\n") != 1 {
					t.Errorf("history and screen:\n%s", h)
				}
			}
			w.Keys("\x1c")
			if _, err := a.over(); err != nil || link.got() != "" {
				t.Errorf("%v; the agent got %q", err, link.got())
			}
		})
	}
}

package shim

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rooda/pty"
)

// Who types more than an agent reads, and is gone, is given up soon, and leaves the turn to others.
func TestTypistHasGone(t *testing.T) {
	t.Parallel()
	for name, pieces := range map[string]int{"one message": 1, "more than wait here": 4 * typedAhead} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, c, typed, read := keeper(t, "")
			v := attach(t, r.Dir, AttachOptions{})
			go func() {
				for range pieces { // the last of many are not even read
					v.Input([]byte(strings.Repeat("x", 200_000/pieces)))
				}
			}()
			eventually(t, "it types", func() bool { return typing(t, c) })
			v.socket.conn.Close()
			gone := func() bool {
				task, err := c.Task(t.Context())
				return err == nil && task.Viewers+task.Writers == 0
			}
			eventually(t, "it is not attached any more", gone)
			read()
			host := hostAt(t, r, 1)
			if err := host.Input(t.Context(), []byte("next"), InputOptions{}); err != nil {
				t.Error(err)
			}
			eventually(t, "the next is typed", func() bool { return strings.HasSuffix(typed(), "xnext") })
		})
	}
}

// Who leaves in the middle of a paste leaves no agent in it.
func TestTypistLeavesAPaste(t *testing.T) {
	t.Parallel()
	_, v, typed := inPaste(t)
	v.socket.conn.Close()
	eventually(t, "the paste is ended", func() bool { return typed() == pasteBegin+"one"+pasteEnd })
}

// So does who leaves while the next part of it waits for others.
func TestTypistLeavesAPasteBehindOthers(t *testing.T) {
	t.Parallel()
	r, v, typed := inPaste(t)
	host := hostAt(t, r, 1)
	if err := host.Input(t.Context(), nil, InputOptions{More: true}); err != nil {
		t.Fatal(err)
	}
	if err := v.Input([]byte("two")); err != nil {
		t.Fatal(err)
	}
	v.socket.conn.Close()
	eventually(t, "it is given up", func() bool {
		if err := host.Input(t.Context(), nil, InputOptions{More: true, Follows: true}); err != nil {
			t.Fatal(err)
		}
		deeds := deedsOf(t, r.Dir)
		return len(deeds) > 0 && deeds[len(deeds)-1].What == Left
	})
	if err := host.Input(t.Context(), []byte("three"), InputOptions{Follows: true}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the paste is ended", func() bool { return typed() == pasteBegin+"one"+pasteEnd+"three" })
}

// What a terminal reports by itself reaches the agent, and is no deed of whoever looks; a click is.
func TestReportsAreNoDeeds(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, `\033[?1003h\033[?1004h`)
	read()
	v := attach(t, r.Dir, AttachOptions{})
	const reports = "\x1b[I\x1b[<35;10;5M"
	if err := v.Input([]byte(reports)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "they are the agent's", func() bool { return typed() == reports })
	v.Close()
	left := func() []Deed {
		deeds := deedsOf(t, r.Dir)
		if len(deeds) == 0 || deeds[len(deeds)-1].What != Left {
			return nil
		}
		return deeds
	}
	eventually(t, "who looked has left", func() bool { return left() != nil })
	task, err := c.Task(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if deeds := left(); len(deeds) != 2 || task.Typed != nil {
		t.Errorf("on record is %v, typed at %v", deeds, task.Typed)
	}
	v = attach(t, r.Dir, AttachOptions{})
	const click = "\x1b[<0;10;5M"
	if err := v.Input([]byte(click)); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a click is one", func() bool {
		return slices.ContainsFunc(deedsOf(t, r.Dir), func(d Deed) bool { return d.What == Typed && d.Bytes == int64(len(click)) })
	})
}

// Nor do they stop a send for which nobody else waits, or hold up a key that comes behind them.
func TestReportsStopNoSend(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return got.Write(p) })
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k, people: newRegister(dir, func(int) {})}
		defer s.people.close()
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		var stopped atomic.Bool
		k.yields(func() { stopped.Store(true) })
		v, in := &viewer{who: Human}, newInbox()
		var work sync.WaitGroup
		work.Go(func() { s.enter(t.Context(), v, in) })
		send := func(p string) {
			if m, pressed := in.sort([]byte(p)); pressed {
				in.typed <- m
			}
		}
		for range 4 * typedAhead {
			send("\x1b[<35;10;5M")
		}
		send("\x1b[O")
		time.Sleep(2 * forbearance)
		if stopped.Load() || lineOf(s.hub, v).waits || !s.hub.silent(time.Hour) {
			t.Errorf("stopped: %t, it is said to wait: %t", stopped.Load(), lineOf(s.hub, v).waits)
		}
		send("x")
		time.Sleep(2 * forbearance)
		const reports = 4*typedAhead*len("\x1b[<35;10;5M") + len("\x1b[O")
		if want := (line{true, int64(reports)}); !stopped.Load() || lineOf(s.hub, v) != want {
			t.Errorf("for a key behind them, stopped: %t, it is said to wait: %+v, want %+v", stopped.Load(), lineOf(s.hub, v), want)
		}
		k.release()
		synctest.Wait()
		if want := "\x1b[<35;10;5M\x1b[Ox"; got.String() != want {
			t.Errorf("the agent has got %q, want %q", got.String(), want)
		}
		send("\x1b[I")
		synctest.Wait()
		if !strings.HasSuffix(got.String(), "x\x1b[I") {
			t.Errorf("in a turn that is free: %q", got.String())
		}
		close(in.typed)
		work.Wait()
	})
}

// A window has its size at once, however far the mouse goes while others have the turn.
func TestReportsHoldNoSizeUp(t *testing.T) {
	t.Parallel()
	r, c, _, read := keeper(t, `\033[?1003h`)
	read()
	v := attach(t, r.Dir, AttachOptions{})
	host := Dial(r.Dir)
	host.epoch = 1
	defer host.Close()
	if err := host.Input(t.Context(), nil, InputOptions{More: true}); err != nil {
		t.Fatal(err)
	}
	for range 4 * typedAhead {
		if err := v.Input([]byte("\x1b[<35;10;5M")); err != nil {
			t.Fatal(err)
		}
	}
	if err := v.Resize(pty.Size{Cols: 71, Rows: 23}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it has the size", func() bool {
		if err := host.Input(t.Context(), nil, InputOptions{More: true, Follows: true}); err != nil {
			t.Fatal(err)
		}
		task, err := c.Task(t.Context())
		return err == nil && task.Cols == 71
	})
}

// Of reports in a row the newest of the mouse wins, and there is a bound to the others.
func TestInbox(t *testing.T) {
	const here, there = "\x1b[<35;1;1M", "\x1b[<35;2;2M"
	in := newInbox()
	for _, p := range []string{here, there, "\x1b[I", here, here, there, "\x1b[O"} {
		if _, pressed := in.sort([]byte(p)); pressed {
			t.Errorf("%q is pressed", p)
		}
	}
	m, pressed := in.sort([]byte("x"))
	if want := there + "\x1b[I" + there + "\x1b[O"; !pressed || string(m.reports) != want || m.reported != 5*int64(len(here))+6 || string(m.keys) != "x" {
		t.Errorf("%q of %d, want %q", m.reports, m.reported, want)
	}
	for range mostReports {
		in.sort([]byte("\x1b[I"))
	}
	if reports, sent := in.take(); len(reports) > mostReports || sent != 3*mostReports {
		t.Errorf("%d bytes of %d are kept", len(reports), sent)
	}
	// What looks like one in a paste is pasted.
	for i, p := range []string{pasteBegin[:3], pasteBegin[3:] + "a", "\x1b[I", pasteEnd, "\x1b[I"} {
		if m, pressed := in.sort([]byte(p)); pressed == (i == 4) || m.pasting != (i == 2 || i == 3) {
			t.Errorf("%q is pressed: %t, pasted: %t", p, pressed, m.pasting)
		}
	}
}

// The rest of a paste that was broken off is not typed as keys.
func TestRestOfABrokenPasteIsDropped(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
			if string(p) == "two" {
				return 0, errors.New("it fails")
			}
			return got.Write(p)
		})
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k, people: newRegister(dir, func(int) {})}
		defer s.people.close()
		v, in := &viewer{who: Human}, newInbox()
		for _, p := range []string{pasteBegin + "one", "two", "lost\r", "lost" + pasteEnd + "x", "y"} {
			m, _ := in.sort([]byte(p))
			in.typed <- m
		}
		close(in.typed)
		s.enter(t.Context(), v, in)
		if want := pasteBegin + "one" + pasteEnd + "xy"; got.String() != want || cutsOf(s.hub, v) == 0 {
			t.Errorf("the agent has got %q, want %q; told of %d cuts", got.String(), want, cutsOf(s.hub, v))
		}
	})
}

// Whoever waits for a while behind a paste that was ended types on, although its end never comes; the rest of
// a paste, in whatever pieces, is no key that comes by itself.
func TestTypesOnBehindAnEndedPaste(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return got.Write(p) })
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k, people: newRegister(dir, func(int) {})}
		defer s.people.close()
		v, in := &viewer{who: Human}, newInbox()
		go func() {
			defer close(in.typed)
			for _, step := range []struct {
				after time.Duration
				p     string
			}{
				{0, pasteBegin + "one"}, {pasteLapse + time.Second, "a"}, {time.Second, "b"}, {time.Second, "c"}, {PastePatience, "more\rof it"},
				{PastePatience, "x"}, {0, "\x1b[A"}, {0, "typed on"}, {0, pasteBegin + "two" + pasteEnd},
			} {
				time.Sleep(step.after)
				m, _ := in.sort([]byte(step.p))
				in.typed <- m
				synctest.Wait()
			}
		}()
		s.enter(t.Context(), v, in)
		if want := pasteBegin + "one" + pasteEnd + "x\x1b[Atyped on" + pasteBegin + "two" + pasteEnd; got.String() != want || cutsOf(s.hub, v) == 0 {
			t.Errorf("the agent has got %q, want %q; told of %d cuts", got.String(), want, cutsOf(s.hub, v))
		}
	})
}

// Who pastes a line that the terminal would cut is told, and nothing that comes behind it is typed before
// they have paused: it may be the rest.
func TestPasteTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var typed []string
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
			if strings.HasPrefix(string(p), "long") {
				return 0, &pty.LineError{Bytes: 5000, Max: 4095, Stood: 100}
			}
			typed = append(typed, string(p))
			return len(p), nil
		})
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k, people: newRegister(t.TempDir(), func(int) {})}
		defer s.people.close()
		v, in := &viewer{who: Human}, newInbox()
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.enter(t.Context(), v, in)
		}()
		told := map[*pty.LineError]bool{}
		for _, piece := range []struct {
			pause time.Duration
			text  string
		}{
			{0, "head"}, {0, "long"}, {0, "the rest\r"}, {PastePatience - 1, "\r"}, {PastePatience - 1, "x\r"},
			{PastePatience, "\x15"}, {0, "one\r"}, {0, "long"}, {PastePatience, "long"}, {0, "\r"}, {PastePatience, "two\r"},
		} {
			time.Sleep(piece.pause)
			m, _ := in.sort([]byte(piece.text))
			in.typed <- m
			synctest.Wait()
			if _, _, long := s.hub.of(v); long != nil {
				told[long] = true
				if long.Bytes != 5000 || long.Stood != 100 {
					t.Errorf("told of %+v", long)
				}
			}
		}
		close(in.typed)
		<-done
		if want := []string{"head", "\x15", "one\r", "two\r"}; !slices.Equal(typed, want) {
			t.Errorf("typed %q, want %q", typed, want)
		}
		if len(told) != 7 {
			t.Errorf("told %d times", len(told))
		}
	})
}

// Who waits for quiet and gets the turn late waits again where somebody typed meanwhile.
func TestTurnWaitsForQuietAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeyboard(func(context.Context, []byte) (int, error) { return 0, nil })
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k}
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		const quiet = time.Second
		got := make(chan time.Time, 1)
		go func() {
			if err := s.turn(t.Context(), nil, quiet); err != nil {
				t.Error(err)
			}
			got <- time.Now()
		}()
		synctest.Wait()
		s.hub.mu.Lock()
		s.hub.keyed = time.Now()
		s.hub.mu.Unlock()
		typed := time.Now()
		k.release()
		if took := (<-got).Sub(typed); took != quiet {
			t.Errorf("the turn came %v after the key, want %v", took, quiet)
		}
		k.release()
	})
}

// A viewer that reads slowly may not have heard of the end of a wait when the next begins. What it counts
// as not typed begins behind the bytes of the next.
func TestNewsOfALine(t *testing.T) {
	for _, tt := range []struct {
		name    string
		told    line
		happens []line
		want    bool
	}{
		{"nothing", line{}, nil, false},
		{"a wait", line{}, []line{{true, 0}}, true},
		{"its end", line{true, 5}, []line{{true, 5}, {false, 5}}, true},
		{"another at once", line{true, 5}, []line{{true, 5}, {false, 5}, {true, 9}}, true},
		{"one that is over already", line{}, []line{{true, 5}, {false, 5}}, false},
		{"the end of another", line{false, 5}, []line{{true, 9}, {false, 9}}, false},
		{"word of it that comes late", line{}, []line{{false, 5}, {true, 5}}, false},
	} {
		h, v := newHub(pty.Size{}, nil), &viewer{}
		for _, l := range tt.happens {
			h.queue(v, l)
		}
		if got := lineOf(h, v).news(tt.told); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

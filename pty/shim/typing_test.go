package shim

import (
	"context"
	"slices"
	"strings"
	"sync"
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

// Nor do they stop a send for which nobody else waits.
func TestReportsStopNoSend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeyboard(func(context.Context, []byte) (int, error) { return 0, nil })
		defer k.close()
		s := &server{hub: newHub(pty.Size{Cols: 80, Rows: 24}, nil), keyboard: k}
		if err := k.take(t.Context()); err != nil {
			t.Fatal(err)
		}
		stopped := false
		k.yields(func() { stopped = true })
		v := &viewer{who: Human}
		var work sync.WaitGroup
		work.Go(func() {
			if err := s.admit(t.Context(), v, []byte("\x1b[O"), false, 0); err == nil {
				k.release()
			}
		})
		time.Sleep(2 * forbearance)
		if stopped || s.hub.lineOf(v).waits || !s.hub.silent(time.Hour) {
			t.Errorf("stopped: %t, it is said to wait: %t", stopped, s.hub.lineOf(v).waits)
		}
		k.release()
		work.Wait()
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
		if got := h.lineOf(v).news(tt.told); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

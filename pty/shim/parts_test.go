package shim

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rooda/pty"
)

// A paste whose owner does not go on is ended by itself, later than a host gives up; one that goes on is not.
func TestPasteLapses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		var forsook []any
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return got.Write(p) })
		k.forsook = func(by any) { forsook = append(forsook, by) }
		defer k.close()
		press := func(by any, p string) {
			t.Helper()
			if err := k.takeWhole(t.Context(), by); err != nil {
				t.Fatal(err)
			}
			defer k.release()
			if _, err := k.part(t.Context(), by, []byte(p)); err != nil {
				t.Fatal(err)
			}
		}
		host := hostOf("1")
		press(host, pasteBegin+"one")
		time.Sleep(pasteLapse - 1)
		press(host, "two")
		time.Sleep(pasteLapse - 1)
		press(host, "") // does not go on with it
		want := pasteBegin + "onetwo"
		check := func(want string, told int) {
			t.Helper()
			synctest.Wait()
			if err := k.take(t.Context()); err != nil {
				t.Fatal(err)
			}
			defer k.release()
			if got.String() != want || len(forsook) != told || told > 0 && forsook[0] != host {
				t.Errorf("the agent has got %q, want %q; told of %v", got.String(), want, forsook)
			}
		}
		check(want, 0)
		time.Sleep(1)
		check(want+pasteEnd, 1)
		// Neither is one that has been ended, wherever that was cut, nor one that was given up for another.
		got.Reset()
		for cut := range len(pasteEnd) {
			press(host, pasteBegin+"x"+pasteEnd[:cut])
			press(host, pasteEnd[cut:])
		}
		press(host, pasteBegin+"a")
		press(host, pasteBegin+"b")
		press(host, pasteEnd)
		time.Sleep(2 * pasteLapse)
		want = strings.Repeat(pasteBegin+"x"+pasteEnd, len(pasteEnd)) + pasteBegin + "a" + pasteEnd + pasteBegin + "b" + pasteEnd
		check(want, 2)
		// Nor is one of an agent that has ended.
		got.Reset()
		press(host, pasteBegin)
		k.close()
		time.Sleep(2 * pasteLapse)
		check(pasteBegin, 3)
	})
}

// A paste whose owner dies while the agent does not read a part of it is told of as any other that is ended.
func TestPasteBrokenOffIsTold(t *testing.T) {
	for _, tt := range []struct {
		before, part string
		n, told      int
	}{
		{pasteBegin + "one", "two", 1, 1},
		{"", pasteBegin + "one", len(pasteBegin) + 1, 1},
		{pasteBegin + "one", "two" + pasteEnd + "key", 3 + len(pasteEnd), 0},
		{"", "keys", 1, 0},
	} {
		n, told := len(tt.before), 0
		k := newKeyboard(func(ctx context.Context, p []byte) (int, error) { return min(n, len(p)), ctx.Err() })
		k.forsook = func(any) { told++ }
		host := hostOf("1")
		if _, err := k.part(t.Context(), host, []byte(tt.before)); err != nil {
			t.Fatal(err)
		}
		n = tt.n
		dead, die := context.WithCancel(t.Context())
		die()
		if _, err := k.part(dead, host, []byte(tt.part)); err == nil || told != tt.told || k.pastes(host) {
			t.Errorf("%q, %q: %v, told %d times, it goes on: %t", tt.before, tt.part, err, told, k.pastes(host))
		}
	}
}

// What a person types comes behind a paste in parts, and ends one that its owner does not go on with.
func TestPersonWaitsForAPaste(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got strings.Builder
		var forsook []any
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return got.Write(p) })
		k.forsook = func(by any) { forsook = append(forsook, by) }
		defer k.close()
		host, person := hostOf("1"), &viewer{}
		press := func(take func() error, by any, p string) {
			t.Helper()
			if err := take(); err != nil {
				t.Fatal(err)
			}
			defer k.release()
			if _, err := k.part(t.Context(), by, []byte(p)); err != nil {
				t.Fatal(err)
			}
		}
		asHost := func() error { return k.takeAsHost(t.Context()) }
		asPerson := func() error { return k.takeAsPerson(t.Context(), person) }
		for _, tt := range []struct{ rest, want string }{
			{"two" + pasteEnd, pasteBegin + "onetwo" + pasteEnd + "key"},
			{"two", pasteBegin + "onetwo" + pasteEnd + "key"},
		} {
			got.Reset()
			press(asHost, host, pasteBegin+"one")
			typed := make(chan struct{})
			go func() {
				defer close(typed)
				press(asPerson, person, "key")
			}()
			time.Sleep(pastePatience - 1)
			press(asHost, host, tt.rest)
			if <-typed; got.String() != tt.want {
				t.Errorf("%q: the agent has got %q, want %q", tt.rest, got.String(), tt.want)
			}
		}
		if len(forsook) != 1 || forsook[0] != host {
			t.Errorf("told of %v", forsook)
		}
		// Nor does anybody wait for a paste of their own.
		got.Reset()
		press(asPerson, person, pasteBegin)
		begun := time.Now()
		press(asPerson, person, "own"+pasteEnd)
		if want := pasteBegin + "own" + pasteEnd; got.String() != want || time.Since(begun) > 0 {
			t.Errorf("the agent has got %q after %v", got.String(), time.Since(begun))
		}
	})
}

// A host that comes, or goes, leaves no agent in a paste, and the rest of that is refused.
func TestHostLeavesAPaste(t *testing.T) {
	t.Parallel()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	host, next := Dial(r.Dir), Dial(r.Dir)
	host.epoch, next.epoch = 2, 3
	defer host.Close()
	defer next.Close()
	rest := InputOptions{Pasting: true}
	if err := host.Input(t.Context(), []byte("lost"), rest); !errors.Is(err, ErrPaste) || errors.Is(err, ErrBegun) {
		t.Errorf("the rest of none: %v", err)
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	owned := make(chan struct{})
	said := sync.OnceFunc(func() { close(owned) })
	go host.Hands(ctx, func(pty.Hands) { said() })
	<-owned
	if err := host.Input(t.Context(), []byte(pasteBegin+"one"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := host.Input(t.Context(), []byte(" two"), rest); err != nil {
		t.Fatal(err)
	}
	leave() // as if it had died
	want := pasteBegin + "one two" + pasteEnd
	eventually(t, "it is ended when the host goes", func() bool { return typed() == want })
	if err := host.Input(t.Context(), []byte("\rlost"), rest); !errors.Is(err, ErrPaste) {
		t.Errorf("the rest of what was ended: %v", err)
	}
	if err := host.Input(t.Context(), []byte(pasteBegin+"three"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := next.Task(t.Context()); err != nil {
		t.Fatal(err)
	}
	want += pasteBegin + "three" + pasteEnd
	eventually(t, "it is ended when another comes", func() bool { return typed() == want })
	if err := next.Input(t.Context(), []byte("\rlost"), rest); !errors.Is(err, ErrPaste) {
		t.Errorf("the rest of another's: %v", err)
	}
	if err := next.Input(t.Context(), []byte("\r"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "what is no rest is typed", func() bool { return typed() == want+"\r" })
	eventually(t, "both are on record", func() bool {
		deeds := deedsOf(t, r.Dir)
		return slices.ContainsFunc(deeds, func(d Deed) bool { return d.What == Forsook && d.By == "host" && d.Times == 2 })
	})
}

// What a viewer goes on to paste after the end of that is not typed; what comes behind it is.
func TestRestOfAPasteIsDropped(t *testing.T) {
	t.Parallel()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	v := attach(t, r.Dir, AttachOptions{})
	if err := v.Input([]byte(pasteBegin + "one")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return typed() == pasteBegin+"one" })
	host := Dial(r.Dir)
	host.epoch = 1
	defer host.Close()
	if err := host.Input(t.Context(), []byte(pasteEnd), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"\rlost\r", "lost" + pasteEnd[:3], pasteEnd[3:] + "x", "y"} {
		if err := v.Input([]byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "what comes behind is typed", func() bool { return typed() == pasteBegin+"one"+pasteEnd+"xy" })
	for {
		m, err := v.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if m.Type == "paste" {
			break
		}
	}
}

// Whose paste is ended for others hears so at once.
func TestEndOfAPasteIsTold(t *testing.T) {
	t.Parallel()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	v, other := attach(t, r.Dir, AttachOptions{}), attach(t, r.Dir, AttachOptions{})
	if err := v.Input([]byte(pasteBegin + "one")); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return typed() == pasteBegin+"one" })
	if err := other.Input([]byte("x")); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := v.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if m.Type == "paste" {
			break
		}
	}
	eventually(t, "the other's key is typed behind it", func() bool { return typed() == pasteBegin+"one"+pasteEnd+"x" })
}

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
		k := taped(t)
		press := func(by any, p string) {
			t.Helper()
			k.press(t, func() error { return k.takeWhole(t.Context(), by) }, by, p)
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
			if k.got.String() != want || len(k.forsaken) != told || told > 0 && k.forsaken[0] != host {
				t.Errorf("the agent has got %q, want %q; told of %v", k.got.String(), want, k.forsaken)
			}
		}
		check(want, 0)
		time.Sleep(time.Nanosecond)
		check(want+pasteEnd, 1)
		// Neither is one that has been ended, wherever that was cut, nor one that was given up for another.
		k.got.Reset()
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
		k.got.Reset()
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
		k := taped(t)
		host, person := hostOf("1"), &viewer{}
		asHost := func() error { return k.takeAsHost(t.Context()) }
		asPerson := func() error { return k.takeAsPerson(t.Context(), person) }
		for _, tt := range []struct{ rest, want string }{
			{"two" + pasteEnd, pasteBegin + "onetwo" + pasteEnd + "key"},
			{"two", pasteBegin + "onetwo" + pasteEnd + "key"},
		} {
			k.got.Reset()
			k.press(t, asHost, host, pasteBegin+"one")
			typed := make(chan struct{})
			go func() {
				defer close(typed)
				k.press(t, asPerson, person, "key")
			}()
			time.Sleep(PastePatience - 1)
			k.press(t, asHost, host, tt.rest)
			if <-typed; k.got.String() != tt.want {
				t.Errorf("%q: the agent has got %q, want %q", tt.rest, k.got.String(), tt.want)
			}
		}
		if len(k.forsaken) != 1 || k.forsaken[0] != host {
			t.Errorf("told of %v", k.forsaken)
		}
		// Nor does anybody wait for a paste of their own.
		k.got.Reset()
		k.press(t, asPerson, person, pasteBegin)
		begun := time.Now()
		k.press(t, asPerson, person, "own"+pasteEnd)
		if want := pasteBegin + "own" + pasteEnd; k.got.String() != want || time.Since(begun) > 0 {
			t.Errorf("the agent has got %q after %v", k.got.String(), time.Since(begun))
		}
	})
}

// A host that comes, or goes, leaves no agent in a paste, and the rest of that is refused.
func TestHostLeavesAPaste(t *testing.T) {
	t.Parallel()
	r, _, typed, read := keeper(t, `\033[?2004h`)
	read()
	host, next := hostAt(t, r, 2), hostAt(t, r, 3)
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
	r, v, typed := inPaste(t)
	host := hostAt(t, r, 1)
	if err := host.Input(t.Context(), []byte(pasteEnd), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"\rlost\r", "lost" + pasteEnd[:3], pasteEnd[3:] + "x", "y"} {
		if err := v.Input([]byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "what comes behind is typed", func() bool { return typed() == pasteBegin+"one"+pasteEnd+"xy" })
	awaitPasteEnd(t, v)
}

// Whose paste is ended for others hears so at once.
func TestEndOfAPasteIsTold(t *testing.T) {
	t.Parallel()
	r, v, typed := inPaste(t)
	other := attach(t, r.Dir, AttachOptions{})
	if err := other.Input([]byte("x")); err != nil {
		t.Fatal(err)
	}
	awaitPasteEnd(t, v)
	eventually(t, "the other's key is typed behind it", func() bool { return typed() == pasteBegin+"one"+pasteEnd+"x" })
}

package shim

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/pty/vt"
)

// What an agent that does not read is owed stays so whatever else is tried.
func TestOwedIsKept(t *testing.T) {
	k := newKeyboard(func(context.Context, []byte) (int, error) { return 0, context.DeadlineExceeded })
	k.owed = []byte(pasteEnd)
	d := &dispatch{server: &server{keyboard: k}, text: []byte("abc"), report: newReport(nil)}
	if err := d.paced(t.Context()); err == nil || string(k.owed) != pasteEnd {
		t.Errorf("%v, still owed is %q", err, k.owed)
	}
}

// Keys are typed one by one, as by a person, in one turn.
func TestKeysComeOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type stroke struct {
			Key   string
			After time.Duration
		}
		var got []stroke
		begun := time.Now()
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
			got = append(got, stroke{string(p), time.Since(begun)})
			begun = time.Now()
			return len(p), nil
		})
		d := &dispatch{server: &server{keyboard: k}, text: []byte("x"), strike: [][]byte{[]byte("\x1b"), []byte("\x1b[A"), []byte("y"), []byte("\r")}}
		if err := d.struck(t.Context()); err != nil || d.sent.Struck != 4 {
			t.Errorf("%v, %d keys", err, d.sent.Struck)
		}
		want := []stroke{{"\x1b", vt.EnterPause}, {"\x1b[A", vt.EscapePause}, {"y", vt.Pace("", "y")}, {"\r", vt.EnterPause}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		ctx, cancel := context.WithTimeout(t.Context(), vt.EnterPause/2)
		defer cancel()
		d.text, d.sent = nil, Sent{}
		if err := d.struck(ctx); err == nil || d.sent.Struck != 1 || len(k.owed) > 0 {
			t.Errorf("given up after the first: %v, %d keys, owed is %q", err, d.sent.Struck, k.owed)
		}
	})
}

// The pace behind a paste is that behind its text, not behind what it stands in.
func TestPaceBehindAPaste(t *testing.T) {
	k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return len(p), nil })
	d := &dispatch{server: &server{keyboard: k}, text: append(make([]byte, 0, 64), 'x'), report: newReport(nil)}
	if err := d.pasted(t.Context(), pasteBegin, pasteEnd); err != nil || d.pace(0, "\r") != vt.EnterPause || string(d.text) != "x" {
		t.Errorf("%v, Enter comes %v behind %q", err, d.pace(0, "\r"), d.text)
	}
}

// Nothing that others type makes another key of an Escape that comes last.
func TestEscapeStaysAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return len(p), nil })
		d := &dispatch{server: &server{keyboard: k}, strike: [][]byte{[]byte("y"), []byte("\x1b")}}
		if err := k.take(t.Context()); err != nil || d.struck(t.Context()) != nil {
			t.Fatal(err)
		}
		k.release()
		begun := time.Now()
		if err := k.take(t.Context()); err != nil || time.Since(begun) != vt.EscapePause {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		d.text, d.strike = []byte("x\x1b"), nil
		if pause := d.pace(0, "\r"); pause != vt.EscapePause {
			t.Errorf("Enter comes %v behind it", pause)
		}
	})
}

// A key that was typed in part is ended before anything else is typed.
func TestKeyIsBrokenOff(t *testing.T) {
	for cut, want := range []string{"", "[A", "A", "", "[B", "B"} {
		room := cut
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) {
			if n := room; n < len(p) {
				return n, context.DeadlineExceeded
			}
			room -= len(p)
			return len(p), nil
		})
		d := &dispatch{server: &server{keyboard: k}, strike: [][]byte{[]byte("\x1b[A"), []byte("\x1b[B")}}
		if err := d.struck(t.Context()); err == nil || string(k.owed) != want || d.sent.Struck != cut/3 {
			t.Errorf("%d: %v, %d keys, owed is %q, want %q", cut, err, d.sent.Struck, k.owed, want)
		}
	}
}

// Nor does a text end inside of a key or a character.
func TestTextIsBrokenOff(t *testing.T) {
	text := "a\x1b[1;5Bé\x1bOPx"
	for n, want := range []string{"", "", "[1;5B", "1;5B", ";5B", "5B", "B", "", "\xa9", "", "OP", "P", "", ""} {
		k := newKeyboard(func(_ context.Context, p []byte) (int, error) { return n, context.DeadlineExceeded })
		d := &dispatch{server: &server{keyboard: k}, text: []byte(text), report: newReport(nil)}
		if err := d.paced(t.Context()); err == nil || string(k.owed) != want {
			t.Errorf("%d: %v, owed is %q, want %q", n, err, k.owed, want)
		}
	}
}

package shim

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"
)

// A host hears in time that others have the turn, and nothing of it is typed.
func TestHostWaitsForTheTurn(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, `\033[?2004h`)
	host := hostAt(t, r, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	sent := make(chan error, 1)
	go func() {
		_, err := c.Send(ctx, Sending{Text: []byte(strings.Repeat("x", 200_000)), Paste: true, Who: Human})
		sent <- err
	}()
	eventually(t, "the send has the turn", func() bool { return typing(t, c) })
	if err := host.Input(t.Context(), []byte("\x1b[200~one"), InputOptions{}); !errors.Is(err, ErrTurn) {
		t.Errorf("behind a send: %v", err)
	}
	cancel()
	<-sent
	read()
	if err := host.Input(t.Context(), []byte("two"), InputOptions{}); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is typed", func() bool { return strings.HasSuffix(typed(), "x"+pasteEnd+"two") })
	if strings.Contains(typed(), "one") {
		t.Error("what was refused was typed")
	}
}

// Where the agent does not read what it is owed, nothing of a host's is typed, and it hears why.
func TestHostWaitsForWhatIsOwed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeyboard(func(ctx context.Context, _ []byte) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
		k.owed = []byte(pasteEnd)
		begun := time.Now()
		err := k.takeAsHost(t.Context())
		if k.close(); !errors.Is(err, ErrUnread) || time.Since(begun) != turnPatience || len(k.turn) > 0 {
			t.Errorf("%v after %v, held: %d", err, time.Since(begun), len(k.turn))
		}
		if string(k.owed) != pasteEnd {
			t.Errorf("owed is %q", k.owed)
		}
	})
}

// Why nothing of a host's was typed is known at the other side of the socket.
func TestTurnIsRefused(t *testing.T) {
	for _, want := range []error{ErrTurn, ErrUnread, ErrPerson} {
		f, status := faultOf(want)
		if err := f.known(); !errors.Is(err, want) || status != http.StatusServiceUnavailable {
			t.Errorf("%v comes as %v, %d", want, err, status)
		}
	}
}

// A paste that came in parts and was broken off anywhere is ended before anything else is typed.
func TestPartIsBrokenOff(t *testing.T) {
	first, second := pasteBegin+"één", "twé"+pasteEnd
	for cut := range len(first + second) {
		k := taped(t)
		k.room = cut
		n, err := k.part(t.Context(), nil, []byte(first))
		if err == nil {
			var more int
			more, err = k.part(t.Context(), nil, []byte(second))
			n += more
		}
		if err == nil || n != cut {
			t.Errorf("%d: it was not broken off, or at %d", cut, n)
		}
		k.room = 100
		if _, err := k.part(t.Context(), nil, []byte("next")); err != nil {
			t.Fatal(err)
		}
		text, found := strings.CutSuffix(k.got.String(), "next")
		body, begun := strings.CutPrefix(text, pasteBegin)
		body, ended := strings.CutSuffix(body, pasteEnd)
		if !found || text != "" && (!begun || !ended) || !strings.HasPrefix("ééntwé", body) || !utf8.ValidString(body) || k.paste != nil {
			t.Errorf("%d: the agent has got %q", cut, k.got.String())
		}
	}
}

// What somebody else breaks off, or another one's keys, do not end a paste that goes on.
func TestPasteGoesOn(t *testing.T) {
	for _, tt := range []struct {
		keys string
		cut  int
	}{{"x", 0}, {"\x1b[A", 0}, {"\x1b[A", 1}, {"é", 1}} {
		synctest.Test(t, func(t *testing.T) {
			k := taped(t)
			if _, err := k.part(t.Context(), "", []byte(pasteBegin+"one ")); err != nil {
				t.Fatal(err)
			}
			time.Sleep(2 * PastePatience)
			k.room = tt.cut
			if n, err := k.part(t.Context(), "viewer", []byte(tt.keys)); err == nil || n != tt.cut {
				t.Fatalf("%d, %v", n, err)
			}
			k.room = 1000
			if _, err := k.part(t.Context(), "", []byte("rm -rf\rtwo ")); err != nil {
				t.Fatal(err)
			}
			k.room = 3
			if _, err := k.part(t.Context(), "", []byte("three"+pasteEnd)); err == nil {
				t.Fatal("it was not broken off")
			}
			k.room = 1000
			if _, err := k.part(t.Context(), "viewer", []byte("next")); err != nil {
				t.Fatal(err)
			}
			keys := tt.keys
			if tt.cut == 0 {
				keys = ""
			}
			if want := pasteBegin + "one " + keys + "rm -rf\rtwo thr" + pasteEnd + "next"; k.got.String() != want || k.paste != nil {
				t.Errorf("%q cut at %d: the agent has got %q, want %q", tt.keys, tt.cut, k.got.String(), want)
			}
		})
	}
}

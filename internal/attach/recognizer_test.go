package attach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func keys(t testing.TB, text string) DetachKeys {
	t.Helper()
	d, err := ParseDetachKeys(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// typed feeds pieces one read at a time.
func typed(r *recognizer, pieces ...string) (sent string, detached bool) {
	for _, piece := range pieces {
		out, done := r.feed([]byte(piece))
		sent += string(out)
		if done {
			return sent, true
		}
	}
	return sent, false
}

func TestRecognizer(t *testing.T) {
	tests := []struct {
		name, keys, in string
		sent           string // without what follows the keys
		detached       bool
	}{
		{"the byte", `ctrl-\`, "abc\x1cdef", "abc", true},
		{"kitty", `ctrl-\`, "a\x1b[92;5u", "a", true},
		{"kitty, caps and num lock", `ctrl-\`, "\x1b[92;197u", "", true},
		{"kitty, press", `ctrl-\`, "\x1b[92;5:1u", "", true},
		{"kitty, repeat", `ctrl-\`, "\x1b[92;5:2u", "", true},
		{"kitty, release", `ctrl-\`, "\x1b[92;5:3u", "\x1b[92;5:3u", false},
		{"kitty, alternate keys", `ctrl-\`, "\x1b[92:124:35;5u", "", true},
		{"kitty, text", `ctrl-\`, "\x1b[92;5;92u", "", true},
		{"kitty, shift too", `ctrl-\`, "\x1b[92;6u", "\x1b[92;6u", false},
		{"kitty, alt too", `ctrl-\`, "\x1b[92;7u", "\x1b[92;7u", false},
		{"kitty, no control", `ctrl-\`, "\x1b[92u", "\x1b[92u", false},
		{"modifyOtherKeys", `ctrl-\`, "x\x1b[27;5;92~", "x", true},
		{"modifyOtherKeys, alt", `ctrl-\`, "\x1b[27;3;92~", "\x1b[27;3;92~", false},
		{"a paste", `ctrl-\`, "\x1b[200~a\x1cb\x1b[92;5uc\x1b[201~d", "\x1b[200~a\x1cb\x1b[92;5uc\x1b[201~d", false},
		{"after a paste", `ctrl-\`, "\x1b[200~a\x1b[201~\x1c", "\x1b[200~a\x1b[201~", true},
		{"a paste with the mark of its begin", `ctrl-\`, "\x1b[200~\x1b[200~\x1b[201~\x1cx", "\x1b[200~\x1b[200~\x1b[201~", true},
		{"a paste with half a mark", `ctrl-\`, "\x1b[200~\x1b[20\x1b[201~\x1c", "\x1b[200~\x1b[20\x1b[201~", true},
		{"after Esc", `ctrl-\`, "\x1b\x1c", "\x1b", true},
		{"cursor keys and mouse", `ctrl-\`, "\x1b[A\x1bOB\x1b[<0;28;28M\x1b[1;5C", "\x1b[A\x1bOB\x1b[<0;28;28M\x1b[1;5C", false},
		{"none", "none", "\x1c\x1b[92;5u", "\x1c\x1b[92;5u", false},
		{"two keys", "ctrl-p,ctrl-q", "a\x10\x11b", "a", true},
		{"two keys, one encoded", "ctrl-p,ctrl-q", "\x1b[112;5u\x1b[113;5u", "", true},
		{"two keys, released between", "ctrl-p,ctrl-q", "\x1b[112;5:1u\x1b[112;5:3u\x1b[113;5:1u", "", true},
		{"two keys, another between", "ctrl-p,ctrl-q", "\x10x\x11", "\x10x\x11", false},
		{"two keys, the first twice", "ctrl-p,ctrl-q", "\x10\x10\x11", "\x10", true},
		{"a letter", "ctrl-a,d", "\x01d", "", true},
		{"a letter by code", "ctrl-a,d", "\x1b[97;5u\x1b[100u", "", true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sent, detached := typed(&recognizer{keys: keys(t, test.keys)}, test.in)
			if sent != test.sent || detached != test.detached {
				t.Errorf("sent %q, detached %t; want %q, %t", sent, detached, test.sent, test.detached)
			}
			// Cut anywhere it is the same.
			for i := 1; i < len(test.in); i++ {
				sent, detached := typed(&recognizer{keys: keys(t, test.keys)}, test.in[:i], test.in[i:])
				if sent != test.sent || detached != test.detached {
					t.Errorf("cut at %d: sent %q, detached %t; want %q, %t", i, sent, detached, test.sent, test.detached)
				}
			}
		})
	}
}

// TestRecognizerLate types slower than the waits: what was held back goes to
// the agent, and later bytes are still understood.
func TestRecognizerLate(t *testing.T) {
	tests := []struct {
		name, keys string
		in         []string
		sent       string
		detached   bool
	}{
		{"the Esc key", `ctrl-\`, []string{"\x1b"}, "\x1b", false},
		{"Esc, then a letter", `ctrl-\`, []string{"\x1b", "j"}, "\x1bj", false},
		{"an encoded key in two parts", `ctrl-\`, []string{"\x1b[9", "2;5u"}, "\x1b[92;5u", true},
		{"an encoded key in two parts, the first an Esc", `ctrl-\`, []string{"\x1b", "[92;5u"}, "\x1b", true},
		{"the begin of a paste in two parts", `ctrl-\`, []string{"\x1b[20", "0~\x1c", "\x1b[201", "~\x1c"}, "\x1b[200~\x1c\x1b[201~", true},
		{"the first of two keys alone", "ctrl-p,ctrl-q", []string{"\x10", "\x11"}, "\x10\x11", false},
		{"Esc as the key", "ctrl-[", []string{"a\x1b"}, "a", true},
		{"Esc as the first key", "ctrl-[,d", []string{"\x1b", "x"}, "\x1bx", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := &recognizer{keys: keys(t, test.keys)}
			sent, detached := "", false
			for _, piece := range test.in {
				out, done := typed(r, piece)
				sent += out
				for !done && r.wait() > 0 {
					var late []byte
					late, done = r.flush()
					sent += string(late)
				}
				detached = detached || done
			}
			if sent != test.sent || detached != test.detached {
				t.Errorf("sent %q, detached %t; want %q, %t", sent, detached, test.sent, test.detached)
			}
		})
	}
}

// TestKeyInParts: a detach key that comes in two parts is one, and the agent gets nothing of it; an
// Esc that nothing follows does not wait for long.
func TestKeyInParts(t *testing.T) {
	for _, key := range []string{"\x1b[92;5u", "\x1b[27;5;92~", "\x1b[92:124;69:1u"} {
		for i := 1; i < len(key); i++ {
			pause := 400 * time.Millisecond
			if i == 1 {
				pause = 45 * time.Millisecond
			}
			if sent, detached := typedSlowly(t, pause, "a"+key[:i], key[i:]); sent != "a" || !detached {
				t.Errorf("%q, then %q: the agent got %q, detached %t", key[:i], key[i:], sent, detached)
			}
		}
	}
	for _, test := range []struct {
		pause  time.Duration
		pieces []string
	}{
		{60 * time.Millisecond, []string{"\x1b", "b", "\x1b[", "A"}},
		{time.Second, []string{"\x1b[", "92;5", "A"}},
		{60 * time.Millisecond, []string{"\x1b", "[", "9"}},
	} {
		if sent, detached := typedSlowly(t, test.pause, test.pieces...); sent != strings.Join(test.pieces, "") || detached {
			t.Errorf("%q: the agent got %q, detached %t", test.pieces, sent, detached)
		}
	}
}

// typedSlowly types pieces with a pause behind each.
func typedSlowly(t *testing.T, pause time.Duration, pieces ...string) (sent string, detached bool) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeyboard(keys(t, `ctrl-\`), false)
		ctx, cancel := context.WithCancel(t.Context())
		var typist sync.WaitGroup
		typist.Go(func() { k.recognize(ctx, func() {}) })
		typist.Go(func() {
			defer cancel()
			for _, piece := range append(pieces, "") {
				select {
				case k.reads <- []byte(piece):
				case <-k.detached:
				}
				time.Sleep(pause)
			}
		})
		for p := range k.typed {
			sent += string(p)
		}
		typist.Wait()
		select {
		case <-k.detached:
			detached = true
		default:
		}
	})
	return sent, detached
}

// TestRecognizerKeepsBytes: with no key to look for, every byte arrives, once
// and in order, however it is cut.
func TestRecognizerKeepsBytes(t *testing.T) {
	piece := rapid.OneOf(
		rapid.SampledFrom([]string{"\x1b", "\x1b[", "\x1b[200~", "\x1b[201~", "\x1b[92;5u", "\x1c", "\x10", "[", "~", "2", "00"}),
		rapid.StringN(0, 5, 20),
	)
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOf(piece).Draw(t, "pieces")
		r := &recognizer{}
		var sent []byte
		for i, p := range pieces {
			out, _ := r.feed([]byte(p))
			sent = append(sent, out...)
			if rapid.Bool().Draw(t, fmt.Sprintf("late %d", i)) {
				out, _ = r.flush()
				sent = append(sent, out...)
			}
		}
		out, _ := r.flush()
		if sent = append(sent, out...); !bytes.Equal(sent, []byte(strings.Join(pieces, ""))) {
			t.Fatalf("sent %q of %q", sent, pieces)
		}
	})
}

func TestParseDetachKeys(t *testing.T) {
	for text, want := range map[string]string{
		`ctrl-\`: `Ctrl-\`, "ctrl-p,ctrl-q": "Ctrl-P Ctrl-Q", "CTRL-A,d": "Ctrl-A d", "none": "none", "ctrl-^,~": "Ctrl-^ ~",
	} {
		if got := keys(t, text).String(); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"", "ctrl-", "ctrl-ab", "ctrl-1", "alt-x", "a,", "ctrl-p ctrl-q", "é"} {
		if _, err := ParseDetachKeys(text); !errors.Is(err, ErrDetachKeys) {
			t.Errorf("%q: got error %v, want ErrDetachKeys", text, err)
		}
	}
}

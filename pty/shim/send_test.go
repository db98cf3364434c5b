package shim

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/pty"
	"rooda/pty/vt"
)

// keeper starts an agent that keeps what it is typed in a file once it is told to read. first is what
// it writes before.
func keeper(t *testing.T, first string) (r Request, c *Client, typed func() string, read func()) {
	t.Helper()
	r, tape := request(t, "")
	file := filepath.Join(t.TempDir(), "typed")
	r.Spec.Path = "/bin/sh"
	r.Spec.Argv = []string{"sh", "-c", `stty raw -echo; printf '` + first + `ready'; while ! test -e "$0.go"; do sleep 0.05; done; exec cat >"$0"`, file}
	begin(t, r)
	tape.Await(t, "ready")
	c = Dial(r.Dir)
	t.Cleanup(func() { c.Close() })
	typed = func() string { p, _ := os.ReadFile(file); return string(p) }
	read = func() {
		if err := os.WriteFile(file+".go", nil, 0o600); err != nil {
			t.Error(err)
		}
	}
	return r, c, typed, read
}

// A send whose caller has gone leaves the turn to others, and its paste is ended before them.
func TestSendIsGivenUp(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, `\033[?2004h`)
	text := strings.Repeat("x", 200_000)
	late, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := c.Send(late, Sending{Text: []byte(text), Paste: true, Enter: true, Who: Human}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("given up: %v", err)
	}
	done := make(chan error, 1)
	go func() { done <- c.Input(t.Context(), []byte("host"), InputOptions{Who: "host"}) }()
	read()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	eventually(t, "the next is typed", func() bool { return strings.HasSuffix(typed(), "host") })
	got := typed()
	if body := strings.TrimSuffix(strings.TrimPrefix(got, "\x1b[200~"), "\x1b[201~host"); strings.Trim(body, "x") != "" || len(body) == len(text) {
		t.Errorf("the agent has got %d bytes, %.20q ... %q", len(got), got, got[max(0, len(got)-40):])
	}
	eventually(t, "a deed for each, since no host is one without its epoch", func() bool {
		deeds := deedsOf(t, r.Dir)
		return len(deeds) == 2 && deeds[1].Bytes == int64(len("host")) && deeds[0].Bytes > 0 && deeds[0].Bytes < int64(len(text)) && deeds[0].Kind == "paste"
	})
}

// Whoever does not send the text that it announced holds nobody up for long.
func TestSendOfNoText(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, "")
	read()
	conn, err := net.Dial("unix", socketOf(t, r))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /v1/send HTTP/1.1\r\nHost: shim\r\nContent-Length: 1000000\r\n\r\nhello")
	begun := time.Now()
	if sent, err := c.Send(t.Context(), Sending{Text: []byte("other"), Enter: true, Limit: 10 * time.Second}); err != nil || !sent.Done || sent.Text != 5 || !sent.Enter {
		t.Errorf("sent %+v, %v", sent, err)
	}
	if took := time.Since(begun); took > 2*textLimit {
		t.Errorf("it took %v", took)
	}
	eventually(t, "it is typed", func() bool { return typed() == "other\r" })
	if said, _ := io.ReadAll(io.LimitReader(conn, 12)); string(said) != "HTTP/1.1 400" {
		t.Errorf("answer %q", said)
	}
}

// What cannot be typed is said, and with it that nothing was.
func TestSendIsRefused(t *testing.T) {
	t.Parallel()
	_, c, typed, read := keeper(t, `\033[>1u`)
	read()
	for _, key := range []string{"Entre", "S-1", ""} {
		if sent, err := c.Send(t.Context(), Sending{Text: []byte("no"), Keys: []string{"Up", key}}); !errors.Is(err, vt.ErrKey) || sent != (Sent{}) {
			t.Errorf("%q: %+v, %v", key, sent, err)
		}
	}
	if status, said := get(t, c, "/v1/send"); status != http.StatusNotFound {
		t.Errorf("%d %s", status, said)
	}
	if _, err := c.Send(t.Context(), Sending{Text: make([]byte, maxText+1)}); err == nil {
		t.Error("a text without end is taken")
	}
	if _, err := c.Send(t.Context(), Sending{Keys: []string{"S-Enter", "Up"}}); err != nil {
		t.Error(err)
	}
	eventually(t, "only what is a key is typed", func() bool { return typed() == "\x1b[13;2u\x1b[A" })
}

// An agent that ends meanwhile has got what is on record.
func TestSendToOneThatEnds(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "echo")
	term := begin(t, r)
	tape.Await(t, "ready")
	c := Dial(r.Dir)
	defer c.Close()
	sent, err := c.Send(t.Context(), Sending{Text: []byte("quit\n"), Enter: true, Who: Human})
	if err != nil && !errors.Is(err, pty.ErrExited) || sent.Text != 5 {
		t.Errorf("sent %+v, %v", sent, err)
	}
	if _, err := term.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if deeds := deedsOf(t, r.Dir); len(deeds) != 1 || deeds[0].Bytes < 5 || deeds[0].Via != "send" {
		t.Errorf("on record are %+v", deeds)
	}
	if _, err := c.Send(t.Context(), Sending{Text: []byte("late")}); err == nil {
		t.Error("an agent that has ended takes a text")
	}
}

// A paste of somebody else that comes in parts is no place for a send: one that stays without an end is ended.
func TestSendWaitsForAPaste(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, `\033[?2004h`)
	read()
	host := hostAt(t, r, 1)
	for i, rest := range []string{" two" + pasteEnd, ""} {
		before := typed()
		if err := host.Input(t.Context(), []byte("\x1b[200~one"), InputOptions{}); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := c.Send(t.Context(), Sending{Text: []byte("x"), Enter: true, Who: Human})
			done <- err
		}()
		select {
		case err := <-done:
			t.Errorf("%d: sent into a paste, %v", i, err)
		case <-time.After(200 * time.Millisecond):
		}
		if err := host.Input(t.Context(), []byte(rest), InputOptions{}); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		want := before + pasteBegin + "one" + cmp.Or(rest, pasteEnd) + "x\r"
		eventually(t, "both are there", func() bool { return len(typed()) >= len(want) })
		if got := typed(); got != want {
			t.Errorf("%d: the agent has got %q, want %q", i, got, want)
		}
		if err := host.Input(t.Context(), []byte("late"), InputOptions{Pasting: true}); !errors.Is(err, ErrPaste) {
			t.Errorf("%d: the rest of it: %v", i, err)
		}
	}
}

// What is decided by a look at the agent is decided in the turn: neither before others have typed, nor while
// they still could.
func TestSendLooksInItsTurn(t *testing.T) {
	t.Parallel()
	r, c, typed, read := keeper(t, "")
	read()
	host := Dial(r.Dir)
	host.epoch = 1
	defer host.Close()
	refused := errors.New("a question stands there")
	for i, finding := range []error{refused, nil} {
		before := typed()
		if err := host.Input(t.Context(), nil, InputOptions{More: true}); err != nil {
			t.Fatal(err)
		}
		looked, sent := make(chan string, 1), make(chan error, 1)
		look := func(context.Context) error {
			looked <- typed()
			return finding
		}
		go func() {
			_, err := c.Send(t.Context(), Sending{Text: []byte("text"), Enter: true, Who: Human, Limit: 10 * time.Second, Look: look})
			sent <- err
		}()
		select {
		case <-looked:
			t.Fatal("it looked before its turn")
		case <-time.After(100 * time.Millisecond):
		}
		if err := host.Input(t.Context(), []byte("host"), InputOptions{Follows: true}); err != nil {
			t.Fatal(err)
		}
		if err := <-sent; err != finding {
			t.Errorf("%d: %v", i, err)
		}
		<-looked
		if err := host.Input(t.Context(), []byte("next"), InputOptions{}); err != nil { // it has let go
			t.Error(err)
		}
		want := before + "host" + []string{"", "text\r"}[i] + "next"
		eventually(t, "the next is typed", func() bool { return strings.HasSuffix(typed(), "next") && len(typed()) > len(before) })
		if got := typed(); got != want {
			t.Errorf("%d: the agent has got %q, want %q", i, got, want)
		}
	}
	late := errors.New("it looked")
	if err := host.Input(t.Context(), nil, InputOptions{More: true}); err != nil {
		t.Fatal(err)
	}
	_, err := c.Send(t.Context(), Sending{Text: []byte("late"), Who: Human, Limit: 50 * time.Millisecond, Look: func(context.Context) error { return late }})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a turn: %v", err)
	}
}

// A look may take as long as this shim and a slow disk do, and not for good.
func TestSendLooksForLong(t *testing.T) {
	t.Parallel()
	for name, took := range map[string]time.Duration{"": textLimit + time.Second, errUnseen.Error(): lookLimit + time.Second} {
		t.Run(took.String(), func(t *testing.T) {
			t.Parallel()
			_, c, typed, read := keeper(t, "")
			read()
			looked := make(chan struct{})
			look := func(context.Context) error {
				defer close(looked)
				time.Sleep(took)
				return nil
			}
			sent, err := c.Send(t.Context(), Sending{Text: []byte("text"), Who: Human, Look: look})
			<-looked
			if name == "" && (err != nil || sent.Text != 4) || name != "" && (err == nil || !strings.Contains(err.Error(), name)) {
				t.Errorf("sent %+v, %v", sent, err)
			}
			if name == "" {
				eventually(t, "it is typed", func() bool { return typed() == "text" })
			} else if got := typed(); got != "" {
				t.Errorf("the agent has got %q", got)
			}
		})
	}
}

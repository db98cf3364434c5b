package shim

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/pty"
)

// A shim gives signs of life that nobody asks for, and none while it is stopped.
func TestPulse(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", "echo ready; exec sleep 60"}
	term := begin(t, r)
	tape.Await(t, "ready")
	ctx, leave := context.WithCancel(t.Context())
	told, heard, over := make(chan pty.Hands, 100), make(chan time.Time, 10_000), make(chan error)
	go func() {
		over <- Dial(r.Dir).linger(ctx, 10*time.Millisecond, func(h pty.Hands) { told <- h }, func() { heard <- time.Now() })
	}()
	eventually(t, "it is heard", func() bool { return len(heard) >= 5 })
	if len(told) != 1 {
		t.Errorf("of the people it told %d times, though nothing changed since the first", len(told))
	}
	if err := syscall.Kill(term.Shim(), syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	defer syscall.Kill(term.Shim(), syscall.SIGCONT)
	eventually(t, "it is still", func() bool {
		for len(heard) > 0 {
			<-heard
		}
		time.Sleep(100 * time.Millisecond)
		return len(heard) == 0
	})
	if err := syscall.Kill(term.Shim(), syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is heard again", func() bool { return len(heard) > 0 })
	leave()
	<-over
	hurried, stop := context.WithTimeout(t.Context(), 3*shortestPulse+shortestPulse/2)
	defer stop()
	beats, began := 0, time.Now()
	Dial(r.Dir).linger(hurried, 1, func(pty.Hands) {}, func() { beats++ })
	took := time.Since(began)
	if most := int(took/shortestPulse) + 2; beats > most { // the first is the answer's
		t.Errorf("%d pulses in %v, which is too much of a hurry", beats, took)
	}
	c := Dial(r.Dir)
	defer c.Close()
	for _, value := range []string{"now", "0s", "-1s"} {
		ask, err := c.request(t.Context(), http.MethodGet, "/v1/hands", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set(pulseHeader, value)
		if _, err := c.do(ask); err == nil || !strings.Contains(err.Error(), "no time between pulses") {
			t.Errorf("a pulse of %s: %v", value, err)
		}
	}
}

// A host hears the first sign of life with the connection, and what it keeps open for an agent
// has none of a pool's goroutines.
func TestHostListensAlone(t *testing.T) {
	r, tape := request(t, "")
	r.Spec.Path, r.Spec.Argv = "/bin/sh", []string{"sh", "-c", "echo ready; exec sleep 60"}
	r.Spec.Hands = func(pty.Hands) {}
	term := begin(t, r)
	tape.Await(t, "ready")
	eventually(t, "it is heard", func() bool { return !term.Heard().IsZero() })
	if since := time.Since(term.Heard()); since < 0 || since > time.Minute {
		t.Errorf("it was heard %v ago", since)
	}
	eventually(t, "only its own goroutines wait for connections", func() bool {
		all := make([]byte, 1<<20)
		all = all[:runtime.Stack(all, true)]
		return strings.Contains(string(all), "(*lone).Read") && !strings.Contains(string(all), "(*persistConn)")
	})
}

// A shim whose disk takes no more, which holds up whoever looks at its terminal, gives no sign of life.
func TestPulseOfOneThatIsHeldUp(t *testing.T) {
	t.Parallel()
	r, tape := request(t, "echo")
	r.Spec.Index = filepath.Join(t.TempDir(), "full")
	if err := syscall.Mkfifo(r.Spec.Index, 0o600); err != nil {
		t.Fatal(err)
	}
	disk, err := os.OpenFile(r.Spec.Index, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	term := begin(t, r)
	tape.Await(t, "ready")
	heard, over := make(chan struct{}, 100_000), make(chan error)
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		over <- Dial(r.Dir).linger(ctx, 10*time.Millisecond, func(pty.Hands) {}, func() { heard <- struct{}{} })
	}()
	eventually(t, "it is heard", func() bool { return len(heard) >= 5 })
	for _, size := range []int{4096, 1} { // until there is no room for a byte
		for err = nil; err == nil; _, err = disk.Write(make([]byte, size)) {
			if err := disk.SetWriteDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
				t.Fatal(err)
			}
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
	}
	go term.Input(ctx, []byte("x"))
	eventually(t, "it is still", func() bool {
		for len(heard) > 0 {
			<-heard
		}
		time.Sleep(100 * time.Millisecond)
		return len(heard) == 0
	})
	go io.Copy(io.Discard, disk)
	eventually(t, "it is heard again", func() bool { return len(heard) > 0 })
	leave()
	<-over
}

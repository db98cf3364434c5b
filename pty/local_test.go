package pty

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// tape is a Tap that keeps everything and can be waited on.
type tape struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	more chan struct{}
}

func newTape() *tape { return &tape{more: make(chan struct{}, 1)} }

func (o *tape) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.more <- struct{}{}:
	default:
	}
	return o.buf.Write(p)
}

func (o *tape) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.buf.String()
}

func (o *tape) await(t testing.TB, want string) {
	t.Helper()
	limit := time.After(10 * time.Second)
	for !strings.Contains(o.String(), want) {
		select {
		case <-o.more:
		case <-limit:
			t.Fatalf("no %q in %q", want, o.String())
		}
	}
}

// fake is a Spec that makes the test binary play a part.
func fake(t testing.TB, part string) (Spec, *tape) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out := newTape()
	return Spec{
		Path: self, Argv: []string{"agent"}, StdinPipe: true, Tap: out,
		Env: []string{fakeVariable + "=" + part, "GORACE=atexit_sleep_ms=0"},
	}, out
}

// keyed gives the processes of spec a key that no other test run has.
func keyed(spec Spec, key string) Spec {
	spec.Key = fmt.Sprint(key, os.Getpid())
	spec.Env = append(spec.Env, KeyVariable+"="+spec.Key)
	return spec
}

func open(t testing.TB, spec Spec) *Local {
	t.Helper()
	term, err := Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { term.Close() })
	return term.(*Local)
}

func wait(t testing.TB, l *Local) Exit {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	defer cancel()
	exit, err := l.Wait(ctx)
	if err != nil {
		t.Fatalf("Wait: %v", err)
	}
	return exit
}

// CORE-01: a process on a terminal of its own, until it ends.
func TestExit(t *testing.T) {
	tests := []struct {
		part, output string
		want         Exit
	}{
		{"exit 0", "bye\r\n", Exit{Bytes: 5}},
		{"exit 3", "bye\r\n", Exit{Code: 3, Bytes: 5}},
		{"crash", "about to crash\r\n", Exit{Code: 139, Signal: syscall.SIGSEGV, Bytes: 16}},
		{"detach", "before\r\nafter\r\n", Exit{Bytes: 15}},
		{"line 5000", strings.Repeat("x", 5000) + "\r\n", Exit{Bytes: 5002}},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			spec, out := fake(t, tt.part)
			spec.Log = filepath.Join(t.TempDir(), "output.log")
			before := time.Now()
			got := wait(t, open(t, spec))
			if d := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(Exit{}, "StartedAt", "EndedAt")); d != "" {
				t.Errorf("exit (-want +got):\n%s", d)
			}
			if got.StartedAt.Before(before) || got.EndedAt.Before(got.StartedAt) || got.EndedAt.After(time.Now()) {
				t.Errorf("times: %v to %v", got.StartedAt, got.EndedAt)
			}
			if d := cmp.Diff(tt.output, out.String()); d != "" {
				t.Errorf("tap (-want +got):\n%s", d)
			}
			log, err := os.ReadFile(spec.Log)
			if err != nil || string(log) != tt.output {
				t.Errorf("log %q, %v", log, err)
			}
			if info, err := os.Stat(spec.Log); err == nil && info.Mode().Perm() != 0o600 {
				t.Errorf("log mode %v", info.Mode())
			}
		})
	}
}

func TestPromptArrivesWholeAndUnechoed(t *testing.T) {
	for _, size := range []int{0, 10, 5000, 200_000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			prompt := bytes.Repeat([]byte("a line of the prompt\x03\x04\n"), size/20+1)[:size]
			spec, out := fake(t, "sum")
			spec.Stdin = prompt
			if exit := wait(t, open(t, spec)); exit.Code != 0 {
				t.Fatalf("exit %+v", exit)
			}
			want := fmt.Sprintf("%d %x stdin=false stdout=true\r\n", size, sha256.Sum256(prompt))
			if d := cmp.Diff(want, out.String()); d != "" {
				t.Errorf("output (-want +got):\n%s", d)
			}
		})
	}
}

func TestPromptThatNobodyReads(t *testing.T) {
	for _, part := range []string{"exit 0", "deaf", "parent session sleeper"} {
		t.Run(part, func(t *testing.T) {
			spec, out := fake(t, part)
			spec.Stdin = make([]byte, 1<<20)
			l := open(t, keyed(spec, t.Name()))
			if part == "deaf" {
				out.await(t, "ready")
				l.Stop(context.Background())
			}
			wait(t, l)
		})
	}
}

func TestLastLineIsNeverLost(t *testing.T) {
	t.Parallel()
	const runs = 500
	var group sync.WaitGroup
	next := make(chan int)
	for range 4 {
		group.Go(func() {
			for i := range next {
				out := newTape()
				term, err := Open(Spec{
					Path: "/bin/sh", Argv: []string{"sh", "-c", "printf 'work\\n<promise>SUCCESS</promise>'"}, Env: []string{}, Tap: out,
				})
				if err != nil {
					t.Error(err)
					continue
				}
				if _, err := term.Wait(context.Background()); err != nil {
					t.Error(err)
				}
				if got := out.String(); got != "work\r\n<promise>SUCCESS</promise>" {
					t.Errorf("run %d: %q", i, got)
				}
			}
		})
	}
	for i := range runs {
		next <- i
	}
	close(next)
	group.Wait()
}

func TestFlood(t *testing.T) {
	spec, _ := fake(t, "flood 5000000")
	var text bytes.Buffer
	cleaner := NewCleaner(&text)
	spec.Tap = cleaner
	spec.Log = filepath.Join(t.TempDir(), "log")
	exit := wait(t, open(t, spec))
	cleaner.Close()
	info, err := os.Stat(spec.Log)
	if err != nil || info.Size() != exit.Bytes || exit.Bytes < 5_000_000 {
		t.Errorf("%d bytes, log %v, %v", exit.Bytes, info, err)
	}
	if bytes.ContainsAny(text.Bytes(), "\x1b\r") || text.Len() < 3_000_000 {
		t.Errorf("%d bytes of text, unclean", text.Len())
	}
}

// CORE-02: text goes in, and what comes back is followed.
func TestInput(t *testing.T) {
	spec, out := fake(t, "echo")
	spec.StdinPipe = false
	l := open(t, spec)
	out.await(t, "ready")
	long := strings.Repeat("x", 60_000)
	var group sync.WaitGroup
	for range 3 { // whole, whoever else writes
		group.Go(func() {
			if err := l.Input(t.Context(), []byte(long+"\n")); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if err := l.Input(t.Context(), []byte("quit\n")); err != nil {
		t.Fatal(err)
	}
	if exit := wait(t, l); exit.Code != 0 || exit.Killed {
		t.Errorf("exit %+v", exit)
	}
	if n := strings.Count(out.String(), "got 60000 xxx"); n != 3 {
		t.Errorf("%d whole lines arrived: %.200q", n, out.String())
	}
	if err := l.Input(t.Context(), []byte("x")); err != ErrExited {
		t.Errorf("Input after the end: %v", err)
	}
	if err := l.Resize(t.Context(), Size{80, 24}); err != ErrExited {
		t.Errorf("Resize after the end: %v", err)
	}
}

func TestInputToTheDeaf(t *testing.T) {
	spec, out := fake(t, "deaf")
	spec.StdinPipe = false
	l := open(t, spec)
	out.await(t, "ready")

	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	full := bytes.Repeat([]byte("line\n"), 1<<20) // more than any terminal takes
	if err := l.Input(ctx, full); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("Input: %v, want the deadline", err)
	}
	result := make(chan error)
	go func() { result <- l.Input(context.Background(), full) }()
	time.Sleep(50 * time.Millisecond)
	ctx, cancel = context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := l.Input(ctx, []byte("x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Input behind a blocked one: %v", err)
	}
	l.Stop(context.Background())
	if err := <-result; err != ErrExited {
		t.Errorf("Input at the end: %v, want ErrExited", err)
	}
}

func TestResize(t *testing.T) {
	spec, out := fake(t, "size")
	spec.Size = Size{Cols: 90, Rows: 33}
	l := open(t, spec)
	out.await(t, "size 90x33")
	if err := l.Resize(t.Context(), Size{Cols: 132, Rows: 50}); err != nil {
		t.Fatal(err)
	}
	out.await(t, "size 132x50")
}

func TestOpenFails(t *testing.T) {
	before := descriptors(t)
	good, _ := fake(t, "exit 0")
	tests := []struct {
		name string
		edit func(*Spec)
		want error
	}{
		{"no such program", func(s *Spec) { s.Path = "/nowhere/agent" }, os.ErrNotExist},
		{"not executable", func(s *Spec) { s.Path = "/etc/passwd" }, os.ErrPermission},
		{"no such folder", func(s *Spec) { s.Dir = "/nowhere" }, os.ErrNotExist},
		{"no place for the log", func(s *Spec) { s.Log = "/nowhere/log" }, os.ErrNotExist},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spec := good
			tt.edit(&spec)
			if _, err := Open(spec); !errors.Is(err, tt.want) {
				t.Errorf("Open: %v, want %v", err, tt.want)
			}
		})
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}

func TestEnvironmentIsComplete(t *testing.T) {
	t.Setenv("ROODA_PTY_LEAK", "1")
	spec, out := fake(t, "env")
	wait(t, open(t, spec))
	if strings.Contains(out.String(), "ROODA_PTY_LEAK") {
		t.Error("the child inherits our environment")
	}
}

func TestLogOnAFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full here")
	}
	spec, out := fake(t, "line 100000")
	spec.Log = "/dev/full"
	exit := wait(t, open(t, spec))
	if !errors.Is(exit.LogErr, syscall.ENOSPC) {
		t.Errorf("LogErr = %v", exit.LogErr)
	}
	if exit.Code != 0 || len(out.String()) != 100_002 {
		t.Errorf("the agent suffered: %+v, %d bytes", exit, len(out.String()))
	}
}

func TestNothingIsLeft(t *testing.T) {
	spec := Spec{Path: "/bin/sh", Argv: []string{"sh", "-c", ":"}, StdinPipe: true, Log: filepath.Join(t.TempDir(), "log")}
	wait(t, open(t, spec)) // the runtime opens its poller once
	before := descriptors(t)
	var pids []int
	for range 10 {
		l := open(t, spec)
		wait(t, l)
		pids = append(pids, l.Pid())
	}
	if after := descriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	for _, pid := range pids {
		if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
			t.Errorf("process %d: %v, want it reaped", pid, err)
		}
	}
}

// descriptors counts what this process has open, after its poller exists.
func descriptors(t testing.TB) int {
	t.Helper()
	names, err := os.ReadDir("/dev/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(names)
}

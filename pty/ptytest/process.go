package ptytest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
)

func testEnvironment(t *testing.T, open Opener) {
	spec, tape := Spec(t, "env PTYTEST_SECRET")
	spec.Env = append(spec.Env, "PTYTEST_SECRET=a value\nof two lines")
	End(t, open(t, spec))
	if want := `PTYTEST_SECRET="a value\nof two lines"` + "\r\n"; tape.String() != want {
		t.Errorf("output %q", tape.String())
	}
}

func testPrompt(t *testing.T, open Opener) {
	for _, size := range []int{0, 10, 200_000} {
		spec, tape := Spec(t, "sum")
		spec.StdinPipe, spec.Stdin = true, bytes.Repeat([]byte("prompt\x04\n"), size/8)
		End(t, open(t, spec))
		want := fmt.Sprintf("%d %x stdin=false stdout=true\r\n", len(spec.Stdin), sha256.Sum256(spec.Stdin))
		if d := cmp.Diff(want, tape.String()); d != "" {
			t.Errorf("%d bytes (-want +got):\n%s", size, d)
		}
	}
}

func testInput(t *testing.T, open Opener) {
	spec, tape := Spec(t, "echo")
	term := open(t, spec)
	tape.Await(t, "ready")
	for n := range 20 {
		input(t, term, fmt.Sprintf("line %d\n", n))
	}
	input(t, term, "quit\n")
	if exit := End(t, term); exit.Code != 0 {
		t.Errorf("exit %+v", exit)
	}
	at := 0
	for n := range 20 {
		i := strings.Index(tape.String()[at:], fmt.Sprintf(" line %d\r\n", n))
		if i < 0 {
			t.Fatalf("no line %d, or not in order: %q", n, tape.String())
		}
		at += i
	}
}

func testInputWhole(t *testing.T, open Opener) {
	p := make([]byte, 300_000)
	for i := range p {
		p[i] = byte('a' + i%7*i%19)
	}
	spec, tape := Spec(t, fmt.Sprint("absorb ", len(p)))
	term := open(t, spec)
	tape.Await(t, "ready")
	if err := term.Input(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	End(t, term)
	if want := fmt.Sprintf("sum %x", sha256.Sum256(p)); !strings.Contains(tape.String(), want) {
		t.Errorf("output %q, want %s", tape.String(), want)
	}
}

func testInputUnread(t *testing.T, open Opener) {
	spec, tape := Spec(t, "nag 0")
	spec.Env = Environ("absorb 100000000")
	term := open(t, spec)
	tape.Await(t, "ready")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	// The agent sleeps, so the kernel's buffer fills up.
	if err := term.Input(ctx, bytes.Repeat([]byte("x"), 1<<20)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("input: %v", err)
	}
}

func testResize(t *testing.T, open Opener) {
	spec, tape := Spec(t, "size")
	spec.Size = pty.Size{Cols: 101, Rows: 33}
	term := open(t, spec)
	tape.Await(t, "size 101x33")
	if err := term.Resize(t.Context(), pty.Size{Cols: 82, Rows: 21}); err != nil {
		t.Fatal(err)
	}
	tape.Await(t, "size 82x21")
	if snapshot, err := term.Snapshot(t.Context()); err != nil || snapshot.Cols != 82 || snapshot.Rows != 21 {
		t.Errorf("snapshot %+v, %v", snapshot, err)
	}
}

package ptytest

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

func testFollow(t *testing.T, open Opener) {
	spec, tape := Spec(t, "flood 2000000")
	term := open(t, spec)
	froms := []int64{0, 1, 1_000_000}
	got := make([]bytes.Buffer, len(froms))
	var followers sync.WaitGroup
	for i, from := range froms {
		followers.Go(func() {
			next, err := term.Follow(t.Context(), from, &got[i])
			if err != nil || next != from+int64(got[i].Len()) {
				t.Errorf("follow from %d: next %d, %v", from, next, err)
			}
		})
	}
	End(t, term)
	followers.Wait()
	for i, from := range froms {
		if got[i].String() != tape.String()[from:] {
			t.Errorf("follow from %d: %d bytes, want %d", from, got[i].Len(), len(tape.String())-int(from))
		}
	}
	var late bytes.Buffer
	if next, err := term.Follow(t.Context(), 7, &late); err != nil || next != int64(len(tape.String())) || late.String() != tape.String()[7:] {
		t.Errorf("follow after the end: next %d, %d bytes, %v", next, late.Len(), err)
	}
}

// slow is a writer that takes nothing until it is let go.
type slow struct {
	bytes.Buffer
	goOn <-chan struct{}
}

func (s *slow) Write(p []byte) (int, error) {
	<-s.goOn
	return s.Buffer.Write(p)
}

func testFollowSlow(t *testing.T, open Opener) {
	spec, tape := Spec(t, "flood 3000000")
	term := open(t, spec)
	release := make(chan struct{})
	viewer := &slow{goOn: release}
	done := make(chan error, 1)
	go func() {
		_, err := term.Follow(context.Background(), 0, viewer)
		done <- err
	}()
	End(t, term) // must not wait for the viewer
	close(release)
	if err := <-done; err != nil || viewer.String() != tape.String() {
		t.Errorf("slow viewer: %d bytes, want %d, %v", viewer.Len(), len(tape.String()), err)
	}
}

func testFollowUntil(t *testing.T, open Opener) {
	spec, tape := Spec(t, "echo")
	term := open(t, spec)
	tape.Await(t, "ready")
	ctx, cancel := context.WithCancel(t.Context())
	view := NewTape()
	var next int64
	done := make(chan error, 1)
	go func() {
		var err error
		next, err = term.Follow(ctx, 0, view)
		done <- err
	}()
	view.Await(t, "ready\r\n")
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) || next != int64(len(view.String())) {
			t.Errorf("follow: next %d, %v", next, err)
		}
	case <-time.After(patience):
		t.Fatal("follow goes on")
	}
	input(t, term, "one\nquit\n")
	End(t, term)
	var rest bytes.Buffer
	if _, err := term.Follow(t.Context(), next, &rest); err != nil || view.String()+rest.String() != tape.String() {
		t.Errorf("%q and %q, want %q, %v", view.String(), rest.String(), tape.String(), err)
	}
}

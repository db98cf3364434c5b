package api

import (
	"bufio"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rooda/session"
	"rooda/workflows"
)

// Who follows gets what comes after a number, to the end of the run; what they fail with ends it.
func TestFollow(t *testing.T) {
	s := perform(t, workflows.Task{ID: "a"})
	until(t, "three events", func() bool { return s.run.Now().Journaled >= 3 })
	enough := errors.New("enough")
	if err := s.client().Follow(t.Context(), 0, func(session.Event) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("%v, want what the first event was answered with", err)
	}
	var seqs []uint64
	last := ""
	begun, ended := make(chan struct{}), make(chan error)
	go func() {
		ended <- s.client().Follow(t.Context(), 2, func(e session.Event) error {
			if seqs, last = append(seqs, e.Seq), e.Type; len(seqs) == 1 {
				close(begun)
			}
			return nil
		})
	}()
	<-begun
	s.finish()
	<-s.outcome
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if len(seqs) == 0 || seqs[0] != 3 || !slices.IsSorted(seqs) || last != "session_finished" {
		t.Errorf("events %d, the last %s; want them from 3 to session_finished", seqs, last)
	}
}

// A line that is too long is not the end of the run.
func TestFollowTooLongALine(t *testing.T) {
	dir, listener := socket(t)
	host := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte("event: x\ndata: " + strings.Repeat("x", maxEvent) + "\n\n"))
	})}
	go host.Serve(listener)
	defer host.Close()
	c, err := Dial(dir, "/a/session")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Follow(t.Context(), 0, func(session.Event) error { return nil }); !errors.Is(err, bufio.ErrTooLong) {
		t.Errorf("%v, want that it is too long", err)
	}
}

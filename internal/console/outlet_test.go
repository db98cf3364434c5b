package console

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// reader is a stream whose reader takes what it is allowed to.
type reader struct {
	bytes.Buffer
	turn chan error // one for each write
}

func (r *reader) Write(p []byte) (int, error) {
	if err := <-r.turn; err != nil {
		return 0, err
	}
	return r.Buffer.Write(p)
}

// TestOutletHoldsItsWriterUp: a slow reader gets everything, because nobody
// goes on before it has (LOOP-29).
func TestOutletHoldsItsWriterUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &reader{turn: make(chan error)}
		out, _ := newOutlets(r, &bytes.Buffer{})
		wrote := 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			for i := range 3 {
				fmt.Fprintln(out, i)
				wrote++
			}
		}()
		for i := range 3 {
			synctest.Wait()
			if wrote != i {
				t.Fatalf("%d lines written when %d were taken", wrote, i)
			}
			r.turn <- nil
		}
		<-done
		if err := out.flush(); err != nil || r.String() != "0\n1\n2\n" {
			t.Errorf("%q, %v", r.String(), err)
		}
	})
}

// TestOutletInAHurry: nobody waits, what is too much is named where it is
// missing, and when there is time again nothing is out of order.
func TestOutletInAHurry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &reader{turn: make(chan error)}
		out, other := newOutlets(r, r) // one place
		released := make(chan struct{})
		go func() { defer close(released); fmt.Fprint(out, "first\n") }()
		synctest.Wait()
		out.outlet.hurry(false)
		<-released
		fmt.Fprint(other, "log\n")
		half := strings.Repeat("x", outletLimit/2-1) + "\n"
		for range 4 {
			fmt.Fprint(out, half)
		}
		fmt.Fprint(other, "more log\n")
		out.outlet.calm()
		close(r.turn) // reads on from here
		fmt.Fprint(out, "last\n")
		if err := out.flush(); err != nil {
			t.Error(err)
		}
		want := "first\nlog\n" + half + "more log\n" +
			fmt.Sprintf("\n[%d bytes are missing here: they were not read in time]\n", 3*len(half)) + "last\n"
		if diff := cmp.Diff(want, r.String()); diff != "" {
			t.Errorf("read (-want +got):\n%.500s", diff)
		}
	})
}

// TestOutletGivesUp: at the end a reader that takes nothing is not waited for
// without bound, and less long after a signal; one that takes a little is.
func TestOutletGivesUp(t *testing.T) {
	for _, tt := range []struct {
		forGood bool
		pieces  int // taken, one every half second
		want    time.Duration
	}{
		{false, 0, stalled},
		{true, 0, stalledNow},
		{true, 4, 3 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &reader{turn: make(chan error)}
			out, _ := newOutlets(r, &bytes.Buffer{})
			out.outlet.hurry(tt.forGood)
			for range 10 {
				fmt.Fprint(out, strings.Repeat("x", outletPiece))
			}
			go func() {
				for range tt.pieces {
					time.Sleep(500 * time.Millisecond)
					r.turn <- nil
				}
			}()
			begun := time.Now()
			if err := out.flush(); err != nil {
				t.Error(err)
			}
			if took := time.Since(begun); took < tt.want || took > tt.want+time.Second {
				t.Errorf("for good %t, %d pieces: gave up after %s, want %s", tt.forGood, tt.pieces, took, tt.want)
			}
			close(r.turn)
		})
	}
}

// TestOutletError: a writer gets its own error, and the end the first.
func TestOutletError(t *testing.T) {
	r := &reader{turn: make(chan error, 9)}
	out, _ := newOutlets(r, &bytes.Buffer{})
	full := errors.New("full")
	for _, want := range []error{nil, full, errors.New("later"), nil} {
		r.turn <- want
		if _, err := fmt.Fprint(out, "text"); err != want {
			t.Errorf("write: %v, want %v", err, want)
		}
	}
	if err := out.flush(); err != full {
		t.Errorf("flush: %v, want %v", err, full)
	}
	out.excuse()
	if err := out.flush(); err != nil {
		t.Errorf("flush: %v although excused", err)
	}
}

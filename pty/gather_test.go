package pty

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// piece is what a follower got at once, and how long after the start.
type piece struct {
	After time.Duration
	Bytes int
}

type pieces struct {
	start time.Time
	got   []piece
}

func (p *pieces) Write(b []byte) (int, error) {
	p.got = append(p.got, piece{time.Since(p.start), len(b)})
	return len(b), nil
}

// A follower gets the first output at once; what comes in a rush after that it
// gets together, and never later than a lull.
func TestFollowerGathers(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	synctest.Test(t, func(t *testing.T) {
		script, err := newTranscript(Spec{Log: log}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		followed := &pieces{start: time.Now()}
		ended := make(chan error)
		go func() {
			_, err := script.follow(t.Context(), 0, followed)
			ended <- err
		}()
		const step = lull / 10
		put := func(sizes ...int) {
			for _, n := range sizes {
				synctest.Wait()
				script.append(make([]byte, n))
				synctest.Wait()
				time.Sleep(step)
			}
		}
		put(1, 2, 3, 4) // the first alone
		time.Sleep(10 * lull)
		put(5)                                 // alone, for nothing came before it
		put(slices.Repeat([]int{batch}, 5)...) // too much to wait for more
		put(6)
		script.end()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		alone := 4*step + 10*lull
		want := []piece{{0, 1}, {lull, 9}, {alone, 5}, {alone + 5*step, batch}, {alone + 7*step, 4*batch + 6}}
		if d := cmp.Diff(want, followed.got); d != "" {
			t.Errorf("pieces (-want +got):\n%s", d)
		}
	})
}

// Who gives up waiting is forgotten.
func TestNobodyWaits(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	synctest.Test(t, func(t *testing.T) {
		script, err := newTranscript(Spec{Log: log}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		defer script.end()
		ctx, cancel := context.WithCancel(t.Context())
		go script.follow(ctx, 0, &pieces{})
		synctest.Wait()
		if len(script.waits) != 1 {
			t.Errorf("%d wait", len(script.waits))
		}
		cancel()
		synctest.Wait()
		if len(script.waits) != 0 {
			t.Errorf("%d still wait", len(script.waits))
		}
	})
}

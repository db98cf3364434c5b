package orchestrator

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func output(task string, size int) Event {
	return Event{Task: task, Body: TaskOutput{Clean: []byte(strings.Repeat("x", size))}}
}

// TestOneLargePiece: nobody is slow, so nothing may be lost, however much
// comes at once.
func TestOneLargePiece(t *testing.T) {
	var b bus
	s := b.subscribe()
	b.publish(output("a", 3*outputBound))
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	e, err := s.Next(ctx)
	if out, _ := e.Body.(TaskOutput); err != nil || len(out.Clean) != 3*outputBound || out.Missed != 0 {
		t.Errorf("got %d bytes, %d missed (%v), want all", len(out.Clean), out.Missed, err)
	}
}

func TestNextWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bus
		s := b.subscribe()
		go func() {
			time.Sleep(time.Second)
			b.publish(Event{Seq: 1, Body: Warning{"late"}})
		}()
		if e, err := s.Next(t.Context()); err != nil || e.Seq != 1 {
			t.Errorf("Next = %+v, %v, want event 1", e, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Next = %v, want the deadline", err)
		}
	})
}

func TestCloseEndsNext(t *testing.T) {
	closers := map[string]func(*bus, *Subscription){
		"subscription": func(_ *bus, s *Subscription) { s.Close() },
		"bus":          func(b *bus, _ *Subscription) { b.close() },
	}
	for name, end := range closers {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var b bus
				s := b.subscribe()
				go func() {
					time.Sleep(time.Second)
					end(&b, s)
				}()
				for range 2 {
					if _, err := s.Next(t.Context()); !errors.Is(err, io.EOF) {
						t.Errorf("Next = %v, want EOF", err)
					}
				}
			})
		})
	}
}

func TestSubscriptionsAreApart(t *testing.T) {
	var b bus
	if b.listening() {
		t.Error("somebody listens before the first subscription")
	}
	early := b.subscribe()
	b.publish(Event{Seq: 1, Body: Warning{}})
	late, closed := b.subscribe(), b.subscribe()
	closed.Close()
	b.publish(Event{Seq: 2, Body: Warning{}})
	b.close()
	after := b.subscribe()
	want := [][]uint64{{1, 2}, {2}, nil, nil}
	var got [][]uint64
	for _, s := range []*Subscription{early, late, closed, after} {
		var seqs []uint64
		for _, e := range drain(t, s) {
			seqs = append(seqs, e.Seq)
		}
		got = append(got, seqs)
		s.Close()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("events of each subscription (-want +got):\n%s", diff)
	}
	if b.listening() {
		t.Error("somebody listens after all have closed")
	}
}

func TestPublishFromManyGoroutines(t *testing.T) {
	var b bus
	s := b.subscribe()
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for range 500 {
				b.publish(output("a", 1000))
			}
		})
	}
	total := make(chan int)
	go func() {
		sum := 0
		for {
			e, err := s.Next(context.Background())
			if err != nil {
				total <- sum
				return
			}
			out := e.Body.(TaskOutput)
			sum += len(out.Clean) + out.Missed
		}
	}()
	writers.Wait()
	b.close()
	if got := <-total; got != 4*500*1000 {
		t.Errorf("%d bytes arrived or were counted, want %d", got, 4*500*1000)
	}
}

// TestSilentReaderTakesNoOutput: it gets all else, and output is published
// only while somebody takes it.
func TestSilentReaderTakesNoOutput(t *testing.T) {
	var b bus
	silent := b.add(&Subscription{silent: true})
	if b.listening() {
		t.Error("the bus wants output that nobody takes")
	}
	full := b.subscribe()
	if !b.listening() {
		t.Error("the bus wants no output, and a reader waits for it")
	}
	b.publish(output("a", outputBound))
	b.publish(output("a", 1))
	b.publish(Event{Seq: 1, Task: "a", Body: Warning{}})
	b.close()
	var got []string
	for {
		e, err := silent.Next(t.Context())
		if errors.Is(err, io.EOF) {
			break
		}
		got = append(got, e.Body.Type())
	}
	if diff := cmp.Diff([]string{"warning"}, got); diff != "" {
		t.Errorf("events of the silent reader (-want +got):\n%s", diff)
	}
	if e, err := full.Next(t.Context()); err != nil || e.Body.Type() != "task_output" {
		t.Errorf("the other reader got %v, %v, want output", e, err)
	}
}

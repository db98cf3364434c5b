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
	"pgregory.net/rapid"
)

func output(task string, size int) Event {
	return Event{Task: task, Body: TaskOutput{Clean: []byte(strings.Repeat("x", size))}}
}

// TestSlowReaderLosesOnlyOutput: whatever is published and whenever it is
// read, all events but output arrive, in order, and every byte of output
// either arrives or is counted as missed, in its place.
func TestSlowReaderLosesOnlyOutput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b bus
		s := b.subscribe()
		published, got, missed := map[string]int{}, map[string]int{}, map[string]int{}
		var seqs []uint64
		next := func() error {
			e, err := s.Next(context.Background())
			if err != nil {
				return err
			}
			if out, ok := e.Body.(TaskOutput); ok {
				got[e.Task] += len(out.Clean)
				missed[e.Task] += out.Missed
				return nil
			}
			seqs = append(seqs, e.Seq)
			// What the task printed before this came before it, or is known to be lost.
			if e.Task != "" && got[e.Task]+missed[e.Task] != e.Iteration {
				t.Fatalf("event %d of task %s came after %d bytes and %d missed, want %d together", e.Seq, e.Task, got[e.Task], missed[e.Task], e.Iteration)
			}
			return nil
		}
		sent := uint64(0)
		t.Repeat(map[string]func(*rapid.T){
			"output": func(t *rapid.T) {
				task, size := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "task"), rapid.IntRange(1, outputBound/2).Draw(t, "size")
				published[task] += size
				waiting := len(s.queue)
				b.publish(output(task, size))
				if waiting == 0 && len(s.queue) == 0 {
					t.Fatalf("output was left out, and the reader had read all")
				}
			},
			"other": func(t *rapid.T) {
				task := rapid.SampledFrom([]string{"a", "b", ""}).Draw(t, "task")
				sent++
				b.publish(Event{Seq: sent, Task: task, Iteration: published[task], Body: Warning{}})
			},
			"read": func(t *rapid.T) {
				if len(s.queue) == 0 {
					t.Skip("nothing to read")
				}
				if err := next(); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) {
				if s.output > outputBound { // no single piece is larger here
					t.Fatalf("%d bytes of output wait, more than %d", s.output, outputBound)
				}
			},
		})
		b.close()
		for {
			if err := next(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		for i, seq := range seqs {
			if seq != uint64(i+1) {
				t.Fatalf("event %d came as number %d", seq, i+1)
			}
		}
		if len(seqs) != int(sent) {
			t.Fatalf("%d events of %d arrived", len(seqs), sent)
		}
		for task, size := range published {
			if got[task]+missed[task] != size {
				t.Fatalf("task %s printed %d bytes; %d arrived and %d are said to be missing", task, size, got[task], missed[task])
			}
		}
	})
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

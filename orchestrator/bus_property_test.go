package orchestrator

import (
	"context"
	"errors"
	"io"
	"testing"

	"pgregory.net/rapid"
)

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
				task, size := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "task"), rapid.SampledFrom([]int{1, 1000, outputBound / 2}).Draw(t, "size")
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

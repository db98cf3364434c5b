package orchestrator

import (
	"context"
	"io"
	"sync"
)

// outputBound is how many bytes of output wait for one subscriber.
const outputBound = 256 << 10

// bus hands events to subscribers in the order published. Publishing never
// waits: while more output than the bound waits for a subscriber, what comes is
// left out and counted; all other events are kept. The zero value is ready.
type bus struct {
	mu     sync.Mutex
	subs   map[*Subscription]struct{}
	closed bool
}

// Subscription is one reader's view of a run's events, from the moment of
// Subscribe on. One goroutine reads it; Close may be called from any.
type Subscription struct {
	bus    *bus
	wake   chan struct{} // holds a token when queue or end changed
	queue  []Event
	output int              // bytes of output in queue
	gaps   map[string]Event // by task: output left out since the last piece
	silent bool             // it takes no output
	ended  bool
}

func (b *bus) subscribe() *Subscription { return b.add(&Subscription{}) }

func (b *bus) add(s *Subscription) *Subscription {
	s.bus, s.wake, s.gaps = b, make(chan struct{}, 1), map[string]Event{}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.subs == nil {
		b.subs = map[*Subscription]struct{}{}
	}
	s.ended = b.closed
	b.subs[s] = struct{}{}
	return s
}

func (b *bus) publish(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		s.put(e)
	}
}

// listening reports whether anybody would see output.
func (b *bus) listening() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := range b.subs {
		if !s.silent {
			return true
		}
	}
	return false
}

// close ends all subscriptions once they have read what is queued.
func (b *bus) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for s := range b.subs {
		for task := range s.gaps {
			s.closeGap(task)
		}
		s.ended = true
		s.signal()
	}
}

func (s *Subscription) put(e Event) {
	out, ok := e.Body.(TaskOutput)
	gap, _ := s.gaps[e.Task].Body.(TaskOutput)
	switch {
	case !ok:
		s.closeGap(e.Task)
	case s.silent:
		return
	case s.output > 0 && s.output+len(out.Clean) > outputBound:
		e.Body = TaskOutput{Missed: gap.Missed + len(out.Clean)}
		s.gaps[e.Task] = e
		return
	default:
		out.Missed = gap.Missed
		delete(s.gaps, e.Task)
		s.output += len(out.Clean)
		e.Body = out
	}
	s.queue = append(s.queue, e)
	s.signal()
}

// closeGap tells of output that was left out and that no piece follows.
func (s *Subscription) closeGap(task string) {
	if gap, ok := s.gaps[task]; ok {
		s.queue = append(s.queue, gap)
		delete(s.gaps, task)
	}
}

func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// Next returns the next event. It blocks until there is one, and fails with
// io.EOF when the run is over and everything has been read, or with ctx.Err().
func (s *Subscription) Next(ctx context.Context) (Event, error) {
	for {
		s.bus.mu.Lock()
		if len(s.queue) > 0 {
			e := s.queue[0]
			s.queue = s.queue[1:]
			if out, ok := e.Body.(TaskOutput); ok {
				s.output -= len(out.Clean)
			}
			s.bus.mu.Unlock()
			return e, nil
		}
		ended := s.ended
		s.bus.mu.Unlock()
		if ended {
			return Event{}, io.EOF
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

// Close ends the subscription; Next then fails with io.EOF.
func (s *Subscription) Close() {
	s.bus.mu.Lock()
	defer s.bus.mu.Unlock()
	delete(s.bus.subs, s)
	s.queue, s.ended = nil, true
	s.signal()
}

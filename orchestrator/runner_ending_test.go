package orchestrator

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rooda/adapters"
	"rooda/pty"
)

// soon is less than the grace, and enough for a busy machine.
const soon = 4 * time.Second

func TestRunTimeout(t *testing.T) {
	t.Parallel()
	tests := []struct {
		part, output, signal string
		code                 int
	}{
		{"hangs <promise>SUCCESS</promise>", "<promise>SUCCESS</promise>\n", "SIGTERM", 143},
		{"polite", "ready\nterminated\n", "", 7},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			t.Parallel()
			it := fake(t, tt.part)
			it.Timeout = 1500 * time.Millisecond // enough to say something first
			res := run(t, it)
			if !res.TimedOut || res.Stopped || res.Err != nil || res.Duration < it.Timeout || res.Duration > soon {
				t.Errorf("timed out %t, stopped %t (%v) after %s", res.TimedOut, res.Stopped, res.Err, res.Duration)
			}
			if res.Output() != tt.output || res.Signal != tt.signal || res.Exit.Code != tt.code {
				t.Errorf("output %q, signal %q, code %d; want %q, %q, %d", res.Output(), res.Signal, res.Exit.Code, tt.output, tt.signal, tt.code)
			}
			if !res.Ending().TimedOut {
				t.Error("the verdict does not hear of the timeout")
			}
		})
	}
}

// TestRunStops: when its context ends, an agent has time for a last word.
func TestRunStops(t *testing.T) {
	t.Parallel()
	it := fake(t, "polite")
	it.Timeout = time.Minute
	var ctx context.Context
	it.Output, ctx = ready(t)
	res := AgentRunner{}.Run(ctx, t.Context(), it)
	if !res.Stopped || res.TimedOut || res.Exit.Code != 7 || !strings.HasSuffix(res.Output(), "terminated\n") || res.Duration > soon {
		t.Errorf("stopped %t, timed out %t, code %d, output %q after %s", res.Stopped, res.TimedOut, res.Exit.Code, res.Output(), res.Duration)
	}
}

// TestRunKills: when the second context ends, too, nobody waits for the grace.
func TestRunKills(t *testing.T) {
	t.Parallel()
	it := fake(t, "stubborn")
	var ctx context.Context
	it.Output, ctx = ready(t)
	kill, cancel := context.WithCancel(t.Context())
	defer cancel()
	timer := time.AfterFunc(time.Second, cancel)
	defer timer.Stop()
	res := AgentRunner{}.Run(ctx, kill, it)
	if !res.Stopped || res.Signal != "SIGKILL" || res.Duration > soon {
		t.Errorf("stopped %t by %q after %s, want SIGKILL at once", res.Stopped, res.Signal, res.Duration)
	}
}

// TestRunEndedByItself: an agent that ends while rooda is about to end it was
// neither stopped nor timed out.
func TestRunEndedByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := theatre{acts: map[string][]act{"a": {{takes: 2 * time.Second, says: success, deaf: true}}}}
		it := Iteration{Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Timeout: time.Second}
		res := AgentRunner{Open: th.open}.Run(t.Context(), t.Context(), it)
		if res.TimedOut || res.Duration != 2*time.Second || !res.Signals.Success {
			t.Errorf("timed out %t after %s, %+v; want success after 2 s", res.TimedOut, res.Duration, res.Signals)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		it.Timeout = 0
		if res := (AgentRunner{Open: th.open}).Run(ctx, t.Context(), it); res.Stopped || res.Duration != 2*time.Second {
			t.Errorf("stopped %t after %s, want an ending of its own after 2 s", res.Stopped, res.Duration)
		}
	})
}

// TestNoTimeoutUnderTypingHands: the limit of a headless agent rests while a
// person types, and has what was left of it afterwards.
func TestNoTimeoutUnderTypingHands(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}
		open := func(spec pty.Spec) (pty.Terminal, error) {
			for _, at := range []time.Duration{300 * time.Millisecond, 20 * time.Second, 50*time.Second + 100*time.Millisecond} {
				time.AfterFunc(at, func() { spec.Hands(pty.Hands{Writers: 1, Typed: time.Now()}) })
			}
			return th.open(spec)
		}
		it := Iteration{Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Timeout: time.Second}
		res := AgentRunner{Open: open}.Run(t.Context(), t.Context(), it)
		if want := 50*time.Second + 100*time.Millisecond + pondering + 600*time.Millisecond; !res.TimedOut || res.Duration != want {
			t.Errorf("timed out %t after %s, want to be after %s", res.TimedOut, res.Duration, want)
		}
	})
}

// late is a terminal whose agent has ended, of which word comes only after the
// limit: so it is when rooda was suspended meanwhile.
type late struct {
	pty.Terminal
	stopped atomic.Bool
}

func (l *late) Pid() int                   { return 7 }
func (l *late) Ended() bool                { return true }
func (l *late) Stop(context.Context) error { l.stopped.Store(true); return nil }
func (l *late) Wait(context.Context) (pty.Exit, error) {
	time.Sleep(time.Minute)
	return pty.Exit{Killed: l.stopped.Load()}, nil
}

func (l *late) Close() error { return nil }

// TestDriverEnded is the same for an agent at its terminal, and for an end of
// any sort.
func TestDriverEnded(t *testing.T) {
	for name, change := range map[string]func(*Iteration){
		"timeout":  func(it *Iteration) { it.Timeout = time.Second },
		"question": func(it *Iteration) { it.Interactive.Patience = time.Second },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				term := &late{}
				it := Iteration{
					MaxOutput: 1 << 10, Interactive: &Interactive{Person: NewPerson(), Inputs: []string{"one"}},
					Notice: func(n Notice) { t.Errorf("notice %+v", n) }, Launch: adapters.LaunchConfig{Argv: []string{"x"}, Signs: tuiSigns()},
				}
				change(&it)
				res := AgentRunner{Open: func(pty.Spec) (pty.Terminal, error) { return term, nil }}.Run(t.Context(), t.Context(), it)
				if term.stopped.Load() || res.TimedOut || res.Question != "" || res.EndedBy != endedByExit || res.Unsent != 1 {
					t.Errorf("stopped %t, %+v", term.stopped.Load(), res)
				}
			})
		})
	}
}

// TestWatchEnded: what has ended by itself is neither timed out nor stopped at a question.
func TestWatchEnded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		term, questions := &late{}, make(chan string, 1)
		it := Iteration{Timeout: time.Second, Notice: func(n Notice) { t.Errorf("notice %+v", n) }}
		res := watch(t.Context(), t.Context(), term, it, questions, &typing{})
		if term.stopped.Load() || res.TimedOut {
			t.Errorf("stopped %t, timed out %t", term.stopped.Load(), res.TimedOut)
		}
		questions <- "permission"
		it.Timeout = 0
		if res = watch(t.Context(), t.Context(), term, it, questions, &typing{}); term.stopped.Load() || res.Question != "" {
			t.Errorf("stopped %t, question %q", term.stopped.Load(), res.Question)
		}
		stop, interrupt := context.WithCancel(t.Context())
		interrupt() // what it has left is ended, without a word of the agent
		if watch(stop, t.Context(), term, it, questions, &typing{}); !term.stopped.Load() {
			t.Error("what the agent has left is not ended")
		}
	})
}

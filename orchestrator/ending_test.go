package orchestrator

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/pty"
	"rooda/pty/shim"
)

// TestNotices: every step of ending an agent is told, once and in order, also
// when the agent dies of KILL in the very moment in which it is sent (ERR-35 to
// ERR-38, ERR-53).
func TestNotices(t *testing.T) {
	const long = time.Hour
	tests := []struct {
		name            string
		act             act
		interrupt, kill time.Duration // 0 means never
		timeout         time.Duration
		want            []string
	}{
		{"ends by itself", act{takes: time.Second}, 0, 0, 0, nil},
		{"times out", act{takes: long}, 0, 0, time.Second, []string{"timeout sending_sigterm"}},
		{"ignores TERM", act{takes: long, deaf: true}, 0, 0, time.Second, []string{"timeout sending_sigterm", "timeout sending_sigkill"}},
		{"survives KILL", act{takes: long, deaf: true, exit: pty.Exit{Unkillable: true}}, 0, 0, time.Second,
			[]string{"timeout sending_sigterm", "timeout sending_sigkill", "timeout giving_up"}},
		{"is interrupted", act{takes: long}, time.Second, 0, 0, []string{"interrupt sending_sigterm"}},
		{"is interrupted twice", act{takes: long, deaf: true}, time.Second, 2 * time.Second, 0, []string{"interrupt sending_sigterm", "interrupt sending_sigkill"}},
		{"survives an interrupt", act{takes: long, deaf: true, exit: pty.Exit{Unkillable: true}}, time.Second, 0, long,
			[]string{"interrupt sending_sigterm", "interrupt sending_sigkill", "interrupt giving_up"}},
		{"takes its time to end", act{takes: 4 * time.Second, deaf: true}, 0, 0, time.Second, []string{"timeout sending_sigterm"}},
	}
	after := func(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
		if d == 0 {
			return context.WithCancel(t.Context())
		}
		return context.WithTimeout(t.Context(), d)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 20 { // what happens in one moment happens in any order
				synctest.Test(t, func(t *testing.T) {
					th := theatre{acts: map[string][]act{"a": {tt.act}}}
					ctx, stop := after(t, tt.interrupt)
					defer stop()
					kill, stopKill := after(t, tt.kill)
					defer stopKill()
					var got []string
					AgentRunner{Open: th.open}.Run(ctx, kill, Iteration{
						Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Timeout: tt.timeout,
						Notice: func(n Notice) { got = append(got, string(n.Cause)+" "+n.Action) },
					})
					if diff := cmp.Diff(tt.want, got); diff != "" {
						t.Errorf("notices (-want +got):\n%s", diff)
					}
				})
			}
		})
	}
}

// stopped is a terminal that says when it is asked to stop.
type stopped struct {
	pty.Terminal
	asked chan struct{}
}

func (s stopped) Stop(ctx context.Context) error {
	close(s.asked)
	return s.Terminal.Stop(ctx)
}

// TestEndingComesBeforeItsWord: whoever is told may be slow.
func TestEndingComesBeforeItsWord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := theatre{acts: map[string][]act{"a": {{takes: time.Hour}}}}
		asked := make(chan struct{})
		res := AgentRunner{Open: func(spec pty.Spec) (pty.Terminal, error) {
			term, err := th.open(spec)
			return stopped{term, asked}, err
		}}.Run(t.Context(), t.Context(), Iteration{
			Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Timeout: time.Second,
			Notice: func(Notice) { <-asked },
		})
		if !res.TimedOut {
			t.Errorf("%+v", res.Exit)
		}
	})
}

// TestNoLimitForAReader: when the agent has ended by itself, its time is over,
// however long its output is being read.
func TestNoLimitForAReader(t *testing.T) {
	t.Parallel()
	it := fake(t, "polite")
	it.Launch.Argv, it.Path = []string{"sh", "-c", "echo done"}, "/bin/sh"
	it.Timeout = 700 * time.Millisecond
	it.Output = func([]byte) { time.Sleep(2 * it.Timeout) }
	it.Notice = func(n Notice) { t.Errorf("told of %s for %s", n.Action, n.Cause) }
	if res := run(t, it); res.TimedOut || res.Exit.Code != 0 || res.Output() != "done\n" {
		t.Errorf("timed out %t, code %d, output %q", res.TimedOut, res.Exit.Code, res.Output())
	}
}

// forbidden is a terminal whose agent this process may not end.
type forbidden struct {
	*actor
	released chan struct{}
}

func (f forbidden) Stop(context.Context) error { return shim.ErrRefused }

func (f forbidden) Release() error {
	close(f.released)
	return nil
}

func (f forbidden) Wait(context.Context) (pty.Exit, error) {
	<-f.released
	return pty.Exit{}, shim.ErrReleased
}

// TestRefusedStop: an agent that may not be ended by this process is not waited for.
func TestRefusedStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := func(spec pty.Spec) (pty.Terminal, error) {
			return forbidden{newActor(act{}, spec), make(chan struct{})}, nil
		}
		res := AgentRunner{Open: open}.Run(t.Context(), t.Context(), Iteration{Key: "session/stage/a/1/0", MaxOutput: 1 << 10, Timeout: time.Second})
		if !errors.Is(res.Err, shim.ErrRefused) {
			t.Errorf("the result is %+v, want ErrRefused", res)
		}
	})
}

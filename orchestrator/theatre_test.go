package orchestrator

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
)

// act is what an agent does in one iteration. The zero value ends well at
// once and says nothing.
type act struct {
	takes time.Duration
	says  string
	exit  pty.Exit
	// refuses is the error of a terminal that cannot be opened.
	refuses error
	// deaf ignores TERM: only the kill context ends it.
	deaf bool
	// lost is in how many attempts the terminal is lost in the end.
	lost int
	// first is called before anything else.
	first func(k plan.Key)
}

const success = "done\n<promise>SUCCESS</promise>\n"

// theatre opens terminals without processes, which play acts.
type theatre struct {
	// acts are the iterations of each task, the last one again and again; a
	// task without any says SUCCESS.
	acts map[string][]act
	// opening is called for each terminal, with its iteration. May be nil.
	opening func(session string, k plan.Key)

	mu     sync.Mutex
	opened []plan.Key
}

// take lets a run play here, and ends it with the test.
func (th *theatre) take(t *testing.T, run *Run) *Run {
	t.Helper()
	run.executor.runner.Open = th.open
	t.Cleanup(func() {
		if err := run.Close(); err != nil {
			t.Error(err)
		}
	})
	return run
}

func (th *theatre) open(spec pty.Spec) (pty.Terminal, error) {
	session, k := parseKey(spec.Key)
	if th.opening != nil {
		th.opening(session, k)
	}
	th.mu.Lock()
	th.opened = append(th.opened, k)
	th.mu.Unlock()
	a := act{says: success}
	if acts := th.acts[k.Task]; len(acts) > 0 {
		a = acts[min(k.Iteration, len(acts)-1)]
	}
	if a.first != nil {
		a.first(k)
	}
	if a.refuses != nil {
		return nil, a.refuses
	}
	p := newActor(a, spec)
	p.lost = k.Attempt <= a.lost
	return p, nil
}

// parseKey reads session/stage/task/attempt/iteration.
func parseKey(key string) (session string, k plan.Key) {
	parts := strings.Split(key, "/")
	attempt, _ := strconv.Atoi(parts[3])
	iteration, _ := strconv.Atoi(parts[4])
	return parts[0], plan.Key{Task: parts[2], Attempt: attempt, Iteration: iteration}
}

// actor is a pty.Terminal that plays one act.
type actor struct {
	pty.Terminal // Input and Resize are not for this stage
	deaf, lost   bool
	stop, kill   chan struct{}
	once, twice  sync.Once
	done         chan struct{}
	exit         pty.Exit
}

func newActor(a act, spec pty.Spec) *actor {
	p := &actor{deaf: a.deaf, stop: make(chan struct{}), kill: make(chan struct{}), done: make(chan struct{}), exit: a.exit}
	p.exit.StartedAt = time.Now()
	timer := time.NewTimer(a.takes)
	go func() {
		defer close(p.done)
		defer timer.Stop()
		_, _ = spec.Tap.Write([]byte(strings.ReplaceAll(a.says, "\n", "\r\n")))
		select {
		case <-timer.C:
		case <-p.stop:
			p.exit.Killed, p.exit.Signal, p.exit.Code = true, syscall.SIGTERM, 128+int(syscall.SIGTERM)
		case <-p.kill:
			p.exit.Killed, p.exit.Signal, p.exit.Code = true, syscall.SIGKILL, 128+int(syscall.SIGKILL)
		}
		p.exit.EndedAt = time.Now()
		p.exit.Bytes = int64(len(a.says))
	}()
	return p
}

func (p *actor) Pid() int { return 1 << 22 } // above any process

func (p *actor) Wait(ctx context.Context) (pty.Exit, error) {
	select {
	case <-p.done:
		if p.lost {
			return pty.Exit{}, shim.ErrLost
		}
		return p.exit, nil
	case <-ctx.Done():
		return pty.Exit{}, ctx.Err()
	}
}

func (p *actor) Stop(ctx context.Context) error {
	if !p.deaf {
		p.once.Do(func() { close(p.stop) })
	}
	grace := time.NewTimer(pty.DefaultGrace)
	defer grace.Stop()
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
	case <-grace.C:
	}
	return p.Close()
}

func (p *actor) Close() error {
	p.twice.Do(func() { close(p.kill) })
	<-p.done
	return nil
}

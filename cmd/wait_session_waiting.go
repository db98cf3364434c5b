package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"rooda/internal/console"
	"rooda/orchestrator"
	"rooda/pty/shim"
	"rooda/session"
)

// foundWait ends a wait: somebody waits for a person.
type foundWait struct{ waited }

func (foundWait) Error() string { return errFound.Error() }

// sessionWaiting waits until any agent of the session waits for a person. What agents ask that nobody drives
// is on no record, so it is read from their screens.
func sessionWaiting(ctx context.Context, s console.Streams, sessions *session.SessionManager, id string) (waited, error) {
	group, ctx := errgroup.WithContext(ctx)
	unhosted := screenWaits{s: s, group: group}
	w := sessionWait{
		s: s, sessions: sessions, id: id,
		look: func(record session.Record, driven bool) (time.Time, error) {
			if driven {
				unhosted.end()
			}
			asking, due := asking(sessions, record, driven)
			if asking = longestFirst(asking); len(asking) > 0 {
				return due, foundWait{waitedFor(asking[0])}
			}
			if record.Outcome != "" {
				return due, overError{record.Outcome}
			}
			return due, nil
		},
		deserted: func(record session.Record) error {
			alive := slices.DeleteFunc(agents(sessions, record), func(a agent) bool { return !a.atWork() })
			if len(alive) == 0 {
				return undrivenSession(ctx, s, sessions, record)
			}
			unhosted.begin(ctx, alive)
			return nil
		},
	}
	group.Go(func() error { return w.run(ctx) })
	err := group.Wait()
	var found foundWait
	if errors.As(err, &found) {
		return found.waited, nil
	}
	return waited{}, err
}

// asking are the agents on record that wait for a person, and when another may that has just been answered,
// zero for none.
func asking(sessions *session.SessionManager, record session.Record, driven bool) (waiting []agent, due time.Time) {
	waiting = slices.DeleteFunc(agents(sessions, record), func(a agent) bool {
		waits, answered := a.asks(time.Now())
		if again := answered.Add(orchestrator.Vanish); !answered.IsZero() && (due.IsZero() || again.Before(due)) {
			due = again
		}
		return !waits || !driven && !orchestrator.IsLost(a.state()) && !a.atWork()
	})
	return waiting, due
}

// atWork reports whether the agent of a task under way lives.
func (a agent) atWork() bool {
	t := a.state()
	if a.dir == "" || t == nil || !t.Status.UnderWay() {
		return false
	}
	state, err := a.probe()
	return err == nil && (state == shim.Running || state == shim.Unreachable)
}

// waitedFor is what is said of an agent that waits, by its record.
func waitedFor(a agent) waited {
	w := waited{Session: a.id, Task: a.task, For: "waiting", Question: a.state().Interaction, chosen: true}
	var asked session.Interaction
	if w.Question != nil {
		asked = *w.Question
	}
	w.Said = waitsForYou(asked.Kind, asked.Excerpt)
	if d := a.answered(); d != nil {
		w.Said = fmt.Sprintf("perhaps %s; the answer is %s", w.Said, perhapsAnswered(a.id, d.By, d.Last()))
	}
	return w
}

// screenWaits are the waits at the screens of agents that nobody drives.
type screenWaits struct {
	s     console.Streams
	group *errgroup.Group
	begun map[string]context.CancelFunc // by the folder of the iteration
}

// begin waits at the screen of each agent where it does not yet.
func (w *screenWaits) begin(ctx context.Context, alive []agent) {
	if w.begun == nil {
		w.s.Notef("warning: %s: nobody drives the session; go on with: rooda session resume %[1]s\n", shortID(alive[0].id))
		w.begun = map[string]context.CancelFunc{}
	}
	for _, a := range alive {
		if w.begun[a.dir] != nil {
			continue
		}
		looking, stop := context.WithCancel(ctx)
		w.begun[a.dir] = stop
		w.group.Go(func() error {
			defer stop()
			defer watchTerminal(w.s, a).begin(looking)()
			said, err := awaitQuestion(looking, w.s, a)
			switch {
			case cannotTell(looking, err):
				return err
			case err != nil:
				return nil // whether the agent lives is looked at by itself
			}
			return foundWait{waited{Session: a.id, Task: a.task, For: "waiting", Said: said, chosen: true}}
		})
	}
}

// awaitQuestion waits until the agent's screen shows that it asks, also where its terminal does not answer
// meanwhile: nobody else would see what it asks once that is woken.
func awaitQuestion(ctx context.Context, s console.Streams, a agent) (said string, err error) {
	pause := time.NewTicker(answerLook)
	defer pause.Stop()
	for {
		if a.answers(ctx) {
			if said, err = awaitState(ctx, s, a, "waiting"); exitCode(err) != exitUnreachable {
				return said, err
			}
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// answers reports whether the agent's terminal does, which takes 2 s where it does not.
func (a agent) answers(ctx context.Context) bool {
	client := shim.Dial(a.dir)
	defer client.Close()
	task, err := client.Task(ctx)
	return err == nil && task.State == shim.Running
}

// end gives them up: a host is there again.
func (w *screenWaits) end() {
	for _, stop := range w.begun {
		stop()
	}
	w.begun = nil
}

package orchestrator

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/orchestrator/plan"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/session"
)

// sleeper is an actor whose terminal does not answer from one moment to another of its life.
type sleeper struct {
	*actor
	stops, wakes time.Time
	lost         error            // what asking comes to when it is awake again; nil: it answers
	heard        func() time.Time // nil for a shim that says nothing unasked
	asked        atomic.Int64
}

func (s *sleeper) Shim() int { return 4711 }

func (s *sleeper) Heard() time.Time {
	if s.heard == nil {
		return time.Time{}
	}
	return s.heard()
}

func (s *sleeper) Ask(ctx context.Context) error {
	s.asked.Add(1)
	if now := time.Now(); now.Before(s.stops) {
		return nil
	} else if !now.Before(s.wakes) {
		return s.lost
	}
	limit := time.NewTimer(2 * time.Second)
	defer limit.Stop()
	select {
	case <-limit.C:
		return fmt.Errorf("%w: %w", shim.ErrUnreachable, shim.ErrSilent)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestVigil: that a terminal does not answer, and that it does again, is told once each, and a
// person is called after a minute of it.
func TestVigil(t *testing.T) {
	const hour = time.Hour
	for _, test := range []struct {
		name         string
		stops, wakes time.Duration
		lost         error
		stirs        []time.Duration
		adopted      bool
		called       bool
		want         []string
	}{
		{"one that answers", hour, hour, nil, nil, false, false, nil},
		{"for a while", 20 * time.Second, 50 * time.Second, nil, nil, false, false, []string{"32 silent since 15", "51 answers after 36"}},
		{"for long", 20 * time.Second, 200 * time.Second, nil, nil, false, false, []string{"32 silent since 15", "92 call", "201 answers after 186"}},
		{"word of its stop and its waking", 20 * time.Second, 50 * time.Second, nil, []time.Duration{20 * time.Second, 50 * time.Second}, false, false, []string{"22 silent since 15", "50 answers after 35"}},
		{"word of another's", 100 * time.Second, hour, nil, []time.Duration{20 * time.Second}, false, false, []string{"112 silent since 95", "172 call"}},
		{"at its adoption", 0, 50 * time.Second, nil, nil, true, false, []string{"2 silent since 0", "51 answers after 51"}},
		{"one that is lost", 20 * time.Second, 50 * time.Second, shim.ErrUnreachable, nil, false, false, []string{"32 silent since 15"}},
		{"to which the host before called a person", 0, 150 * time.Second, nil, nil, true, true, []string{"2 silent since -60", "150 answers after 210"}},
		{"that answers by now", hour, hour, nil, nil, true, true, []string{"0 answers after 60"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				seconds := func(at time.Time) int { return int(at.Sub(begun).Seconds()) }
				var told []string
				var stir bell
				it := Iteration{Adopted: test.adopted, Stir: stir.next, Silence: func(said Talk) {
					text := ""
					switch b := said.(type) {
					case TerminalSilent:
						if text = fmt.Sprint("silent since ", seconds(b.Since)); b.overdue {
							text = "call"
						}
						if b.PID != 4711 {
							t.Errorf("process %d", b.PID)
						}
					case TerminalAnswers:
						text = fmt.Sprint("answers after ", b.SilentMS/1000)
					}
					told = append(told, fmt.Sprintf("%d %s", seconds(time.Now()), text))
				}}
				if test.called {
					it.Asked = &session.Interaction{Kind: KindSilent, Since: begun.Add(-time.Minute)}
				}
				for _, at := range test.stirs {
					time.AfterFunc(at, stir.ring)
				}
				end := it.watched(&sleeper{stops: begun.Add(test.stops), wakes: begun.Add(test.wakes), lost: test.lost})
				time.Sleep(5 * time.Minute)
				end()
				if diff := cmp.Diff(test.want, told); diff != "" {
					t.Errorf("what was told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestVigilHearsPulses: a terminal that gives signs of life is not asked, and one that ceases to is
// within the time of one.
func TestVigilHearsPulses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		stops, wakes := begun.Add(10*time.Minute+time.Second), begun.Add(11*time.Minute)
		s := &sleeper{stops: stops, wakes: wakes}
		s.heard = func() time.Time {
			now := time.Now()
			if now.After(stops) && now.Before(wakes) {
				now = stops
			}
			return now.Add(-now.Sub(begun) % shim.Pulse)
		}
		var told []string
		end := Iteration{Stir: new(bell).next, Silence: func(said Talk) {
			told = append(told, fmt.Sprint(int(time.Since(begun).Seconds()), " ", said.Type()))
			if silent, ok := said.(TerminalSilent); ok && !silent.Since.Equal(begun.Add(10*time.Minute)) {
				t.Errorf("silent since %v, was heard after %v", silent.Since.Sub(begun), 10*time.Minute)
			}
		}}.watched(s)
		time.Sleep(10 * time.Minute)
		if n := s.asked.Load(); n != 0 {
			t.Errorf("asked %d times, though it said that it lives", n)
		}
		time.Sleep(2 * time.Minute)
		asked := s.asked.Load()
		time.Sleep(10 * time.Minute)
		if n := s.asked.Load() - asked; n != 0 {
			t.Errorf("asked %d times, though it says again that it lives", n)
		}
		end()
		if diff := cmp.Diff([]string{"618 terminal_silent", "661 terminal_answers"}, told); diff != "" {
			t.Errorf("what was told (-want +got):\n%s", diff)
		}
	})
}

// TestVigilEndsTheCallOfAnother: a terminal to which the host before called a person is asked, although it gives
// signs of life: they do not say that the call is over.
func TestVigilEndsTheCallOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		s := &sleeper{stops: begun.Add(time.Hour), heard: time.Now}
		var told []string
		end := Iteration{
			Adopted: true, Asked: &session.Interaction{Kind: KindSilent, Since: begun.Add(-time.Minute)}, Stir: new(bell).next,
			Silence: func(said Talk) { told = append(told, fmt.Sprint(time.Since(begun), " ", said.Type())) },
		}.watched(s)
		time.Sleep(10 * time.Minute)
		end()
		if diff := cmp.Diff([]string{"0s terminal_answers"}, told); diff != "" {
			t.Errorf("what was told (-want +got):\n%s", diff)
		}
		if n := s.asked.Load(); n != 1 {
			t.Errorf("asked %d times, want once", n)
		}
	})
}

// TestSilentTerminalCallsAPerson: the journal has when the terminal of a running agent, a headless
// one too, ceased to answer and began again, and a person is called in between.
func TestSilentTerminalCallsAPerson(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: 10 * time.Minute, says: success}}}}
		run := o.start(t, flow(inStage("s", quick("a"))), th)
		begun := time.Now()
		run.executor.runner.Open = func(spec pty.Spec) (pty.Terminal, error) {
			term, err := th.open(spec)
			return &sleeper{actor: term.(*actor), stops: begun.Add(time.Minute), wakes: begun.Add(5 * time.Minute)}, err
		}
		events := run.SubscribeStatus()
		h := inBackground(t, run)
		time.Sleep(4 * time.Minute)
		synctest.Wait()
		a := h.Now().Record.Tasks["a"]
		if a.Status != session.WaitingForUser || a.Interaction == nil || a.Interaction.Kind != KindSilent || !strings.Contains(a.Interaction.Note, "kill -CONT 4711 wakes it") {
			t.Errorf("after 3 minutes of silence: %s, %+v", a.Status, a.Interaction)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if a := h.Now().Record.Tasks["a"]; a.Status != session.Running || a.Interaction != nil {
			t.Errorf("when it answers again: %s, %+v", a.Status, a.Interaction)
		}
		if outcome := <-h.outcome; outcome != plan.Success {
			t.Errorf("ended as %s", outcome)
		}
		var told []string
		for _, e := range drain(t, events) {
			switch e.Body.(type) {
			case TerminalSilent, TerminalAnswers, InteractionNeeded, InteractionResolved:
				told = append(told, e.Body.Type())
			}
		}
		want := []string{"terminal_silent", "interaction_needed", "terminal_answers", "interaction_resolved"}
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("what was told (-want +got):\n%s", diff)
		}
		var kept []string
		for _, e := range o.journal(t, run.Record().ID) {
			if strings.HasPrefix(e.Type, "terminal_") {
				kept = append(kept, e.Type)
			}
		}
		if len(kept) != 2 {
			t.Errorf("the journal has %q", kept)
		}
	})
}

// TestSilenceLeavesQuestions: who waits for a person already is not called again, and what the agent
// asks once its terminal answers stays open.
func TestSilenceLeavesQuestions(t *testing.T) {
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour, says: success}}}}
		h := inBackground(t, o.start(t, flow(inStage("s", quick("a"))), th))
		synctest.Wait()
		key := plan.Key{Task: "a", Attempt: 1}
		for i, step := range []struct {
			said Talk
			kind string
		}{
			{InteractionNeeded{Kind: "permission"}, "permission"},
			{TerminalSilent{overdue: true}, "permission"},
			{TerminalAnswers{}, "permission"},
			{InteractionResolved{By: "human"}, ""},
			{TerminalSilent{overdue: true}, KindSilent},
			{InteractionNeeded{Kind: "permission"}, "permission"}, // its driver may know first
			{TerminalAnswers{}, "permission"},
			{InteractionResolved{By: "human"}, ""},
			{TerminalSilent{overdue: true}, KindSilent},
			{TerminalAnswers{}, ""},
			{InteractionNeeded{Kind: "permission"}, "permission"},
			{TerminalSilent{overdue: true}, "permission"},
			{InteractionNeeded{Kind: "question"}, "question"},
			{InteractionResolved{By: "human"}, KindSilent}, // it still does not answer
			{InteractionNeeded{Kind: "permission"}, "permission"},
			{InteractionResolved{By: "human"}, KindSilent},
			{TerminalAnswers{}, ""},
			{InteractionNeeded{Kind: "permission"}, "permission"},
			{InteractionResolved{By: "human"}, ""},
		} {
			h.executor.mailbox.put(report{key: key, talk: step.said})
			synctest.Wait()
			a, kind := h.Now().Record.Tasks["a"], ""
			if a.Interaction != nil {
				kind = a.Interaction.Kind
			}
			if kind != step.kind || (a.Status == session.WaitingForUser) != (kind != "") {
				t.Errorf("step %d, %s: %s with a question of kind %q, want %q", i, step.said.Type(), a.Status, kind, step.kind)
			}
		}
		h.stop()
		<-h.outcome
	})
}

// TestSilenceInOneBatch: what comes together comes to the same as one after the other.
func TestSilenceInOneBatch(t *testing.T) {
	asks, answered := Talk(InteractionNeeded{Kind: "permission"}), Talk(InteractionResolved{By: "human"})
	silent, answers := Talk(TerminalSilent{overdue: true}), Talk(TerminalAnswers{})
	o := newOffice(t)
	synctest.Test(t, func(t *testing.T) {
		th := &theatre{acts: map[string][]act{"a": {{takes: time.Hour, says: success}}}}
		run := o.start(t, flow(inStage("s", quick("a"))), th)
		events := run.SubscribeStatus()
		h := inBackground(t, run)
		synctest.Wait()
		for i, batch := range []struct {
			said []Talk
			kind string
		}{
			{[]Talk{silent, answers}, ""},
			{[]Talk{silent}, KindSilent},
			{[]Talk{answers, silent}, KindSilent},
			{[]Talk{answers, asks}, "permission"},
			{[]Talk{answered, silent}, KindSilent},
			{[]Talk{answers}, ""},
			{[]Talk{asks, silent, answers}, "permission"},
			{[]Talk{silent, answered}, KindSilent},
			{[]Talk{answers}, ""},
		} {
			m := h.executor.mailbox
			m.mu.Lock()
			for _, said := range batch.said {
				m.reports = append(m.reports, report{key: plan.Key{Task: "a", Attempt: 1}, talk: said})
			}
			m.mu.Unlock()
			m.ready <- struct{}{}
			synctest.Wait()
			a, kind := h.Now().Record.Tasks["a"], ""
			if a.Interaction != nil {
				kind = a.Interaction.Kind
			}
			if kind != batch.kind || (a.Status == session.WaitingForUser) != (kind != "") {
				t.Errorf("batch %d: %s with a question of kind %q, want %q", i, a.Status, kind, batch.kind)
			}
		}
		h.stop()
		<-h.outcome
		open := 0
		for _, e := range drain(t, events) {
			switch e.Body.(type) {
			case InteractionNeeded:
				open++
			case InteractionResolved:
				open--
			}
			if open < 0 || open > 1 {
				t.Fatalf("%d questions are open after %s", open, e.Body.Type())
			}
		}
		if open != 0 {
			t.Errorf("%d questions stay open", open)
		}
	})
}

// deafAtFirst is a terminal that does not answer when it is first asked.
type deafAtFirst struct {
	pty.Terminal
	asked atomic.Int64
}

func (d *deafAtFirst) Shim() int { return 4711 }

func (d *deafAtFirst) Heard() time.Time { return time.Time{} }

func (d *deafAtFirst) Ask(context.Context) error {
	if d.asked.Add(1) == 1 {
		return shim.ErrSilent
	}
	return nil
}

// TestVigilOfDrivenAgent: the terminal of an interactive agent is watched, too, as long as it is driven.
func TestVigilOfDrivenAgent(t *testing.T) {
	t.Parallel()
	d := &deafAtFirst{}
	var told []string
	_, _, res := stage{
		prompt: "hi", silence: func(said Talk) { told = append(told, said.Type()) },
		open: func(spec pty.Spec) (term pty.Terminal, err error) {
			d.Terminal, err = pty.Open(spec)
			return d, err
		},
	}.play(t, "watched")
	if diff := cmp.Diff([]string{"terminal_silent", "terminal_answers"}, told); diff != "" || res.EndedBy != endedByIdle {
		t.Errorf("ended by %q (%v), told (-want +got):\n%s", res.EndedBy, res.Err, diff)
	}
}

package orchestrator

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"rooda/pty"
	"rooda/session"
)

// TestInheritedReport: of what an agent has reported to another host only that counts which is still open, and
// nobody is called again for what was answered.
func TestInheritedReport(t *testing.T) {
	report := func(state, message string) ProgramStatus {
		return ProgramStatus{State: state, Kind: "permission", Message: message}
	}
	working, first, second, login := report("working", ""), report("blocked", "first"), report("blocked", "second"), ProgramStatus{State: "blocked", Kind: "auth"}
	human, agent := InteractionResolved{By: "human"}, InteractionResolved{By: byAgent}
	calls := func(s ProgramStatus) Talk { return s.talk() }
	for _, test := range []struct {
		name  string
		asked string // with which a person was called, empty for nothing
		said  []ProgramStatus
		typed time.Duration // when somebody did, from the end of the rereading on
		live  []ProgramStatus
		ends  bool // before all has been read
		let   bool // go of before that
		want  []Talk
	}{
		{name: "answered long ago", said: []ProgramStatus{working, first, working, second, working}},
		{name: "asked while there was no host", said: []ProgramStatus{working, first}, want: []Talk{calls(first)}},
		{name: "still open", asked: "first", said: []ProgramStatus{first, working, first}},
		{name: "still open, in other words", asked: "first", said: []ProgramStatus{working, first, second}},
		{name: "asked again after an answer", asked: "first", said: []ProgramStatus{first, working, first}, typed: -time.Second, want: []Talk{human, calls(first)}},
		{name: "answered meanwhile", asked: "first", said: []ProgramStatus{first, working}, typed: -time.Second, want: []Talk{human}},
		{name: "another kind", asked: "first", said: []ProgramStatus{first, working, login}, typed: -time.Second, want: []Talk{human, calls(login)}},
		{name: "another of that kind", asked: "first", said: []ProgramStatus{first, working, second}, want: []Talk{agent, calls(second)}},
		{name: "a key from before is no answer", asked: "first", said: []ProgramStatus{first, working, login}, typed: -time.Second,
			live: []ProgramStatus{working}, want: []Talk{human, calls(login), agent}},
		{name: "nothing is reported any more", asked: "first"},
		{name: "answered after that", asked: "first", said: []ProgramStatus{first}, live: []ProgramStatus{working}, want: []Talk{agent}},
		{name: "another one after that", said: []ProgramStatus{first, working}, live: []ProgramStatus{second}, want: []Talk{calls(second)}},
		{name: "ended, and answered", asked: "first", said: []ProgramStatus{first, working}, ends: true, want: []Talk{agent}},
		{name: "ended with another one", asked: "first", said: []ProgramStatus{first, working, second}, ends: true, want: []Talk{agent}},
		{name: "ended with one", said: []ProgramStatus{first}, ends: true},
		{name: "let go of before it was read", asked: "first", said: []ProgramStatus{first, working}, let: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var told []Talk
				b := blockage{tell: func(said Talk) { told = append(told, said) }}
				var asked *session.Interaction
				if test.asked != "" {
					asked = &session.Interaction{Kind: "permission", Excerpt: test.asked, Since: time.Now().Add(-time.Minute)}
				}
				b.inherit(asked)
				if test.typed != 0 {
					b.people(pty.Hands{Touched: time.Now().Add(test.typed), By: "human"})
				}
				for _, s := range test.said {
					b.hear(s)
				}
				if !test.ends && !test.let {
					b.reread()
				}
				time.Sleep(time.Second)
				for _, s := range test.live {
					b.hear(s)
				}
				time.Sleep(time.Second)
				synctest.Wait()
				b.close(!test.let)
				if diff := cmp.Diff(test.want, told); diff != "" {
					t.Errorf("what was told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// TestRereadingTakesItsTime: however long it takes, what is read again is no news.
func TestRereadingTakesItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []Talk
		b := blockage{tell: func(said Talk) { told = append(told, said) }}
		b.inherit(&session.Interaction{Kind: "permission", Since: time.Now().Add(-time.Minute)})
		for _, state := range []string{"blocked", "working", "blocked", "working", "blocked"} {
			b.hear(ProgramStatus{State: state, Kind: "permission"})
			time.Sleep(time.Minute)
			synctest.Wait()
		}
		b.reread()
		b.close(false)
		if len(told) > 0 {
			t.Errorf("told %v", told)
		}
	})
}

// slowly is a terminal of which all has come with that look.
type slowly struct {
	pty.Terminal
	looks atomic.Int64
	whole int64 // 0 for never
}

func (s *slowly) Current(context.Context) bool {
	looks := s.looks.Add(1)
	return s.whole > 0 && looks >= s.whole
}

func (*slowly) Answers(context.Context) bool { return true }

// TestReading: an adopted agent's output has been read again when its terminal says so, once.
func TestReading(t *testing.T) {
	for _, test := range []struct {
		name string
		term pty.Terminal
		new  bool
		want []time.Duration
	}{
		{"at once", &slowly{whole: 1}, false, []time.Duration{lag}},
		{"after a minute", &slowly{whole: 601}, false, []time.Duration{time.Minute + lag}},
		{"never", &slowly{}, false, nil},
		{"in this process", &actor{}, false, []time.Duration{0}},
		{"of its own host", &slowly{whole: 1}, true, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			synctest.Test(t, func(t *testing.T) {
				var told []time.Duration
				begun := time.Now()
				it := Iteration{Adopted: !test.new, Reread: func() { told = append(told, time.Since(begun)) }}
				end := it.reading(test.term)
				time.Sleep(time.Hour)
				end()
				if diff := cmp.Diff(test.want, told); diff != "" {
					t.Errorf("said (-want +got):\n%s", diff)
				}
			})
		})
	}
}

package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptrace"
	"net/textproto"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
	"rooda/pty/vt"
)

// broken is a terminal that vanishes with the first time that certain keys are typed, and is
// back a few looks later.
type broken struct {
	pty.Terminal
	at    string
	tries atomic.Int64
	away  atomic.Int64 // looks until it is back
	err   error
}

func (b *broken) Current(ctx context.Context) bool { return b.Answers(ctx) }

func (b *broken) Answers(context.Context) bool { return b.away.Add(-1) < 0 }

func (b *broken) Input(ctx context.Context, p []byte) error {
	if strings.Contains(string(p), b.at) && b.tries.Add(1) == 1 {
		b.away.Store(5)
		return b.err
	}
	return b.Terminal.Input(ctx, p)
}

func (b *broken) open(spec pty.Spec) (term pty.Terminal, err error) {
	b.Terminal, err = pty.Open(spec)
	return b, err
}

// TestDriverUntyped: what could not be typed is neither told of nor forgotten, and typed once
// when the terminal is back.
func TestDriverUntyped(t *testing.T) {
	t.Parallel()
	asked := "needed permission: " + asksToTest
	approve := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", approve: true}) }
	for _, tt := range []struct {
		name, at string
		stage    stage
		told     []string
		noted    string
	}{
		{"a person's yes", "\r", stage{prompt: "Go. [shell]", when: map[string]func(*Person){"interaction_needed": approve}},
			[]string{asked, "typed by human", "resolved by human"}, "answer Do you want to proceed?: Yes"},
		{"policy's answer", "\r", stage{prompt: "Go. [shell]", in: Interactive{AutoApprove: true}},
			[]string{"answered by once"}, "answer Do you want to proceed?: Yes"},
		{"a paste", "more", stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}},
			[]string{"sending 1", "sent 1"}, "submit more"},
		{"an Enter", "\r", stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}},
			[]string{"sending 1", "sent 1"}, "submit more"},
		{"the middle of a paste", "middle", stage{prompt: "hi", in: Interactive{Inputs: []string{strings.Repeat("begin ", 700) + "middle" + strings.Repeat(" end", 1500)}}},
			[]string{"sending 1", "sent 1"}, "middle end"},
	} {
		for _, err := range []error{context.DeadlineExceeded, shim.ErrUnreachable, shim.ErrTurn} {
			t.Run(tt.name+", "+err.Error(), func(t *testing.T) {
				t.Parallel()
				b := &broken{at: tt.at, err: err}
				st := tt.stage
				st.open = b.open
				noted, told, res := st.play(t, "untyped "+tt.name+err.Error()[:7])
				if res.Err != nil || res.EndedBy != endedByIdle {
					t.Errorf("ended by %q (%v)", res.EndedBy, res.Err)
				}
				waits := "warning: what rooda has to type waits: others are typing at the agent's terminal"
				if errors.Is(err, shim.ErrTurn) != slices.Contains(told, waits) {
					t.Errorf("told %q", told)
				}
				told = slices.DeleteFunc(told, func(s string) bool { return s == waits })
				if got, want := strings.Join(told, ", "), strings.Join(tt.told, ", "); got != want {
					t.Errorf("told %q, want %q", got, want)
				}
				if n := strings.Count(strings.Join(noted, "\n"), tt.noted); n != 1 {
					t.Errorf("%q was noted %d times, want once: %q", tt.noted, n, noted)
				}
			})
		}
	}
}

// dumb is a terminal in this process that fails in its own way to take what is typed.
type dumb struct {
	pty.Terminal
	err error // nil: when nobody waits any more
}

func (d dumb) Input(ctx context.Context, _ []byte) error {
	if d.err != nil {
		return d.err
	}
	<-ctx.Done()
	return ctx.Err()
}

// typedTo is one to which nothing may be typed.
type typedTo struct {
	pty.Terminal
	t *testing.T
}

func (d typedTo) Input(context.Context, []byte) error {
	d.t.Error("keys were typed for who had given up")
	return nil
}

func typist(t *testing.T, err error) *driver {
	t.Helper()
	eye, failed := newEye(adapters.Signs{}, io.Discard, time.Now())
	if failed != nil {
		t.Fatal(failed)
	}
	return &driver{eye: eye, term: dumb{err: err}, in: &Interactive{Person: NewPerson()}, talk: &conversation{}}
}

// TestCarryUnread: what a program does not read for a while may be on its way, so it is never
// typed again, and an answer is not told of as given.
func TestCarryUnread(t *testing.T) {
	for _, tell := range []Talk{InputTyped{Deed: Deed{By: "human"}}, nil} {
		synctest.Test(t, func(t *testing.T) {
			d, undone := typist(t, nil), false
			m := move{keys: []string{"1"}, by: "human", tell: tell, undo: func() { undone = true }}
			d.carry(t.Context(), &m)
			told := ""
			if m.tell != nil {
				told = describeTalk(m.tell)
			}
			want := ""
			if tell != nil {
				want = "warning: what human typed may not have arrived: the agent does not read what is typed"
			}
			if undone || len(m.keys) != 1 || told != want || !d.silent.IsZero() {
				t.Errorf("telling of %v: %+v, told %q, taken back: %t, silent since %s", tell, m, told, undone, d.silent)
			}
		})
	}
}

// TestCarryBehind: what others type, or have typed and the agent does not read, holds rooda's keys up
// for a while; then they count as typed in vain, and the next begin anew.
func TestCarryBehind(t *testing.T) {
	for _, err := range []error{shim.ErrTurn, shim.ErrUnread} { // nothing of it was typed
		synctest.Test(t, func(t *testing.T) {
			d := typist(t, nil)
			d.term = failing{err: fmt.Errorf("input: %w", err)}
			for range 2 {
				begun, undone, warned, cut := time.Now(), 0, 0, ""
				for tries := 1; cut == ""; tries++ {
					m := move{keys: []string{"1"}, undo: func() { undone++ }, cut: func(why string, begun bool) { cut = fmt.Sprint(why, begun) }}
					d.carry(t.Context(), &m)
					if _, warns := m.tell.(Warning); warns {
						warned++
					}
					if took := time.Since(begun); cut != "" && (took < behindPatience || undone != tries-1) || took > behindPatience {
						t.Fatalf("%v: after %s and %d tries: cut because %q, %d taken back", err, took, tries, cut, undone)
					}
					time.Sleep(5 * time.Second)
				}
				if warned != 1 || cut != err.Error()+"false" {
					t.Errorf("%v: cut because %q, %d warnings", err, cut, warned)
				}
			}
			told := Talk(nil)
			for range behindPatience/(5*time.Second) + 1 {
				m := move{keys: []string{"1"}, by: "human", tell: InputTyped{Deed: Deed{By: "human"}}, undo: func() {}}
				d.carry(t.Context(), &m)
				told = m.tell
				time.Sleep(5 * time.Second)
			}
			if told == nil || describeTalk(told) != "warning: what human was to type was not: "+err.Error() {
				t.Errorf("%v: %+v", err, told)
			}
		})
	}
}

// TestCarryBehindAnew: keys that are refused have their time whatever was refused before, and was typed
// then or not tried again.
func TestCarryBehindAnew(t *testing.T) {
	for name, between := range map[string]func(*driver){
		"typed": func(d *driver) {
			d.term = failing{}
			d.carry(context.Background(), &move{keys: []string{"1"}, undo: func() {}})
		},
		"not tried again": func(*driver) { time.Sleep(10 * time.Minute) },
	} {
		synctest.Test(t, func(t *testing.T) {
			d := typist(t, nil)
			refused := func() (again, warned bool) {
				d.term = failing{err: shim.ErrTurn}
				m := move{keys: []string{"1"}, undo: func() { again = true }}
				d.carry(t.Context(), &m)
				return again, m.tell != nil
			}
			refused()
			for range behindPatience/(5*time.Second) - 1 {
				time.Sleep(5 * time.Second)
				refused()
			}
			between(d)
			if again, warned := refused(); !again || !warned {
				t.Errorf("%s: tried again %t, warned %t", name, again, warned)
			}
			time.Sleep(5 * time.Second)
			if again, _ := refused(); !again {
				t.Errorf("%s: given up at once", name)
			}
		})
	}
}

// asleep is a terminal whose process was stopped while it typed.
type asleep struct{ dumb }

func (asleep) Current(context.Context) bool { return false }
func (asleep) Answers(context.Context) bool { return false }

// TestCarryBegun: what a terminal has begun to type before it fell silent is not typed again, told of
// as given, or taken back.
func TestCarryBegun(t *testing.T) {
	for _, err := range []error{context.DeadlineExceeded, shim.ErrUnreachable} {
		d := typist(t, nil)
		d.term = asleep{dumb{err: fmt.Errorf("%w; %w", err, shim.ErrBegun)}}
		undone, cut := false, ""
		m := move{keys: []string{"1"}, by: "human", tell: InputTyped{Deed: Deed{By: "human"}}, undo: func() { undone = true }, cut: func(why string, begun bool) { cut = fmt.Sprint(why, begun) }}
		d.carry(t.Context(), &m)
		why := "the agent's terminal stopped answering while it was typed"
		if w, _ := m.tell.(Warning); undone || len(m.keys) != 1 || cut != why+"true" || w.Message != "what human typed may not have arrived: "+why || d.silent.IsZero() {
			t.Errorf("%v: %+v, cut because %q, taken back: %t, silent since %s", err, m, cut, undone, d.silent)
		}
		asked := request{who: "human", keys: []byte("1")}
		d.term = failing{err: fmt.Errorf("input/output error; %w", shim.ErrBegun)}
		var told []string
		d.in.Tell = func(t Talk) { told = append(told, describeTalk(t)) }
		if err := d.serve(t.Context(), asked, time.Now()); !errors.Is(err, shim.ErrBegun) || len(told) != 1 {
			t.Errorf("a person's: %v, told %q", err, told)
		}
	}
}

// midway is a terminal whose shim is stopped as soon as it begins to type certain keys, and woken later.
type midway struct {
	*shim.Terminal
	at    string
	typed atomic.Int64 // times that it was to type them
	err   error
}

func (s *midway) Input(ctx context.Context, p []byte) error {
	return s.write(ctx, p, s.Terminal.Input)
}

func (s *midway) Pursue(ctx context.Context, p []byte, more bool) error {
	return s.write(ctx, p, func(ctx context.Context, p []byte) error { return s.Terminal.Pursue(ctx, p, more) })
}

func (s *midway) write(ctx context.Context, p []byte, write func(context.Context, []byte) error) error {
	if !strings.Contains(string(p), s.at) || s.typed.Add(1) > 1 {
		return write(ctx, p)
	}
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	s.err = write(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		Got1xxResponse: func(int, textproto.MIMEHeader) error {
			time.AfterFunc(3*time.Second, func() { syscall.Kill(s.Shim(), syscall.SIGCONT) })
			err := syscall.Kill(s.Shim(), syscall.SIGSTOP)
			<-ctx.Done()
			return cmp.Or(err, ctx.Err()) // its answer may be there already
		},
	}), p)
	return s.err
}

// TestDriverStoppedMidway: what a real shim was about to type when it was stopped is typed once at most,
// and if nobody knows whether, a person is called.
func TestDriverStoppedMidway(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		at   string
		most int64 // times that it is typed, by an exit input as well
		told string
	}{
		"a paste": {"more", 1, "failed 1: the agent's terminal stopped answering while it was typed, and may have got only a part of the text"},
		"a yes":   {"\r", 2, "warning: what human typed may not have arrived: the agent's terminal stopped answering while it was typed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &midway{at: tt.at}
			start, _ := shimmed(t)
			st := stage{prompt: "hi", in: Interactive{Inputs: []string{"more"}}, open: func(spec pty.Spec) (pty.Terminal, error) {
				term, err := start(spec)
				if err == nil {
					s.Terminal = term.(*shim.Terminal)
				}
				return s, err
			}}
			complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
			st.when = map[string]func(*Person){"interaction_needed": complete}
			if name == "a yes" {
				st.prompt, st.in.Inputs = "Go. [shell]", nil
				st.when["interaction_needed"] = func(p *Person) { _ = p.ask(context.Background(), request{who: "human", approve: true}) }
				st.when["warning"] = func(p *Person) { // whether it arrived is the chance of the stop
					again := time.NewTicker(500 * time.Millisecond)
					defer again.Stop()
					for range 20 {
						if p.ask(context.Background(), request{who: "human", complete: true}) == nil {
							return
						}
						<-again.C
					}
				}
			}
			noted, told, res := st.play(t, "midway "+name)
			came := 0
			for _, line := range noted {
				if strings.HasPrefix(line, "answer ") || line == "submit more" {
					came++
				}
			}
			if res.Err != nil || !errors.Is(s.err, shim.ErrBegun) || !slices.Contains(told, tt.told) || came > 1 || s.typed.Load() > tt.most {
				t.Errorf("%v, ended by %q (%v), typed %d times, told %q, noted %q", s.err, res.EndedBy, res.Err, s.typed.Load(), told, noted)
			}
		})
	}
}

// cutShort is a shim's terminal whose pastes are ended after their first part.
type cutShort struct {
	*shim.Terminal
	client *shim.Client
	ended  int
}

func (c *cutShort) Pursue(ctx context.Context, p []byte, more bool) error {
	err := c.Terminal.Pursue(ctx, p, more)
	if err == nil && strings.Contains(string(p), "begin") {
		c.ended++
		err = c.client.Input(ctx, []byte("\x1b[201~"), shim.InputOptions{Who: "human"})
	}
	return err
}

// TestDriverPasteEnded: of a text whose paste was ended by its terminal no more is typed, and a person is called.
func TestDriverPasteEnded(t *testing.T) {
	t.Parallel()
	c := &cutShort{}
	start, dir := shimmed(t)
	complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
	st := stage{
		prompt: "hi", in: Interactive{Inputs: []string{strings.Repeat("begin ", 700) + strings.Repeat("end ", 1500)}},
		when: map[string]func(*Person){"interaction_needed": complete},
		open: func(spec pty.Spec) (pty.Terminal, error) {
			term, err := start(spec)
			if err == nil {
				c.Terminal = term.(*shim.Terminal)
				c.client = shim.Dial(dir)
				t.Cleanup(func() { c.client.Close() })
			}
			return c, err
		},
	}
	noted, told, res := st.play(t, "paste ended")
	failed := "failed 1: the agent was let out of the paste, of which no more came, and has got only a part of the text"
	if res.Err != nil || c.ended != 1 || !slices.Contains(told, failed) {
		t.Errorf("ended by %q (%v), ended %d times, told %q, noted %q", res.EndedBy, res.Err, c.ended, told, noted)
	}
}

// byLines is a shim's terminal that keeps no long lines.
type byLines struct {
	*shim.Terminal
	refused int
}

func (b *byLines) Pursue(ctx context.Context, p []byte, more bool) error {
	if len(p) > 1000 {
		b.refused++
		return &pty.LineError{Bytes: len(p), Max: 1000}
	}
	return b.Terminal.Pursue(ctx, p, more)
}

// TestDriverLine: a text that the agent's terminal would cut is not tried again, and a person is called.
func TestDriverLine(t *testing.T) {
	t.Parallel()
	b := &byLines{}
	start, _ := shimmed(t)
	complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
	st := stage{
		prompt: "hi", in: Interactive{Inputs: []string{strings.Repeat("long ", 300)}},
		when: map[string]func(*Person){"interaction_needed": complete},
		open: func(spec pty.Spec) (pty.Terminal, error) {
			term, err := start(spec)
			if err == nil {
				b.Terminal = term.(*shim.Terminal)
			}
			return b, err
		},
	}
	noted, told, res := st.play(t, "line too long")
	failed := "failed 1: the agent reads by the line, and its terminal keeps 1000 bytes of one, not 1512, and nothing of the text was typed"
	if res.Err != nil || b.refused != 1 || !slices.Contains(told, failed) {
		t.Errorf("ended by %q (%v), refused %d times, told %q, noted %q", res.EndedBy, res.Err, b.refused, told, noted)
	}
}

// TestCarryFailed: what could not be typed for any other reason counts for nothing and is tried
// again after a pause; that is told once.
func TestCarryFailed(t *testing.T) {
	for _, tell := range []Talk{InteractionAnswered{}, nil} {
		d, undone := typist(t, errors.New("input/output error")), 0
		for try := range 3 {
			m := move{keys: []string{"1"}, tell: tell, undo: func() { undone++ }}
			d.carry(t.Context(), &m)
			_, warns := m.tell.(Warning)
			if undone != try+1 || len(m.keys) > 0 || warns != (try == 0) || m.tell != nil != warns || !m.until.After(time.Now()) {
				t.Errorf("try %d, telling of %v: %+v, taken back %d times", try, tell, m, undone)
			}
		}
	}
}

// TestCarryFailedAgain: what fails after something was typed is told again.
func TestCarryFailedAgain(t *testing.T) {
	d := typist(t, nil)
	for try, err := range []error{errors.New("input/output error"), nil, errors.New("input/output error")} {
		d.term = failing{err: err}
		m := move{keys: []string{"1"}, undo: func() {}}
		d.carry(t.Context(), &m)
		if _, warns := m.tell.(Warning); warns != (err != nil) {
			t.Errorf("try %d, %v: told %v", try, err, m.tell)
		}
	}
}

// failing is a terminal that takes what is typed, or fails at once, and has no screen.
type failing struct {
	pty.Terminal
	err   error
	looks *int
}

func (f failing) Input(context.Context, []byte) error { return f.err }

func (f failing) Snapshot(context.Context) (*vt.Snapshot, error) {
	*f.looks++
	return nil, f.err
}

// TestPressHolds: who types to an agent that does not read holds nobody up: neither an
// interrupt nor other people.
func TestPressHolds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := typist(t, nil)
		ctx, interrupt := context.WithCancel(t.Context())
		begun := time.Now()
		var asked sync.WaitGroup
		asked.Go(func() {
			if err := d.in.Person.ask(t.Context(), request{complete: true}); err != nil || time.Since(begun) > 0 {
				t.Errorf("complete: %v after %s", err, time.Since(begun))
			}
			hurried, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if err := d.in.Person.ask(hurried, request{keys: []byte("x")}); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("keys behind others: %v", err)
			}
			time.Sleep(time.Second)
			interrupt()
		})
		m := move{keys: []string{"1"}, tell: InputTyped{}, undo: func() {}}
		d.carry(ctx, &m)
		asked.Wait()
		doubt := m.tell == Talk(Warning{"what rooda typed may not have arrived: the agent was being ended"})
		if took := time.Since(begun); took != 2*time.Second || !doubt || !d.talk.done {
			t.Errorf("after %s: %+v, complete %t", took, m, d.talk.done)
		}
		if d.term = (typedTo{t: t}); len(d.queued) != 1 {
			t.Errorf("%d wait with keys, want 1", len(d.queued))
		}
		d.catchUp(t.Context())
	})
}

// unheard is a terminal that gives up on the first piece of a paste that it is typed.
type unheard struct {
	pty.Terminal
	given atomic.Bool
	t     *testing.T
}

func (u *unheard) Input(ctx context.Context, p []byte) error {
	switch {
	case strings.Contains(string(p), "begin") && u.given.CompareAndSwap(false, true):
		return context.DeadlineExceeded
	case u.given.Load() && strings.Contains(string(p), "end"):
		u.t.Error("the rest of a text was typed whose beginning may be lost")
	}
	return u.Terminal.Input(ctx, p)
}

// TestDriverUnread: of a text that came in part, or not, no more is typed, and a person is called.
func TestDriverUnread(t *testing.T) {
	t.Parallel()
	u := &unheard{t: t}
	complete := func(p *Person) { _ = p.ask(context.Background(), request{who: "human", complete: true}) }
	st := stage{
		prompt: "hi", in: Interactive{Inputs: []string{strings.Repeat("begin ", 700) + strings.Repeat("end ", 1500)}},
		when: map[string]func(*Person){"interaction_needed": complete},
		open: func(spec pty.Spec) (term pty.Terminal, err error) {
			u.Terminal, err = pty.Open(spec)
			return u, err
		},
	}
	_, told, res := st.play(t, "unread")
	failed := "failed 1: the agent does not read what is typed, and may have got only a part of the text"
	if res.Err != nil || !slices.Contains(told, failed) {
		t.Errorf("ended by %q (%v), told %q", res.EndedBy, res.Err, told)
	}
}

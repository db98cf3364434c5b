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

	"rooda/adapters"
	"rooda/pty"
	"rooda/pty/shim"
)

// taker is a terminal that notes what it is typed, each write for itself.
type taker struct {
	pty.Terminal
	mu     sync.Mutex
	writes []string
}

func (k *taker) Input(ctx context.Context, p []byte) error {
	k.mu.Lock()
	k.writes = append(k.writes, string(p))
	k.mu.Unlock()
	return k.Terminal.Input(ctx, p)
}

func (k *taker) open(spec pty.Spec) (term pty.Terminal, err error) {
	k.Terminal, err = pty.Open(spec)
	return k, err
}

// TestDriverKeys: an answer is typed key by key, because programs use the first of those that come
// together only, and what is left of it when the question has gone is not typed.
func TestDriverKeys(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keys   []string
		noted  string
		writes []string
	}{
		"the way to an option": {[]string{"Down", "Down", "Enter"}, "answer Do you want to proceed?: No", []string{"\x1b[B", "\x1b[B", "\r"}},
		"a key that is enough": {[]string{"1", "Enter"}, "answer Do you want to proceed?: Yes", []string{"1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var k taker
			st := stage{args: []string{"-single"}, prompt: "Go. [shell]", in: Interactive{AutoApprove: true, Patience: 5 * time.Second}, open: k.open}
			st.signs = func(signs *adapters.Signs) {
				signs.ExitInput = ""
				signs.Handlers = []adapters.Handler{{Name: "keys", Kind: adapters.Permission, Match: "proceed", Keys: tt.keys}}
			}
			noted, told, res := st.play(t, "keys "+name)
			if diff := cmp.Diff([]string{"answered by keys"}, told); diff != "" || res.EndedBy != endedByIdle || res.Err != nil {
				t.Errorf("ended by %q (%v), told (-want +got):\n%s", res.EndedBy, res.Err, diff)
			}
			if got := strings.Join(noted, ", "); !strings.Contains(got, tt.noted) {
				t.Errorf("noted %q, want %q", got, tt.noted)
			}
			if diff := cmp.Diff(tt.writes, k.writes); diff != "" {
				t.Errorf("writes (-want +got):\n%s", diff)
			}
		})
	}
}

// paced is a terminal that keeps what it is typed, and when, and shows what that leads to.
type paced struct {
	pty.Terminal
	eye    *eye
	begun  time.Time
	typed  []string
	shows  map[string]string // by key
	echoes map[string]string // as shows, behind what is there
	fails  map[string]error
	waits  func() // for its turn; nil for not at all
}

func (p *paced) press(kind string, key []byte) error {
	p.typed = append(p.typed, kind+string(key)+" "+time.Since(p.begun).String())
	if err := p.fails[string(key)]; err != nil {
		return err
	}
	if shown, ok := p.shows[string(key)]; ok {
		_, _ = p.eye.Write([]byte("\x1b[H\x1b[2J" + strings.ReplaceAll(shown, "\n", "\r\n")))
	}
	_, _ = p.eye.Write([]byte(p.echoes[string(key)]))
	return nil
}

func (p *paced) Input(_ context.Context, key []byte) error { return p.press("", key) }
func (p *paced) Lead(_ context.Context, key []byte) error {
	err := p.press("more ", key)
	if p.waits != nil {
		p.waits()
	}
	return err
}
func (p *paced) Pursue(_ context.Context, key []byte, more bool) error {
	if more {
		return p.press("then more ", key)
	}
	return p.press("then ", key)
}
func (p *paced) Extend(_ context.Context, key []byte) error { return p.press("", key) }
func (p *paced) Answers(context.Context) bool               { return true }

// TestStrike: the pauses, the turn that is kept between the keys, and what becomes of the rest.
func TestStrike(t *testing.T) {
	const asks = "Do you want to proceed?\n %sYes\n %sNo\n\nEnter to confirm · Esc to cancel"
	first, second := strings.NewReplacer("%s", "❯ ").Replace(strings.Replace(asks, " %sNo", "   No", 1)), strings.Replace(strings.Replace(asks, " %sYes", "   Yes", 1), "%s", "❯ ", 1)
	for _, tt := range []struct {
		name  string
		keys  []string
		shows map[string]string
		fails map[string]error
		want  []string
		told  string
		err   error
	}{
		{"all of it", []string{"\x1b[B", "\r"}, map[string]string{"\x1b[B": second}, nil, []string{"then more \x1b[B 0s", "then \r 150ms"}, "\x1b[B\r", nil},
		{"keys that show nothing", []string{"x", "y", "1", "\r"}, nil, nil, []string{"then more x 0s", "then more y 60ms", "then more 1 120ms", "then \r 270ms"}, "xy1\r", nil},
		{"a lone Escape", []string{"\x1b", "y"}, nil, nil, []string{"then more \x1b 0s", "then y 600ms"}, "\x1by", nil},
		{"the question goes", []string{"\x1b[B", "\r"}, map[string]string{"\x1b[B": "● It is done."}, nil, []string{"then more \x1b[B 0s", "then  150ms"}, "\x1b[B", nil},
		{"another comes", []string{"\x1b[B", "\r"}, map[string]string{"\x1b[B": strings.Replace(first, "proceed", "delete all", 1)}, nil, []string{"then more \x1b[B 0s", "then  20ms"}, "\x1b[B", nil},
		{"the first key fails", []string{"\x1b[B", "\r"}, nil, map[string]error{"\x1b[B": shim.ErrTurn}, []string{"then more \x1b[B 0s"}, "\x1b[B\r", shim.ErrTurn},
		{"the second fails", []string{"\x1b[B", "\r"}, nil, map[string]error{"\r": shim.ErrTurn}, []string{"then more \x1b[B 0s", "then \r 150ms"}, "\x1b[B\r", shim.ErrBegun},
	} {
		synctest.Test(t, func(t *testing.T) {
			eye, err := newEye(adapters.Signs{}, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = eye.Write([]byte(strings.ReplaceAll(first, "\n", "\r\n")))
			time.Sleep(time.Second)
			p := &paced{eye: eye, begun: time.Now(), shows: tt.shows, fails: tt.fails}
			d := &driver{eye: eye, term: p, in: &Interactive{Person: NewPerson()}, talk: &conversation{}}
			d.seen, _ = eye.look(time.Now())
			q := d.seen.State.Question()
			if q == nil {
				t.Fatalf("%s: no question: %+v", tt.name, d.seen.State)
			}
			partly := false
			m := move{keys: tt.keys, answers: q, tell: InteractionAnswered{Keys: strings.Join(tt.keys, "")}}
			m.partly = func(error, []string, []string) { partly = true }
			err = d.strike(t.Context(), &m, true, d.in.Person.requests())
			if !errors.Is(err, tt.err) {
				t.Errorf("%s: %v, want %v", tt.name, err, tt.err)
			}
			if diff := cmp.Diff(tt.want, p.typed); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
			if told := m.tell.(InteractionAnswered).Keys; told != tt.told {
				t.Errorf("%s: told of %q, want %q", tt.name, told, tt.told)
			}
			if want := tt.name == "another comes"; partly != want {
				t.Errorf("%s: another question came: %v, want %v", tt.name, partly, want)
			}
		})
	}
}

// TestStrikeEnough: a letter that is enough, as the cursor tells that has left the question, is the answer.
func TestStrikeEnough(t *testing.T) {
	const asks = "Overwrite notes.txt? [y/N] "
	for name, tt := range map[string]struct {
		echoed, told string
		want         []string
	}{
		"a line is read":          {"y", "y\r", []string{"then more y 0s", "then \r 150ms"}},
		"another is asked":        {"\r\nWipe the disk? [y/N] ", "y", []string{"then more y 0s", "then  20ms"}},
		"a key is read":           {"y\r\n", "y", []string{"then more y 0s", "then  800ms"}},
		"a key is read, unechoed": {"\r\n", "y", []string{"then more y 0s", "then  800ms"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			eye, err := newEye(adapters.Signs{}, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = eye.Write([]byte(asks))
			time.Sleep(15 * time.Second)
			p := &paced{eye: eye, begun: time.Now(), echoes: map[string]string{"y": tt.echoed}}
			d := &driver{eye: eye, term: p, in: &Interactive{Person: NewPerson()}, talk: &conversation{}}
			d.seen, _ = eye.look(time.Now())
			q := d.seen.State.Question()
			if q == nil {
				t.Fatalf("%s: no question: %+v", name, d.seen.State)
			}
			m := move{keys: []string{"y", "\r"}, answers: q, tell: InteractionAnswered{Keys: "y\r"}}
			m.partly = func(error, []string, []string) {
				if name != "another is asked" {
					t.Errorf("%s: another question is said to have come", name)
				}
				m.partly = nil
			}
			if err := d.strike(t.Context(), &m, true, d.in.Person.requests()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if diff := cmp.Diff(tt.want, p.typed); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			if told := m.tell.(InteractionAnswered).Keys; told != tt.told {
				t.Errorf("%s: told of %q, want %q", name, told, tt.told)
			}
			if another := m.partly == nil; another != (name == "another is asked") {
				t.Errorf("%s: another question came: %v", name, another)
			}
		})
	}
}

// TestOnly: a yes is told of by as many bytes as were typed.
func TestOnly(t *testing.T) {
	m := move{keys: []string{"\x1b[B", "\r"}, tell: InputTyped{Bytes: 4}}
	if m.only(1); m.tell.(InputTyped).Bytes != 3 {
		t.Errorf("%+v", m)
	}
}

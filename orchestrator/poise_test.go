package orchestrator

import (
	"io"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"rooda/adapters"
	"rooda/pty/vt"
)

const (
	asksToGo     = "Do you want to proceed?\n❯ Yes\n  No\n\nEnter to confirm · Esc to cancel"
	asksToDelete = "Do you want to delete all?\n❯ Yes\n  No\n\nEnter to confirm · Esc to cancel"
)

// TestPoise: what rooda has decided to type waits for its turn behind what others type, and is typed only
// if it is still what is to be typed then.
func TestPoise(t *testing.T) {
	asks := func(match string) []adapters.Handler {
		return []adapters.Handler{{Name: "yes", Kind: adapters.Permission, Match: match, Keys: []string{"Enter"}}}
	}
	for _, tt := range []struct {
		name string
		turn time.Duration // until the turn comes
		then string        // shown at the end of that
		want []string
		keys string // told of as typed
	}{
		{"nobody types", 0, "", []string{"more  0s", "then \r 0s"}, "\r"},
		{"nothing comes of it", 4 * time.Second, "", []string{"more  0s", "then \r 4.15s"}, "\r"},
		{"the question goes", 4 * time.Second, "● It is done.", []string{"more  0s", "then  4.15s"}, ""},
		{"another comes", 4 * time.Second, asksToDelete, []string{"more  0s", "then  4.15s"}, ""},
		{"another comes at that moment", 0, asksToDelete, []string{"more  0s", "then  20ms"}, ""},
		{"it is painted again at that moment", 0, asksToGo, []string{"more  0s", "then \r 20ms"}, "\r"},
		{"the choice moves", 4 * time.Second, strings.NewReplacer("❯ Yes", "  Yes", "  No", "❯ No").Replace(asksToGo), []string{"more  0s", "then more \x1b[A 4.15s", "then \r 4.3s"}, "\x1b[A\r"},
	} {
		synctest.Test(t, func(t *testing.T) {
			signs := adapters.Signs{Handlers: asks("proceed")}
			if tt.name == "the choice moves" {
				signs.Handlers[0].Keys, signs.Handlers[0].Use = nil, "confirmYes"
			}
			eye, err := newEye(signs, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			show := func(text string) { _, _ = eye.Write([]byte("\x1b[H\x1b[2J" + strings.ReplaceAll(text, "\n", "\r\n"))) }
			show(asksToGo)
			time.Sleep(time.Second)
			p := &paced{eye: eye, begun: time.Now(), waits: func() {
				time.Sleep(tt.turn)
				if tt.then != "" {
					show(tt.then)
				}
			}}
			it := Iteration{Prompt: "Go.", Interactive: &Interactive{AutoApprove: true, Person: NewPerson()}, Launch: adapters.LaunchConfig{Signs: signs}}
			d := &driver{it: it, in: it.Interactive, eye: eye, term: p, talk: newConversation(it, time.Now())}
			m, _ := d.consider(t.Context())
			if len(m.keys) == 0 {
				t.Fatalf("%s: nothing is to be typed: %+v", tt.name, d.seen.State)
			}
			d.carry(t.Context(), &m)
			if diff := cmp.Diff(tt.want, p.typed); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.name, diff)
			}
			told, _ := m.tell.(InteractionAnswered)
			if told.Keys != tt.keys || strings.Join(m.keys, "") != tt.keys {
				t.Errorf("%s: told of %q, move %+v", tt.name, told.Keys, m)
			}
		})
	}
}

// TestPoiseEnter: nor does the Enter of a text go to a question that has come up while it waited, and a
// text that others have sent meanwhile is not sent again; the same holds for what tells the agent to leave.
func TestPoiseEnter(t *testing.T) {
	const above, edge = "Hello.\n\n", "────────────\n"
	frame := func(held string) string { return above + edge + "❯ " + held + "\n" + edge }
	type row struct {
		then string
		want []string
	}
	rows := map[string]row{
		"nothing comes of it":  {"", []string{"more ", "then \x1b[200~more\x1b[201~", "more ", "then \r"}},
		"a question comes":     {asksToGo, []string{"more ", "then \x1b[200~more\x1b[201~", "more ", "then "}},
		"somebody has sent it": {"> more\n\n" + frame(""), []string{"more ", "then \x1b[200~more\x1b[201~", "more ", "then "}},
	}
	for name, tt := range maps.Clone(rows) {
		rows["leaving, "+name] = tt
	}
	for name, tt := range rows {
		synctest.Test(t, func(t *testing.T) {
			signs := tuiSigns()
			signs.ExitInput = "more"
			eye, err := newEye(signs, io.Discard, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			show := func(text string) {
				_, _ = eye.Write([]byte("\x1b]0;Fake\x07\x1b[?2004h\x1b[H\x1b[2J" + strings.ReplaceAll(text, "\n", "\r\n")))
			}
			show(frame(""))
			p := &paced{eye: eye, begun: time.Now()}
			p.shows = map[string]string{"\x1b[200~more\x1b[201~": frame("more")}
			p.waits = func() {
				if len(p.typed) == 3 {
					time.Sleep(4 * time.Second)
					if tt.then != "" {
						show(tt.then)
					}
				}
			}
			it := Iteration{Interactive: &Interactive{Inputs: []string{"more"}, Person: NewPerson()}, Launch: adapters.LaunchConfig{Signs: signs}}
			d := &driver{it: it, in: it.Interactive, eye: eye, term: p, talk: newConversation(it, time.Now())}
			leaves := strings.HasPrefix(name, "leaving")
			if leaves {
				time.Sleep(time.Second)
				d.leave(t.Context(), nil)
			}
			for end := time.Now().Add(10 * time.Second); !leaves && time.Now().Before(end) && len(p.typed) < 4; {
				m, next := d.consider(t.Context())
				if len(m.keys) > 0 {
					d.carry(t.Context(), &m)
				} else if until := soonest(next, m.until); m.tell == nil {
					time.Sleep(max(time.Millisecond, time.Until(until)))
				}
			}
			for i, typed := range p.typed {
				p.typed[i] = typed[:strings.LastIndex(typed, " ")]
			}
			if diff := cmp.Diff(tt.want, p.typed); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
			if leaves {
				return
			}
			if entered := d.talk.sending.Enters(); entered != strings.Count(strings.Join(tt.want, ""), "\r") {
				t.Errorf("%s: %d Enters count", name, entered)
			}
		})
	}
}

// TestPoiseEscape: what follows an Escape of rooda's is decided again once that is a key by itself.
func TestPoiseEscape(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := typist(t, nil)
		d.term = failing{}
		if err := d.press(t.Context(), stroke{keys: "\x1b"}, nil); err != nil {
			t.Fatal(err)
		}
		begun, undone, decided := time.Now(), 0, 0
		for range 2 {
			led, err := d.poise(t.Context(), nil, func() { undone++ }, func() time.Time { decided++; return time.Time{} })
			if led || err != nil || time.Since(begun) != vt.EscapePause || undone != 1 || decided != 1 {
				t.Errorf("%t, %v after %s, taken back %d times, decided %d times", led, err, time.Since(begun), undone, decided)
			}
		}
	})
}

// TestPersonBehindAnEscape: nor is it Alt with what a person has typed by rooda.
func TestPersonBehindAnEscape(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := typist(t, nil)
		d.term = failing{}
		if err := d.press(t.Context(), stroke{keys: "\x1b"}, nil); err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		if err := d.press(t.Context(), stroke{keys: "y", by: "human"}, nil); err != nil || time.Since(begun) != vt.EscapePause {
			t.Errorf("%v after %s", err, time.Since(begun))
		}
	})
}

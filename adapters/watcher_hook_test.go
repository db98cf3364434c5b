package adapters_test

import (
	"testing"
	"time"

	"rooda/adapters"
)

func (s *stage) hook(c adapters.Condition, k adapters.Kind) {
	s.w.Hook(s.now, adapters.Hook{Condition: c, Kind: k, Time: s.now})
}

func TestHooksLead(t *testing.T) {
	s := newStage(t, "opencode")
	s.paint("something")
	s.hook(adapters.Working, "")
	s.wait(time.Second)
	s.want(adapters.Working, "", adapters.ByHook)
	s.hook(adapters.Done, "")
	s.wait(10 * time.Millisecond)
	s.want(adapters.Done, "", adapters.ByHook)

	// Every input takes idle back, and a hook that is only read now is older.
	s.wait(time.Second)
	s.w.Input(s.now)
	s.w.Hook(s.now.Add(time.Millisecond), adapters.Hook{Condition: adapters.Done, Time: s.now.Add(-time.Second)})
	s.now = s.now.Add(time.Millisecond)
	if got := s.w.State(); got.Condition == adapters.Done || got.Condition == adapters.Idle {
		t.Errorf("%s by %s after an input", got.Condition, got.By)
	}
	s.wait(10 * time.Millisecond)
	s.hook(adapters.Working, "")
	s.wait(10 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByHook)

	// Events without a condition say nothing.
	s.w.Hook(s.now, adapters.Hook{Message: "text", SessionID: "s"})
	s.want(adapters.Working, "", adapters.ByHook)
}

// Nothing fires when a person breaks a turn off: what came later counts.
func TestAStatusThatIsNewerThanTheHookWins(t *testing.T) {
	for _, said := range []string{"\x1b]7501;state=idle\x1b\\", "\x1b]0;✳ Claude Code\a"} {
		s := newStage(t, "claude")
		s.paint(composer)
		s.hook(adapters.Working, "")
		s.wait(time.Second)
		s.want(adapters.Working, "", adapters.ByHook)
		s.write(said)
		s.wait(100 * time.Millisecond)
		if got := s.w.State(); got.Condition != adapters.Idle {
			t.Errorf("%q: %s by %s", said, got.Condition, got.By)
		}
		s.hook(adapters.Working, "")
		s.wait(100 * time.Millisecond)
		s.want(adapters.Working, "", adapters.ByHook)
	}
}

// An agent that says nothing else about a turn that was broken off.
func TestAHookIsAbandonedInTime(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.hook(adapters.Working, "")
	s.wait(9 * time.Second)
	s.want(adapters.Working, "", adapters.ByHook)
	s.wait(2 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// Agents say that they rest after a failed turn, too, in more than one way.
func TestRestDoesNotUndoAnError(t *testing.T) {
	for _, test := range []struct {
		agent string
		after func(*stage)
	}{
		{"opencode", func(s *stage) { s.hook(adapters.Done, "") }},
		{"claude", func(s *stage) { s.write("\x1b]7501;state=idle\x1b\\") }},
		{"claude", func(s *stage) { s.write("\x1b]0;✳ Claude Code\a") }},
		{"claude", func(s *stage) { s.hook(adapters.Idle, "") }},
	} {
		s := newStage(t, test.agent)
		s.paint(composer)
		s.hook(adapters.Working, "")
		s.wait(time.Second)
		s.w.Hook(s.now, adapters.Hook{Condition: adapters.Idle, Kind: adapters.Failed, Excerpt: "no network", Time: s.now})
		for range 2 {
			s.wait(2 * time.Millisecond)
			test.after(s)
		}
		s.wait(2 * time.Second)
		s.want(adapters.Idle, adapters.Failed, adapters.ByHook)
		if got := s.w.State().Excerpt; got != "no network" {
			t.Errorf("%s: the error is %q", test.agent, got)
		}

		// Work, or an input, begins another turn.
		s.hook(adapters.Working, "")
		s.wait(time.Second)
		s.hook(adapters.Done, "")
		s.wait(time.Second)
		s.want(adapters.Done, "", adapters.ByHook)
		s.hook(adapters.Idle, adapters.Failed)
		s.wait(time.Second)
		s.w.Own(s.now)
		s.wait(time.Second)
		s.hook(adapters.Done, "")
		s.wait(time.Second)
		s.want(adapters.Done, "", adapters.ByHook)
	}
}

// TestRestDoesNotUndoAMissingLogin: who has to sign in is asked for that, whatever the agent's title says of its rest,
// until somebody types or it works.
func TestRestDoesNotUndoAMissingLogin(t *testing.T) {
	for name, after := range map[string]func(*stage){
		"title":  func(s *stage) { s.write("\x1b]0;✳ Claude Code\a") },
		"status": func(s *stage) { s.write("\x1b]7501;state=idle\x1b\\") },
	} {
		t.Run(name, func(t *testing.T) {
			begin := func() *stage {
				s := newStage(t, "claude")
				s.paint(composer)
				s.write("\x1b]0;✳ Claude Code\a")
				s.wait(5 * time.Second)
				s.w.Own(s.now)
				s.write("\x1b]0;⠂ Claude Code\a")
				s.hook(adapters.Working, "")
				s.wait(100 * time.Millisecond)
				s.w.Hook(s.now, adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Auth, Excerpt: "no login", Time: s.now})
				s.wait(7 * time.Millisecond)
				after(s)
				s.paint("> Say hi\n  ⎿ \u00a0Not logged in · Please run /login\n\n✻ Cogitated for 0s\n\n" + composer)
				s.wait(time.Minute)
				s.want(adapters.Blocked, adapters.Auth, adapters.ByHook)
				return s
			}
			s := begin()
			s.w.Input(s.now)
			s.hook(adapters.Working, "")
			s.paint("> Say hi\n\n● Hi.\n\n" + composer)
			s.wait(time.Second)
			s.want(adapters.Working, "", adapters.ByHook)
			s.hook(adapters.Done, "")
			s.wait(time.Second)
			s.want(adapters.Done, "", adapters.ByHook)

			// Who signs in, and leaves it at that, has not had the turn done.
			s = begin()
			s.w.Input(s.now)
			s.paint("> /login\n  ⎿  Login successful\n\n" + composer)
			s.wait(time.Minute)
			if state := s.w.State(); state.Condition != adapters.Idle || state.Kind != adapters.Failed || state.Excerpt != "no login" {
				t.Errorf("signed in: %s %s (%s)", state.Condition, state.Kind, state.Excerpt)
			}
			if name == "status" {
				return // which says all along that it rests
			}
			// It goes on by itself, as somebody has signed in elsewhere.
			s = begin()
			s.write("\x1b]0;⠂ Claude Code\a")
			s.paint("> Say hi\n\n● Hi.\n\n" + composer)
			s.wait(time.Second)
			s.want(adapters.Working, "", adapters.ByTitle)
			s.wait(2 * time.Second)
			s.write("\x1b]0;✳ Claude Code\a")
			s.wait(time.Minute)
			s.want(adapters.Idle, "", adapters.ByTitle)
			s.hook(adapters.Done, "")
			s.wait(time.Second)
			s.want(adapters.Done, "", adapters.ByHook)
		})
	}
}

// TestALoginThatIsAllThatWasDone: neither the lists of a login nor the sign that it goes on are work, and to leave them
// is no answer for which the turn had waited. How late the title rests says nothing.
func TestALoginThatIsAllThatWasDone(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.write("\x1b]0;⠂ Claude Code\a")
	s.wait(5 * time.Second)
	s.hook(adapters.Working, "")
	s.wait(time.Second)
	s.w.Hook(s.now, adapters.Hook{Condition: adapters.Blocked, Kind: adapters.Auth, Excerpt: "no login", Time: s.now})
	s.wait(3 * time.Second)
	s.write("\x1b]0;✳ Claude Code\a")
	s.wait(10 * time.Second)
	s.want(adapters.Blocked, adapters.Auth, adapters.ByHook)
	s.w.Input(s.now)
	s.paint(line + "\n Login\n\n Select login method:\n\n ❯ 1. Claude account with subscription\n   2. Anthropic Console account\n\n Esc to cancel")
	s.wait(10 * time.Second)
	if d := s.w.State().Dialog; d == nil {
		t.Errorf("the list of the login is %+v", s.w.State())
	}
	s.w.Input(s.now)
	s.paint(" Login\n\n ✻ Opening browser to sign in…\n\n")
	s.wait(4 * time.Second)
	s.w.Input(s.now)
	s.paint("> /login\n  ⎿  Login successful\n\n" + composer)
	s.wait(time.Minute)
	if state := s.w.State(); state.Condition != adapters.Idle || state.Kind != adapters.Failed || state.Excerpt != "no login" {
		t.Errorf("signed in: %s %s (%s)", state.Condition, state.Kind, state.Excerpt)
	}
}

// TestALoginByRecord: a record that says that the agent rests takes the place of the one that asked for a login, which
// may have come from a browser.
func TestALoginByRecord(t *testing.T) {
	s := newStage(t, "claude")
	s.write("\x1b]7501;state=blocked:kind=auth\x1b\\")
	s.paint("https://127.0.0.1/device\n\n" + composer)
	s.wait(20 * time.Second)
	s.want(adapters.Blocked, adapters.Auth, adapters.ByStatus)
	s.write("\x1b]7501;state=idle\x1b\\")
	s.wait(10 * time.Second)
	s.want(adapters.Idle, "", adapters.ByStatus)
}

func TestAHookAboutAQuestion(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.hook(adapters.Working, "")
	s.wait(time.Second)
	s.hook(adapters.Blocked, adapters.Permission)
	s.wait(100 * time.Millisecond)
	if s.count(adapters.Blocked) != 0 {
		t.Error("believed before it could be painted")
	}
	s.paint(permitted)
	s.wait(100 * time.Millisecond)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByHook)
	if d := s.w.State().Dialog; d == nil || len(d.Options) != 3 {
		t.Errorf("the question is %+v", d)
	}
	s.paint(composer + "\n esc to interrupt")
	s.wait(300 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByScreen) // answered: no hook says so

	// A question that nobody can see is told, and cannot be answered.
	s.hook(adapters.Blocked, adapters.Permission)
	s.wait(time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByHook)
	if s.w.State().Dialog != nil {
		t.Error("it could be answered")
	}
	s.w.Input(s.now)
	s.wait(time.Second)
	if s.w.State().Condition == adapters.Blocked {
		t.Error("it stands after a person has typed")
	}
}

func TestNoHookHidesAQuestion(t *testing.T) {
	for _, c := range []adapters.Condition{adapters.Idle, adapters.Done, adapters.Working} {
		s := newStage(t, "claude")
		s.hook(c, "")
		s.wait(10 * time.Millisecond)
		s.paint(permitted)
		s.wait(1500 * time.Millisecond)
		s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	}
}

package adapters_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

func TestCaution(t *testing.T) {
	yes, no := true, false
	tests := []struct {
		name, screen, record string
		change               func(*adapters.Signs)
		want                 string
	}{
		{"as recorded", "Claude Code v2.1.329\n" + composer, "idle", nil, ""},
		{"a mended version", "Claude Code v2.1.400\n" + composer, "idle", nil, ""},
		{"no version to be seen", composer, "idle", nil, ""},
		{"another release", "Claude Code v2.2.0\n" + composer, "idle", nil, "this is version 2.2.0, and its screen is known from 2.1.329"},
		{"while it works", "Claude Code v9.0\nesc to interrupt", "working", nil, "this is version 9.0,"},
		{"which the user knows", "Claude Code v2.2.0\n" + composer, "idle", func(s *adapters.Signs) { s.Recorded = "2.2" }, ""},
		{"which the user does not mind", "Claude Code v2.2.0\n" + composer, "idle", func(s *adapters.Signs) { s.Cautious = &no }, ""},
		{"marks that never appear", "Claude Code v2.1.329\n> \n", "idle", nil, "it seems to be idle, and shows nothing"},
		{"nor at the end of a turn", "> \n", "done", nil, "it seems to be idle, and shows nothing"},
		{"an agent at work shows no composer", "…", "working", nil, ""},
		{"never seen", composer, "idle", func(s *adapters.Signs) { s.Cautious = &yes }, "nobody has seen yet"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			signs, err := adapters.NewRegistry().Signs("claude")
			if err != nil {
				t.Fatal(err)
			}
			if test.change != nil {
				test.change(&signs)
			}
			d, err := adapters.NewDetector(signs)
			if err != nil {
				t.Fatal(err)
			}
			s := &stage{t: t, w: adapters.NewWatcher(d, vt.New(vt.Options{Cols: 120, Rows: 40}), epoch), now: epoch}
			s.paint(test.screen)
			s.write("\x1b]7501;state=" + test.record + "\x1b\\")
			s.wait(2 * time.Second)
			if got := s.w.Caution(); !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestAskedVersion: of an agent whose screen does not tell its version the program's
// answer counts, and until that has come nothing is typed.
func TestAskedVersion(t *testing.T) {
	signs, err := adapters.NewRegistry().Signs("claude")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, screen string
		answer       string
		err          error
		want         string
	}{
		{"as recorded", "", "2.1.400", nil, ""},
		{"another release", "", "2.2.0", nil, "this is version 2.2.0, and its screen is known from 2.1.329"},
		{"no answer", "", "", errors.New("claude --version: no"), "its version cannot be told (claude --version: no)"},
		{"the screen knows better", "Claude Code v2.1.330\n", "2.2.0", nil, ""},
		{"the screen alone", "Claude Code v2.1.330\n", "", errors.New("no"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newStage(t, "claude")
			s.w.Askable()
			policy := adapters.NewPolicy(signs.Handlers)
			submission := adapters.NewSubmission("go on", adapters.Submit{Enters: 3})
			asks := func() adapters.Decision {
				s.paint(test.screen + permitted)
				s.write("\x1b]7501;state=blocked:kind=permission\x1b\\")
				s.wait(time.Second)
				return policy.Decide(s.w.View(), s.now)
			}
			rests := func() (step adapters.SubmitStep) {
				s.paint(test.screen + composer)
				s.write("\x1b[?2004h\x1b]7501;state=idle\x1b\\")
				for range 4 {
					s.wait(time.Second)
					step = submission.Step(s.w.View(), s.now)
				}
				return step
			}
			if test.screen == "" {
				if d := asks(); d.Answer != nil || d.Handler == "" || d.Note != "" || !s.w.View().Unsure {
					t.Errorf("before the answer policy says %+v", d)
				}
				if step := rests(); step.Keys != "" || step.Done != nil {
					t.Errorf("before the answer %+v", step)
				}
			}
			s.w.Answered(test.answer, test.err)
			if d := asks(); d.Note != test.want || (d.Answer != nil) != (test.want == "") {
				t.Errorf("policy says %+v, want %q", d, test.want)
			}
			step := rests()
			if failed := step.Done != nil && strings.HasSuffix(step.Done.Problem, test.want); failed != (test.want != "") {
				t.Errorf("%+v, want %q", step, test.want)
			}
		})
	}
}

// TestAskable: only the program of an agent that comes with rooda is asked, and only
// where that matters.
func TestAskable(t *testing.T) {
	for _, test := range []struct {
		name    string
		spec    func(*adapters.Spec)
		signs   func(*adapters.Signs)
		askable bool
	}{
		{"as it comes", nil, nil, true},
		{"known from another version", func(s *adapters.Spec) { s.Recorded = "2.0" }, nil, true},
		{"at a place of its own", func(s *adapters.Spec) { s.Command = "/opt/bin/claude" }, nil, true},
		{"another program", func(s *adapters.Spec) { s.Command = "in-a-box" }, nil, false},
		{"typed to whatever it is", nil, func(s *adapters.Signs) { no := false; s.Cautious = &no }, false},
		{"no sign of a version", nil, func(s *adapters.Signs) { s.Version = "" }, false},
	} {
		registry := adapters.NewRegistry()
		spec, err := registry.Spec("claude")
		if err != nil {
			t.Fatal(err)
		}
		signs, err := registry.Signs("claude")
		if err != nil {
			t.Fatal(err)
		}
		if test.spec != nil {
			test.spec(&spec)
		}
		if registry, err = registry.With(spec); err != nil {
			t.Fatal(err)
		}
		if test.signs != nil {
			test.signs(&signs)
			if registry, err = registry.WithSigns(map[string]adapters.Signs{"claude": signs}); err != nil {
				t.Fatal(err)
			}
		}
		if signs, err = registry.Signs("claude"); err != nil || signs.Askable() != test.askable {
			t.Errorf("%s: %v, %v", test.name, signs.Askable(), err)
		}
	}
	own, err := adapters.NewRegistry().With(adapters.Spec{Name: "own", Command: "claude", Interactive: &adapters.Launch{PromptVia: adapters.ViaPaste}})
	if err != nil {
		t.Fatal(err)
	}
	if signs, err := own.Signs("own"); err != nil || signs.Askable() {
		t.Errorf("one of the user's: %v, %v", signs.Askable(), err)
	}
}

// Once seen, a composer need not be there for ever, and nor need the version.
func TestCautionRemembers(t *testing.T) {
	s := newStage(t, "claude")
	s.paint("Claude Code v3.0.0\n" + composer)
	s.write("\x1b]7501;state=idle\x1b\\")
	s.wait(time.Second)
	s.paint("something else")
	s.wait(time.Second)
	if got := s.w.Caution(); !strings.HasPrefix(got, "this is version 3.0.0") {
		t.Errorf("%q", got)
	}
	if v := s.w.View(); v.Caution != s.w.Caution() || v.Remedy != `recorded: "3.0", or cautious: false, of the adapter` {
		t.Errorf("%q is mended by %q", v.Caution, v.Remedy)
	}
}

// Whoever rests on documentation alone is not typed to.
func TestUnseenAgentsAreCautious(t *testing.T) {
	registry := adapters.NewRegistry()
	specs, err := registry.Specs()
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range specs {
		signs, err := registry.Signs(spec.Name)
		if err != nil {
			t.Fatal(err)
		}
		if (spec.Recorded == "") != (signs.Cautious != nil && *signs.Cautious) {
			t.Errorf("%s: recorded with %q, cautious %v", spec.Name, spec.Recorded, signs.Cautious)
		}
	}
}

// TestVersionsAreSeen: each agent that has been recorded shows its version, so
// that another release than that one is noticed.
func TestVersionsAreSeen(t *testing.T) {
	registry := adapters.NewRegistry()
	specs, err := registry.Specs()
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range specs {
		if spec.Recorded == "" {
			continue // never typed to
		}
		for _, session := range []string{"first-run", "start-no-replies", "session", "auto-approve"} {
			t.Run(spec.Name+" "+session, func(t *testing.T) {
				t.Parallel()
				if spec.Name == "copilot" && (session == "session" || session == "auto-approve") {
					t.Skip("not recorded")
				}
				r := openRecording(t, spec.Name, session)
				signs, err := registry.Signs(spec.Name)
				if err != nil {
					t.Fatal(err)
				}
				signs.Recorded = "0.0.1"
				d, err := adapters.NewDetector(signs)
				if err != nil {
					t.Fatal(err)
				}
				w := adapters.NewWatcher(d, vt.New(vt.Options{Cols: r.header.Width, Rows: r.header.Height}), epoch)
				want := "this is version " + spec.Recorded + ","
				for _, event := range r.events {
					if event.Type == "o" {
						w.Write(epoch.Add(event.Time), []byte(event.Data))
					}
					if strings.HasPrefix(w.Caution(), want) {
						return
					}
				}
				t.Errorf("caution %q, want %q", w.Caution(), want)
			})
		}
	}
}

package adapters_test

import (
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

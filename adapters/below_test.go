package adapters_test

import (
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

// ownStage is one of an agent that somebody has described.
func ownStage(t *testing.T, dialogs ...adapters.DialogRule) *stage {
	t.Helper()
	d, err := adapters.NewDetector(adapters.Signs{Dialogs: dialogs, Marks: adapters.Marks{Idle: []string{"(?m)^─{8}[^\n]*\n❯"}}})
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, "generic")
	s.w = adapters.NewWatcher(d, vt.New(vt.Options{Cols: 120, Rows: 40}), epoch)
	return s
}

// Lines about the agent stay below some questions: a rule says how many.
func TestDialogAboveLinesAboutTheAgent(t *testing.T) {
	const asks = "⠋ run(%s)\n\n Acme needs permission\n Approve the call?\n   $ %s\n\n  [y] Approve   [n] Deny\n\n model (120)\n ws\n approves nothing"
	features := []string{"^ *Acme needs permission$", `^ *\[y\] Approve +\[n\] Deny$`}
	for _, test := range []struct {
		name string
		rule adapters.DialogRule
		seen bool
		keys string
	}{
		{"a row", adapters.DialogRule{Features: features, Form: "row", Kind: adapters.Permission, Below: 3}, true, "y"},
		{"an entry", adapters.DialogRule{Features: append(features[:2:2], "^ *approves"), Form: "entry", Kind: adapters.Permission}, true, ""},
		{"too low", adapters.DialogRule{Features: features, Form: "row", Kind: adapters.Permission}, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := ownStage(t, test.rule)
			var seen []string
			for _, command := range []string{"touch a", "rm -rf b"} {
				s.paint(strings.ReplaceAll(asks, "%s", command))
				s.wait(5 * time.Second)
				d := s.w.State().Dialog
				if (d != nil) != test.seen {
					t.Fatalf("%+v", s.w.State())
				}
				if missed := s.w.Missed(); strings.HasSuffix(missed, "below: 3") == test.seen {
					t.Errorf("missed: %q", missed)
				}
				if d == nil {
					continue
				}
				seen = append(seen, d.Fingerprint)
				if !strings.Contains(d.Excerpt(), "$ "+command) {
					t.Errorf("the excerpt has no command: %q", d.Excerpt())
				}
				policy := adapters.NewPolicy([]adapters.Handler{{Name: "mine", Kind: adapters.Permission, Match: `touch|rm`, Choose: "^Approve$"}})
				keys := ""
				if answer := policy.Decide(s.w.View(), s.now).Answer; answer != nil {
					keys = strings.Join(answer.Keys, "")
				}
				if keys != test.keys {
					t.Errorf("%q would be typed, want %q: %+v", keys, test.keys, policy.Decide(s.w.View(), s.now))
				}
			}
			if test.seen && seen[0] == seen[1] {
				t.Error("two commands are one question")
			}
		})
	}
}

// What a rule calls the cursor of a list is one, also where it is a sign that
// begins other lines, too.
func TestACursorThatARuleNames(t *testing.T) {
	for _, sign := range []string{">", "*", "→", "->", "●", "⦿"} {
		s := ownStage(t, adapters.DialogRule{Features: []string{`^ *(?:[>*→●⦿]|->) \S`, "enter: confirm"}, Kind: adapters.Permission})
		s.paint("Allow this call?\n      $ git push\n" + strings.Repeat(" ", len([]rune(sign))) + " Deny\n" + sign + " Allow once\n\nenter: confirm   esc: cancel")
		s.wait(time.Second)
		s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
		if d := s.w.State().Dialog; d == nil || len(d.Options) != 2 || !d.Options[1].Selected || d.Options[1].Label != "Allow once" {
			t.Errorf("%s: %+v", sign, d)
		}
	}
}

// Frames may be drawn with what every keyboard has.
func TestAFrameOfPlainCharacters(t *testing.T) {
	edge := "+" + strings.Repeat("-", 40) + "+\n"
	s := newStage(t, "generic")
	s.paint("hello\n" + edge + "| Allow this call?                       |\n|   git push                             |\n| > 1. Allow once                        |\n|   2. Deny                              |\n| Enter to confirm, Esc to cancel        |\n" + edge)
	s.wait(time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	if d := s.w.State().Dialog; d == nil || d.Text != "Allow this call?\ngit push" || d.Options[1].Label != "Deny" {
		t.Errorf("%+v", d)
	}
}

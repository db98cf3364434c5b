package adapters_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rooda/adapters"
	"rooda/pty/vt"
)

// stage is a watched terminal of 120x40 with a clock of its own.
type stage struct {
	t   *testing.T
	w   *adapters.Watcher
	now time.Time
	all []adapters.Change
}

func newStage(t *testing.T, agent string, ignore ...adapters.Source) *stage {
	screen := vt.New(vt.Options{Cols: 120, Rows: 40})
	return &stage{t: t, w: adapters.NewWatcher(detector(t, agent, ignore...), screen, epoch), now: epoch}
}

func (s *stage) wait(d time.Duration) {
	s.now = s.now.Add(d)
	s.all = append(s.all, s.w.Advance(s.now)...)
}

func (s *stage) write(text string) { s.w.Write(s.now, []byte(text)) }

// paint shows a whole screen; lines may be given with plain newlines.
func (s *stage) paint(text string) {
	s.write("\x1b[H\x1b[2J" + strings.ReplaceAll(strings.Trim(text, "\n"), "\n", "\r\n"))
}

func (s *stage) want(condition adapters.Condition, kind adapters.Kind, by adapters.Source) {
	s.t.Helper()
	got := s.w.State()
	if got.Condition != condition || got.Kind != kind || got.By != by {
		s.t.Errorf("at %v: %s %q by %s (%s), want %s %q by %s", s.now.Sub(epoch), got.Condition, got.Kind, got.By, got.Excerpt, condition, kind, by)
	}
}

// count returns how often a condition was told.
func (s *stage) count(c adapters.Condition) int {
	n := 0
	for _, change := range s.all {
		if change.Condition == c {
			n++
		}
	}
	return n
}

const (
	line      = "────────────────────────────────────────────────────────────"
	composer  = line + "\n❯ \n" + line + "\n  ? for shortcuts"
	permitted = line + "\n Bash command\n touch a.txt\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and always allow\n   3. No\n\n Esc to cancel · Tab to amend"
)

func TestIdleNeedsQuietAndAComposer(t *testing.T) {
	s := newStage(t, "claude")
	s.paint("Welcome\n" + composer)
	s.wait(500 * time.Millisecond)
	s.want(adapters.Starting, "", adapters.ByScreen)
	s.wait(600 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByScreen)
	if next := s.w.Next(); !next.IsZero() && next.Before(s.now.Add(time.Minute)) {
		t.Errorf("an idle agent wants to be looked at again at %v", next.Sub(epoch))
	}

	// One change of the text is not work, two are.
	s.wait(20 * time.Second)
	s.paint("Welcome, and a tip\n" + composer)
	s.wait(200 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.paint("A word\n" + composer)
	s.wait(200 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)

	// Colours and clocks do not count.
	for i := range 20 {
		s.paint(fmt.Sprintf("A word\x1b[3%dm at 12:0%d\x1b[m\n%s", i%8, i%10, composer))
		s.wait(100 * time.Millisecond)
	}
	s.want(adapters.Idle, "", adapters.ByScreen)

	// Every input takes idle back.
	s.w.Input(s.now)
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(1100 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

func TestAScreenThatNobodyKnowsIsNeverIdle(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.wait(2 * time.Second)
	s.paint("Something new that covers the composer")
	s.wait(5 * time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(10 * time.Second)
	s.want(adapters.Unknown, adapters.Unreadable, adapters.ByScreen)

	blind := newStage(t, "generic")
	blind.paint("Thinking about it\nand about that")
	blind.wait(5 * time.Second)
	if c := blind.w.State().Condition; c == adapters.Idle {
		t.Error("an unknown agent was idle after 5 s")
	}
	blind.wait(6 * time.Second)
	blind.want(adapters.Idle, "", adapters.ByScreen)
}

// An agent that prints nothing at all says no more than a strange screen does.
func TestAnAgentWithoutAWordIsUnreadable(t *testing.T) {
	for _, agent := range []string{"generic", "claude"} {
		s := newStage(t, agent)
		s.wait(59 * time.Second)
		s.want(adapters.Starting, "", adapters.ByScreen)
		s.wait(time.Second)
		s.want(adapters.Unknown, adapters.Unreadable, adapters.ByScreen)
		s.wait(10 * time.Minute)
		if n := s.count(adapters.Unknown); n != 1 {
			t.Errorf("%s: told %d times", agent, n)
		}
	}
	s := newStage(t, "claude")
	s.hook(adapters.Working, "")
	s.wait(90 * time.Second)
	s.want(adapters.Unknown, adapters.Stuck, adapters.BySilence)
}

// One that has not come to work yet is not told of as silent at work.
func TestSilenceWhileStarting(t *testing.T) {
	s := newStage(t, "claude")
	s.wait(20 * time.Second)
	for range 7 {
		s.w.Input(s.now) // to which it says nothing
		s.wait(10 * time.Second)
	}
	s.want(adapters.Unknown, adapters.Stuck, adapters.BySilence)
	if got := s.w.State().Excerpt; got != "silent for 90 s as it starts" {
		t.Errorf("a person is told %q", got)
	}
}

func TestSilenceWhileWorkingIsStuck(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.write("\x1b]7501;state=working\x1b\\")
	s.wait(89 * time.Second)
	s.want(adapters.Working, "", adapters.ByStatus)
	s.wait(time.Second)
	s.want(adapters.Unknown, adapters.Stuck, adapters.BySilence)
	if got := s.w.State().Excerpt; got != "silent for 90 s at work" {
		t.Errorf("a person is told %q", got)
	}
	s.write("\x1b]0;anything\a")
	s.wait(time.Second)
	s.want(adapters.Working, "", adapters.ByStatus)
}

// The rest of an agent ahead of a key that it does not draw for, such as a report of the
// terminal's focus, is no silence at work.
func TestRestIsNoSilence(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.wait(100 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.w.Input(s.now)
	for range 100 {
		s.wait(time.Second)
		if got := s.w.State(); got.Condition == adapters.Unknown {
			t.Fatalf("after a key: %s %s: %s", got.Condition, got.Kind, got.Excerpt)
		}
	}
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// Of what sort a question is the program's own record says, whatever the words
// of the question are; but records have no word for trust.
func TestRecordsNameTheKind(t *testing.T) {
	for _, test := range []struct {
		record, words string
		want          adapters.Kind
	}{
		{"", "Which way?", adapters.Question},
		{"permission", "Which way?", adapters.Permission},
		{"question", "Do you want to proceed?", adapters.Question},
		{"other", "Do you want to proceed?", adapters.Permission},
		{"permission", "Do you trust this folder?", adapters.Trust},
	} {
		s := newStage(t, "claude")
		s.paint(composer)
		s.write("\x1b]7501;state=idle\x1b\\")
		s.wait(50 * time.Millisecond)
		if test.record != "" {
			s.write("\x1b]7501;state=blocked:kind=" + test.record + "\x1b\\")
		}
		s.paint(line + "\n " + test.words + "\n ❯ 1. Yes\n   2. No\n\n Esc to cancel")
		s.wait(100 * time.Millisecond)
		state := s.w.State()
		if state.Dialog == nil || state.Kind != test.want || state.Dialog.Kind != test.want {
			t.Errorf("record %q over %q: told as %q, policy sees %+v, want %s", test.record, test.words, state.Kind, state.Dialog, test.want)
			continue
		}
		h := adapters.Handler{Name: "yes", Kind: test.want, Match: "^Yes|\nYes", Use: "confirmYes"}
		if d := adapters.NewPolicy([]adapters.Handler{h}).Decide(s.w.View(), s.now.Add(time.Second)); d.Answer == nil {
			t.Errorf("record %q over %q: a handler for %s has no answer: %+v", test.record, test.words, test.want, d)
		}
	}
}

func TestStatusRecords(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(composer)
	s.write("\x1b]7501;state=idle:app=claude-code\x1b\\")
	s.wait(50 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByStatus)
	s.write("\x1b]7501;state=working:id=child\x1b\\") // a part of the program
	s.wait(50 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByStatus)

	// A question is believed when it is painted, or after a moment.
	s.write("\x1b]7501;state=working\x1b\\")
	s.wait(time.Second)
	s.write("\x1b]7501;state=blocked:kind=permission:msg=YXNr\x1b\\")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByStatus)
	s.wait(300 * time.Millisecond)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByStatus)
	if state := s.w.State(); state.Dialog != nil || state.Excerpt != "ask" {
		t.Errorf("a record alone gave %+v, which could be answered", state)
	}
	s.paint(permitted)
	s.wait(100 * time.Millisecond)
	if state := s.w.State(); state.Dialog == nil || len(state.Dialog.Options) != 3 {
		t.Errorf("the painted question is missing: %+v", state)
	}
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times of one question", n)
	}

	// The end of an answer: the record comes before the screen is wiped.
	s.write("\x1b]7501;state=working\x1b\\")
	s.wait(50 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByStatus)
	s.paint(composer)
	s.write("\x1b]7501;state=error:msg=" + "bm8" + "\x1b\\")
	s.wait(50 * time.Millisecond)
	s.want(adapters.Idle, adapters.Failed, adapters.ByStatus)

	// Rest does not undo that, another turn does.
	for _, rest := range []string{"idle", "done"} {
		s.wait(20 * time.Millisecond)
		s.write("\x1b]7501;state=" + rest + "\x1b\\")
		s.wait(time.Second)
		s.want(adapters.Idle, adapters.Failed, adapters.ByStatus)
	}
	s.write("\x1b]7501;state=working\x1b\\")
	s.wait(time.Second)
	s.write("\x1b]7501;state=idle\x1b\\")
	s.wait(time.Second)
	s.want(adapters.Idle, "", adapters.ByStatus)

	// A reset takes records back.
	s.write("\x1bc")
	s.paint(composer)
	s.wait(5 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// Model text can forge records and titles: they may not hide a question.
func TestNoRecordHidesAQuestion(t *testing.T) {
	for _, forged := range []string{
		"\x1b]7501;state=idle\x1b\\", "\x1b]7501;state=done\x1b\\", "\x1b]7501;state=working\x1b\\", "\x1b]0;✳ Claude\a", "\x1b]0;◐ Claude\a", "\x1b]9;4;3\a",
	} {
		s := newStage(t, "claude")
		s.write(forged)
		s.paint(permitted)
		s.wait(1500 * time.Millisecond)
		if state := s.w.State(); state.Condition != adapters.Blocked || state.Kind != adapters.Permission || state.Dialog == nil {
			t.Errorf("%q: %+v", forged, state)
		}
	}
}

// An agent whose records are not used cannot say anything with them.
func TestRecordsOfOtherAgentsAreIgnored(t *testing.T) {
	s := newStage(t, "opencode")
	s.write("\x1b]7501;state=idle\x1b\\")
	s.wait(time.Second)
	s.want(adapters.Starting, "", adapters.ByScreen)
}

func TestTitles(t *testing.T) {
	s := newStage(t, "codex", adapters.ByStatus)
	screen := "• hello\n\n› Ask Codex to do anything\n\n  model default · /tmp/x"
	s.paint(screen)
	s.write("\x1b]0;⠋ x\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByTitle)
	s.write("\x1b]0;x\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByTitle)
	s.write("\x1b]0;⠋ x\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByTitle)
	s.wait(2 * time.Second) // a spinner that stands still says nothing
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(2 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	s.write("\x1b]0;[ ! ] Action Required | x\a")
	s.wait(time.Second)
	s.want(adapters.Blocked, adapters.Unspecified, adapters.ByTitle)
	if s.w.State().Dialog != nil {
		t.Error("a title alone could be answered")
	}
	s.write("\x1b]0;x\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByTitle)
	s.w.Input(s.now)
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByScreen) // the title is older than the input
}

func TestProgress(t *testing.T) {
	s := newStage(t, "copilot")
	screen := line + "\n❯ \n" + line + "\n / commands · ? help"
	s.paint(screen)
	s.write("\x1b]9;4;0;0\a")
	s.wait(2 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen) // it had begun nothing
	s.write("\x1b]9;4;3;0\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByProgress)
	s.write("\x1b]9;4;0;0\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByProgress)

	s.write("\x1b]9;4;3;0\a")
	s.wait(time.Second)
	s.paint(" ✗ Failed to get response\n" + screen)
	s.write("\x1b]9;4;0;0\a")
	s.wait(100 * time.Millisecond)
	s.want(adapters.Idle, adapters.Failed, adapters.ByProgress)
	if got := s.w.State().Excerpt; !strings.Contains(got, "Failed to get response") {
		t.Errorf("the error is %q", got)
	}
}

// Whoever answers a question sets the agent to work: it is not idle because
// the screen had been quiet for as long as the question stood.
func TestAnAnsweredQuestionIsNotRest(t *testing.T) {
	s := newStage(t, "claude", adapters.ByStatus, adapters.ByTitle)
	s.paint(composer)
	s.wait(5 * time.Second)
	s.paint(permitted)
	s.wait(30 * time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	s.paint("Answered\n" + composer)
	s.wait(900 * time.Millisecond)
	s.want(adapters.Working, "", adapters.ByScreen)
	s.wait(200 * time.Millisecond)
	s.want(adapters.Idle, "", adapters.ByScreen)
}

// A machine that is busy paints late: a question that was answered, and of
// which the agent says that it goes on, is not asked again.
func TestAnAnsweredQuestionThatIsWipedLate(t *testing.T) {
	work := "\x1b]7501;state=working\x1b\\"
	s := newStage(t, "claude")
	s.paint(permitted)
	s.wait(time.Second)
	s.w.Input(s.now)
	s.wait(50 * time.Millisecond)
	s.write(work)
	s.wait(3 * time.Second)
	s.want(adapters.Working, "", adapters.ByStatus)
	s.paint("Answered\n" + composer)
	s.wait(time.Second)
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times of one question", n)
	}

	// Where nobody has answered, or nothing comes of it, it still stands.
	s = newStage(t, "claude")
	s.paint(permitted)
	s.wait(time.Second)
	s.write(work)
	s.wait(1100 * time.Millisecond)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	s.w.Input(s.now)
	s.write(work)
	s.wait(5 * time.Second)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
}

// A new size is read when it comes, however old the last output is.
func TestANewSizeIsReadAtItsTime(t *testing.T) {
	s := newStage(t, "claude", adapters.ByStatus, adapters.ByTitle)
	s.paint("Welcome\n" + composer)
	s.wait(20 * time.Second)
	s.want(adapters.Idle, "", adapters.ByScreen)
	before := s.now
	s.all = nil
	s.w.Resize(s.now, 60, 2) // no room for a composer
	s.wait(time.Second)
	s.want(adapters.Working, "", adapters.ByScreen)
	for _, change := range s.all {
		if change.At.Before(before) {
			t.Errorf("told %s at %v, before the new size came at %v", change.Condition, change.At.Sub(epoch), before.Sub(epoch))
		}
	}
}

func TestExitWins(t *testing.T) {
	s := newStage(t, "claude")
	s.paint(permitted)
	s.write("\x1b]7501;state=working\x1b\\")
	s.wait(3 * time.Second)
	s.w.Exit(s.now, "exit code 3")
	s.wait(time.Hour)
	s.want(adapters.Exited, "", adapters.ByProcess)
	if next := s.w.Next(); !next.IsZero() {
		t.Errorf("after the end it wants to be asked at %v", next)
	}
}

func TestOneQuestionIsToldOnce(t *testing.T) {
	s := newStage(t, "claude")
	for i := range 50 {
		if i%3 == 0 {
			s.write("\x1b[H\x1b[2J") // wiped for a moment
			s.wait(30 * time.Millisecond)
		}
		s.paint(strings.Repeat("\n", i%4) + permitted)
		s.wait(100 * time.Millisecond)
	}
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times of one question", n)
	}
	// Moving the cursor is not a new question, another command is.
	s.paint(strings.NewReplacer("❯ 1.", "  1.", "  2.", "❯ 2.").Replace(permitted))
	s.wait(time.Second)
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times after the cursor moved", n)
	}
	s.paint(strings.Replace(permitted, "a.txt", "b.txt", 1))
	s.wait(time.Second)
	if n := s.count(adapters.Blocked); n != 2 {
		t.Errorf("told %d times of two questions", n)
	}
}

// A spinner that stands still on any of its frames is work, also above a long
// list of tasks; items of prose are none.
func TestASpinnerThatStandsStill(t *testing.T) {
	tasks := func(n int) string {
		list := "  ⎿  ☒ the first\n"
		for i := range n {
			list += fmt.Sprintf("     ☐ task %d\n", i)
		}
		return list + "     … +3 pending\n"
	}
	boxed := "╭" + line + "╮\n│ >                        │\n╰" + line + "╯\n  ? for shortcuts"
	for _, test := range []struct {
		screen string
		busy   bool
	}{
		{"* Pondering… (1s · ↓ 12 tokens)\n\n" + composer, true},
		{"· Pondering…\n\n" + composer, true},
		{"· Fixing the tests… (esc to interrupt · 12s)\n  ⎿  Tip: write it down\n" + composer, true},
		{"* Pondering… (1s · ↑ 12 tokens · esc to interrupt)\n" + boxed, true},
		{"✻ Pondering… (1s · ↓ 12 tokens)\n" + tasks(14) + "\n" + composer, true},
		{"* Pondering… (1s · ↓ 12 tokens)\n" + tasks(20) + "\n" + composer, true},
		{"● What I did:\n  * Building…\n  * Testing… (3s)\n" + composer, false},
		{"* Pondering… (1s)\n● That was the spinner.\n" + composer, false},
		{"● Open:\n* and so on…\n* Later… (see above)\n" + composer, false},
		{"● Done.\n" + tasks(14) + composer, false},
	} {
		s := newStage(t, "claude")
		s.paint(composer)
		s.wait(2 * time.Second)
		s.w.Input(s.now)
		s.paint("> Go\n\n" + test.screen)
		s.wait(20 * time.Second)
		want := adapters.Idle
		if test.busy {
			want = adapters.Working
		}
		if got := s.w.State(); got.Condition != want {
			t.Errorf("%q: %s by %s (%s)", test.screen, got.Condition, got.By, got.Excerpt)
		}
	}
}

// A menu that no rule describes is not the rest of an agent that nobody knows.
func TestAMenuIsNotRest(t *testing.T) {
	for _, screen := range []string{
		"│ Choose how to log in │\n│ › A provider          │\n│   with a coding plan  │\n│   Another provider    │\n└───────────────────────┘",
		"Which one?\n  ❯ 1. This\n    2. That\n some words",
		"Overwrite a.txt? [y/N] ",
		"Allow this action? Use 't' to trust (always allow) this tool. [y/n/t]:\n\n> ",
		"Do it? (Y)es/(N)o/(A)ll [Yes]: ",
		"Done.\nPress Enter to continue…",
		"⠏ Waiting for your approval",
	} {
		s := newStage(t, "generic")
		s.paint("starting")
		s.wait(2 * time.Second)
		s.paint(screen)
		s.wait(30 * time.Second)
		if got := s.w.State(); got.Condition != adapters.Blocked {
			t.Errorf("%q: %s by %s", screen, got.Condition, got.By)
		}
	}
}

// A question may be painted in pieces; the next one may look much like it.
func TestAQuestionThatGrows(t *testing.T) {
	s := newStage(t, "claude")
	part := strings.Replace(permitted, " touch a.txt\n", "", 1)
	s.paint(part)
	s.wait(120 * time.Millisecond)
	s.want(adapters.Blocked, adapters.Permission, adapters.ByDialog)
	for range 3 {
		s.paint(permitted)
		s.wait(100 * time.Millisecond)
	}
	if n := s.count(adapters.Blocked); n != 1 {
		t.Errorf("told %d times of one question", n)
	}
	if text := s.w.State().Dialog.Text; !strings.Contains(text, "touch a.txt") {
		t.Errorf("it is known as %q", text)
	}
	s.w.Input(s.now)
	s.paint(strings.Replace(permitted, "a.txt", "b.txt", 1))
	s.wait(100 * time.Millisecond)
	if n := s.count(adapters.Blocked); n != 2 {
		t.Errorf("told %d times of two questions", n)
	}

	quick := newStage(t, "claude")
	quick.paint(permitted)
	quick.wait(60 * time.Millisecond)
	quick.w.Input(quick.now) // a person was quick
	quick.paint(strings.Replace(permitted, "a.txt", "b.txt", 1))
	quick.wait(100 * time.Millisecond)
	if d := quick.w.State().Dialog; d == nil || !strings.Contains(d.Text, "b.txt") || quick.count(adapters.Blocked) != 2 {
		t.Errorf("told %d times, %+v", quick.count(adapters.Blocked), d)
	}
}

func TestExplainKeepsTheLast(t *testing.T) {
	s := newStage(t, "claude")
	for i := range 400 {
		s.paint(fmt.Sprintf("line %d\n%s", i, composer) + []string{"", "\x1b]0;⠂ works\a", "\x1b]0;✳ rests\a"}[i%3])
		s.wait(200 * time.Millisecond)
	}
	past := s.w.Explain(1)
	if len(past) != 256 {
		t.Fatalf("%d evaluations, want 256", len(past))
	}
	for i := 1; i < len(past); i++ {
		if past[i].At.Before(past[i-1].At) {
			t.Fatal("evaluations are out of order")
		}
	}
	if last := past[255]; last.State.Condition != s.w.State().Condition || len(last.Claims) == 0 {
		t.Errorf("the last evaluation is %+v", last)
	}
}

package attach_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty"
	"rooda/session"
	"rooda/workflows"
)

// wants checks how a command ended and what it said.
func (o outcome) wants(t testing.TB, code int, says ...string) {
	t.Helper()
	for _, text := range says {
		if !strings.Contains(o.out+o.errors, text) {
			t.Errorf("no %q in %q and %q", text, o.out, o.errors)
		}
	}
	if o.code != code {
		t.Errorf("exit code %d, want %d; %q %q", o.code, code, o.out, o.errors)
	}
}

func TestSend(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "keys")
	s.run("", "wait", a.name(), "--for", "text:ready").wants(t, 0, "shows ready")
	s.run("", "send", a.name(), "hé llo").wants(t, 0)
	begun := time.Now()
	s.run("", "send", s.id, "with enter", "--enter").wants(t, 0)
	if took := time.Since(begun); took > 1800*time.Millisecond {
		t.Errorf("a second send took %v: it waits for those who are attached only", took)
	}
	s.run("", "send", a.name(), "--keys", "C-c Up F5", "--keys", "M-x", "--enter").wants(t, 0)
	s.run("from\nstdin\n", "send", a.name(), "-").wants(t, 0)
	s.run("two\nlines\x1b[A\x03\n", "send", a.name(), "-", "--paste").wants(t, 0)
	s.run("", "wait", a.name(), "--for", `text:two`, "--timeout", "5s").wants(t, 0)
	text := strings.ReplaceAll(a.text(), "\"\n\"", "")
	for _, want := range []string{`"hé llo`, `with enter`, `\r`, `\x03\x1b[A\x1b[15~\x1bx\r`, `from\nstdin`, `two\rlines[A"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}

	s.run("", "send", a.name()).wants(t, 64, "send what?")
	s.run("", "send", a.name(), "x", "--timeout", "-1s").wants(t, 64, "--timeout", "no time")
	s.run("", "attach", a.name(), "--history", "-5").wants(t, 64, "--history", "no number of lines")
	s.run("", "send", a.name(), "--keys", "Entre").wants(t, 64, "Entre", "Enter")
	s.run("", "send", a.name(), "no", "--keys", "S-Enter", "--enter").wants(t, 64, "S-Enter", "unless its program asks for more")
	s.run("", "send", a.name(), "--keys", "").wants(t, 64, "no key is named")
	for _, text := range []string{"", "\n"} {
		s.run(text, "send", a.name(), "-", "--enter").wants(t, 64, "standard input is empty: nothing was typed", "hint:", "--enter presses Enter")
	}
	s.run("", "send", a.name(), "", "--enter").wants(t, 64, "the text is empty", "--enter presses Enter")
	if now := strings.ReplaceAll(a.text(), "\"\n\"", ""); now != text {
		t.Errorf("what was refused has reached the agent:\n%s", now)
	}
	if o := s.run("", "send", a.name(), "--keys", "ctrl-c Return Del"); o.code != 0 || o.errors != "" {
		t.Errorf("keys by their other names: %+v", o)
	}
	s.run("", "wait", a.name(), "--for", `text:\\x03"\s+"\\r"\s+"\\x1b\[3~`, "--timeout", "5s").wants(t, 0)
	s.run("", "send", s.id+"/none", "x").wants(t, 1, `no task "none"`)
}

// TestSendWarns of what may become of a text other than what is meant. It goes in all the same.
func TestSendWarns(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code", "claude")
	const box = `────────────────────────────────────────\r\n❯ %s\0337\r\n────────────────────────────────────────\r\n  ? for shortcuts\0338`
	for _, name := range []string{"code", "claude"} {
		a := s.start(name, "sh", "-c", fmt.Sprintf(`stty raw -echo; printf '`+box+`'; head -c 1 >/dev/null; printf '\033[H\033[J`+box+`'; exec cat >/dev/null`, "", "rm -rf /"))
		s.run("", "wait", a.name(), "--for", "text:shortcuts").wants(t, 0)
		if o := s.run("", "send", a.name(), "x", "--enter"); o.code != 0 || o.errors != "" {
			t.Errorf("%s: into an empty composer: %+v", name, o)
		}
		s.run("", "wait", a.name(), "--for", "text:rm -rf").wants(t, 0)
		s.run("", "send", a.name(), "yes", "--enter").wants(t, 0, "warning: ", `"rm -rf /" stands where it is typed, and is sent with it; rooda screen `)
		for _, args := range [][]string{{"--enter"}, {"more"}} { // what is there is meant, or nothing is sent
			if o := s.run("", append([]string{"send", a.name()}, args...)...); o.code != 0 || o.errors != "" {
				t.Errorf("%s: %q: %+v", name, args, o)
			}
		}
	}
	s.save(func(r *session.Record) { r.Workflow.Definition.Stages[0].Tasks[0].Mode = workflows.Headless })
	s.run("", "send", s.id+"/code", "x").wants(t, 0, "warning: ", "/code runs headless: it has got its prompt, and may never read what is typed")
	if o := s.run("", "send", s.id+"/code", "--keys", "C-c"); o.code != 0 || o.errors != "" {
		t.Errorf("a key to a headless agent: %+v", o)
	}
}

// TestSendPastesInBrackets to an agent that asked for them.
func TestSendPastesInBrackets(t *testing.T) {
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", `stty raw -echo; printf '\033[?2004hready'; head -c 17 | od -An -c; sleep 60`)
	s.run("", "wait", a.name(), "--for", "text:ready").wants(t, 0)
	s.run("", "send", a.name(), "paste", "--paste", "--force").wants(t, 0)
	s.run("", "wait", a.name(), "--for", `text:033 +\[ +2 +0 +0 +~ +p +a +s +t +e +033`, "--timeout", "5s").wants(t, 0)
}

// TestSendIsPaced: 1 MB into an agent that reads late arrives whole, and send
// returns when it has been taken.
func TestSendIsPaced(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	const size = 300_000
	a := s.part("code", fmt.Sprintf("late %d", size))
	s.run("", "wait", a.name(), "--for", "text:ready").wants(t, 0) // it is raw then
	begun := time.Now()
	s.run(strings.Repeat("x", size), "send", a.name(), "-", "--force").wants(t, 0)
	if took := time.Since(begun); took < time.Second {
		t.Errorf("said after %v that an agent which reads after 2 s has it", took)
	}
	s.run("", "wait", a.name(), "--for", fmt.Sprintf("text:%d [0-9a-f]{64}", size), "--timeout", "5s").wants(t, 0)
}

// TestSendWaitsForThePerson: two seconds of silence, unless forced.
func TestSendWaitsForThePerson(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "keys")
	w, p := s.attach(80, 24, a.name())
	w.Await("ready")
	w.Keys("a")
	w.Await(`"a"`)
	begun := time.Now()
	s.run("", "send", a.name(), "forced", "--force").wants(t, 0)
	if took := time.Since(begun); took > 1800*time.Millisecond {
		t.Errorf("--force took %v", took)
	}
	w.Keys("b")
	w.Await(`b"`)
	begun = time.Now()
	s.run("", "send", a.name(), "patient").wants(t, 0)
	if took := time.Since(begun); took < 1500*time.Millisecond {
		t.Errorf("took %v only", took)
	}
	w.Keys("c")
	w.Await(`c"`)
	s.run("", "send", a.name(), "never", "--timeout", "300ms").wants(t, 124, "took nothing", "--force")
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}

// TestNoAgentTypesForAnother: neither for itself.
func TestNoAgentTypesForAnother(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code", "other")
	b := s.part("other", "keys")
	a := s.start("code", "sh", "-c", fmt.Sprintf("%[1]s send %[2]s/other hello; echo code $?; %[1]s send %[2]s/code hello; echo code $?; sleep 60", rooda, s.id))
	s.run("", "wait", a.name(), "--for", `text:code 1[^$]*code 1`, "--timeout", "10s").wants(t, 0)
	if text := a.text(); !strings.Contains(strings.ReplaceAll(text, "\n", ""), "agents may not act on the agents of their own session") {
		t.Errorf("screen:\n%s", text)
	}
	if text := b.text(); strings.Contains(text, "hello") {
		t.Errorf("screen of the sibling:\n%s", text)
	}
}

func (a *agent) text() string {
	a.s.t.Helper()
	o := a.s.run("", "screen", a.name())
	if o.code != 0 {
		a.s.t.Fatalf("screen: %+v", o)
	}
	return o.out
}

func TestScreen(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	s.run("", "wait", a.name(), "--for", "text:✳").wants(t, 0)
	s.run("", "screen", a.name()).wants(t, 0, "         Permission to run ls? 端末 ✳\n")
	ansi := s.run("", "screen", a.name(), "--format", "ansi")
	ansi.wants(t, 0, "\x1b[1;31mPermission\x1b[0m to run \x1b[44mls\x1b[0m? 端末 ✳\n")
	if strings.Contains(ansi.out, "\x1b[?") {
		t.Errorf("it switches modes: %q", ansi.out)
	}
	sn := a.screen()
	if sn.Title != "an agent" || sn.Cols != 80 || sn.Rows != 24 || !strings.Contains(fmt.Sprint(sn.Modes), "alt_screen") {
		t.Errorf("screen %+v", sn)
	}
	s.run("", "screen", a.name(), "--format", "html").wants(t, 64, "html")
	s.run("", "send", a.name(), "q", "--force").wants(t, 0)
	s.run("", "send", a.name(), "0", "--force").wants(t, 0)
	a.end()
	s.run("", "screen", a.name()).wants(t, 0, "before the screen\n")
}

func TestWait(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code", "never")
	a := s.start("code", "sh", "-c", `echo one; read x; printf '\033[2J\033[Htwo'; read x; echo; printf 'Allow this command?\n  \342\226\266 1) Yes\n    2) No\nEnter to confirm \302\267 Esc to cancel'; read x; exit 5`)
	type waiter struct {
		args []string
		done chan outcome
	}
	start := func(args ...string) waiter {
		w := waiter{args, make(chan outcome, 1)}
		go func() { w.done <- s.finish(s.command(append([]string{"wait", a.name()}, args...)...), "") }()
		return w
	}
	ends := func(w waiter, code int, says string) {
		t.Helper()
		o := <-w.done
		if o.code != code || !strings.Contains(o.errors, says) {
			t.Errorf("%v: %+v, want %d and %q", w.args, o, code, says)
		}
	}
	s.run("", "wait", a.name(), "--for", "text:^one$").wants(t, 0, "shows one")
	s.run("", "wait", a.name(), "--for", "text:two", "--timeout", "100ms").wants(t, 124, "does not show two within 0.1s")
	two, asks, exit, vain := start("--for", "text:t.o"), start("--for", "waiting"), start("--for", "exit"), start("--for", "text:never")
	s.run("", "send", a.name(), "--enter", "--force").wants(t, 0)
	ends(two, 0, "shows two")
	s.run("", "send", a.name(), "--enter", "--force").wants(t, 0)
	ends(asks, 0, "waits for you: permission")
	s.run("", "send", a.name(), "--enter", "--force").wants(t, 0)
	ends(exit, 0, "ended with exit code 5")
	ends(vain, 1, "the agent has ended")
	s.run("", "wait", a.name(), "--for", "exit").wants(t, 0, "ended with exit code 5")
	s.run("", "wait", a.name(), "--for", "idle", "--timeout", "5s").wants(t, 1, "the agent has ended")

	s.run("", "wait", a.name(), "--for", "sleep").wants(t, 64, "cannot wait for")
	s.run("", "wait", a.name(), "--for", "text:(").wants(t, 64, "missing closing")
	s.run("", "wait", a.name()).wants(t, 69, "nobody drives its session")
	s.run("", "wait", s.id+"/never", "--for", "exit").wants(t, 69, "has not been started")

	done := start("--for", "done")
	waiting := waiter{[]string{"never"}, make(chan outcome, 1)}
	go func() {
		waiting.done <- s.finish(s.command("wait", s.id+"/never", "--for", "waiting"), "")
	}()
	time.Sleep(200 * time.Millisecond)
	s.save(func(r *session.Record) {
		r.Tasks["code"].Status, r.Tasks["code"].Reason = session.Done, "promised SUCCESS"
		r.Tasks["never"].Status = session.WaitingForUser
	})
	s.journal()
	ends(done, 0, "done promised SUCCESS")
	ends(waiting, 0, "waits for you")
}

// TestWaitForWrappedText finds what the terminal has broken at its margin.
func TestWaitForWrappedText(t *testing.T) {
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", `printf '%78s all there\r\nnext' ''; read x`)
	s.run("", "wait", a.name(), "--for", "text:next").wants(t, 0, "shows next")
	s.run("", "wait", a.name(), "--for", "text: all there$", "--timeout", "1s").wants(t, 0, "shows all there")
}

// journal adds a line to the journal, as a host does after each change.
func (s *stage) journal() {
	s.t.Helper()
	handle, err := s.sessions.Open(s.id)
	if err != nil {
		s.t.Fatal(err)
	}
	defer handle.Close()
	if err := handle.Append([]session.Event{{Seq: handle.Record().LastSeq + 1, Time: time.Now(), Type: "task_changed", Task: "code"}}); err != nil {
		s.t.Fatal(err)
	}
}

// TestWaitIdle goes by what the task's adapter goes by.
func TestWaitIdle(t *testing.T) {
	t.Parallel()
	s := newStage(t, "claude")
	a := s.start("claude", "sh", "-c", `printf '\033]7501;state=working:app=claude-code\007'; echo up; read x; printf '\033]7501;state=idle:app=claude-code\007'; sleep 60`)
	s.run("", "wait", a.name(), "--for", "text:up").wants(t, 0)
	s.run("", "wait", a.name(), "--for", "idle", "--timeout", "1s").wants(t, 124)
	s.run("", "send", a.name(), "--enter", "--force").wants(t, 0)
	s.run("", "wait", a.name(), "--for", "idle", "--timeout", "5s").wants(t, 0, "idle")
}

func TestLogs(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", `printf 'one\033[31m two\033[m\n'; sleep 0.3; stty cols 100 rows 30 2>/dev/null; printf 'thr\303'; sleep 0.2; printf '\251e\n'; read x; echo last; exit 0`)
	s.run("", "wait", a.name(), "--for", "text:thrée").wants(t, 0)
	if err := a.term.Resize(t.Context(), pty.Size{Cols: 100, Rows: 30}); err != nil {
		t.Fatal(err)
	}
	followed := make(chan outcome, 1)
	go func() { followed <- s.finish(s.command("logs", a.name(), "--from", "4", "-f"), "") }()
	time.Sleep(300 * time.Millisecond)
	s.run("", "send", a.name(), "--enter", "--force").wants(t, 0)
	a.end()
	o := <-followed
	o.wants(t, 0, "two\nthrée\n\nlast\n")
	s.run("", "logs", a.name(), "--from", "0").wants(t, 0, "one two\nthrée\n")
	s.run("", "logs", a.name(), "--from", "3", "--raw").wants(t, 0, "\x1b[31m two\x1b[m\r\nthrée\r\n")
	s.run("", "logs", a.name(), "--from", "100000").wants(t, 64, "past the end")
	s.run("", "logs", a.name(), "--from", "100000", "-f").wants(t, 64, "past the end")
	s.run("", "wait", a.name(), "--for", "text:TUI").wants(t, 1, "the agent has ended, and did not show TUI")
	s.run("", "logs", a.name(), "--from=-2").wants(t, 64, "below 0")

	file := filepath.Join(s.home, "x.cast")
	s.run("", "logs", a.name(), "--cast", file).wants(t, 0)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cast, err := pty.ReadCast(f)
	if err != nil {
		t.Fatal(err)
	}
	if h := cast.Header; h.Width != 80 || h.Height != 24 || h.Timestamp == 0 || !strings.HasSuffix(h.Title, "/code") {
		t.Errorf("header %+v", h)
	}
	var output, resizes strings.Builder
	var at time.Duration
	for e, err := range cast.Events() {
		if err != nil {
			t.Fatal(err)
		}
		if e.Time < at {
			t.Errorf("event %+v goes back from %v", e, at)
		}
		at = e.Time
		switch e.Type {
		case "o":
			output.WriteString(e.Data)
		case "r":
			resizes.WriteString(e.Data + " ")
		}
	}
	log, err := os.ReadFile(filepath.Join(a.dir, session.OutputLog))
	if err != nil {
		t.Fatal(err)
	}
	if output.String() != string(log) || resizes.String() != "100x30 " || at < 500*time.Millisecond {
		t.Errorf("output %q, log %q, resizes %q, %v", output.String(), log, resizes.String(), at)
	}
	s.run("", "logs", a.name(), "--cast", file).wants(t, 1, "is there already")
	if o := s.run("", "logs", a.name(), "--cast", "-"); !strings.HasPrefix(o.out, `{"version":2`) {
		t.Errorf("--cast -: %+v", o)
	}
	t.Run("asciinema", func(t *testing.T) {
		player, err := exec.LookPath("asciinema")
		if err != nil {
			t.Skip("asciinema is not installed")
		}
		w := windowtest.New(t, 80, 24)
		cmd := exec.Command(player, "play", "-s", "5", file)
		cmd.Env = append(s.command().Env, "ASCIINEMA_CONFIG_HOME="+s.home)
		p := w.Start(cmd)
		w.Await(`one two\nthrée\n+last`)
		if code := p.Ends(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	})
}

func TestTermReset(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w, p := s.attach(80, 24, a.name())
	w.Await("Permission")
	p.Signal(os.Kill)
	p.Ends()
	if left := w.Leftover(); left == "" {
		t.Fatal("a client that was killed leaves nothing behind: the test shows nothing")
	}
	p = w.Start(s.command("term-reset"))
	if code := p.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if sn := w.Snapshot(); fmt.Sprint(sn.Modes.Names()) != "[auto_wrap cursor_visible]" || len(sn.Keyboard.Kitty) > 0 && sn.Keyboard.Kitty[0] != 0 || sn.Keyboard.OtherKeys != 0 || sn.Cursor.Shape != 0 {
		t.Errorf("modes %v, keyboard %v, shape %v", sn.Modes.Names(), sn.Keyboard, sn.Cursor.Shape)
	}
	if text := w.Text(); !strings.Contains(text, "before the screen") {
		t.Errorf("the screen is gone: %q", text)
	}
	s.run("", "term-reset").wants(t, 64, "not a terminal")
}

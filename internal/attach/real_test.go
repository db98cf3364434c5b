package attach_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
	"rooda/session"
)

// clean checks that a window is as it was before.
func clean(t testing.TB, w *windowtest.Window) {
	t.Helper()
	if left := w.Leftover(); left != "" {
		t.Errorf("left behind: %s\nin %q", left, tail(w.Raw(), 600))
	}
}

// leaves checks that a program ends well, and leaves its window as it was before.
func leaves(t testing.TB, p *windowtest.Program, w *windowtest.Window) {
	t.Helper()
	if code := p.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	clean(t, w)
}

// greeting is what stands over the screen at first.
const greeting = `Ctrl-\ detaches`

func tail(p []byte, n int) []byte { return p[max(0, len(p)-n):] }

// TestKeyDetachesCleanly and attaching again restores all that the agent set
// once (attach.md 2.5: both rows about modes).
func TestKeyDetachesCleanly(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w := windowtest.New(t, 80, 24)
	w.TTY.WriteString("$ echo mine\r\nmine\r\n")
	var first []byte
	for i, key := range []string{"\x1c", "\x1b[92;5u", "\x1b[27;5;92~"} {
		p := w.Start(s.command("attach", a.name()))
		w.Await(`Permission to run ls\? 端末 ✳`)
		w.Await(regexp.QuoteMeta(greeting))
		w.Until("have the agent's modes, and the screen to itself", func(sn *vt.Snapshot, _ []byte) bool {
			k := sn.Keyboard
			return !strings.Contains(sn.Text(), greeting) && fmt.Sprint(sn.Modes.Names()) == "[app_cursor auto_wrap app_keypad mouse_drag focus mouse_sgr alt_screen bracketed_paste color_scheme]" &&
				string(k.Kitty) == "\x01" && k.OtherKeys == 2 && sn.Cursor.Shape == vt.SteadyUnderline && sn.Title == "an agent"
		})
		// Shape, colours and the state that cannot be seen.
		shown := append(w.Snapshot().Styled(), w.Snapshot().ModeBytes()...)
		if first == nil {
			first = shown
		}
		if !bytes.Equal(shown, first) {
			t.Errorf("attached again:\n%q\nbefore:\n%q", shown, first)
		}
		w.Keys(key)
		leaves(t, p, w)
		if text := w.Text(); strings.Contains(text, "Permission") || !strings.Contains(text, "before the screen") {
			t.Errorf("after %d: %s", i, text)
		}
	}
	if h := w.History(); !strings.Contains(h, "$ echo mine\nmine\n") {
		t.Errorf("the person's lines are gone; the history is\n%s", h)
	}
}

func TestSignalsLeaveTheTerminalClean(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	signals := []syscall.Signal{
		syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGINT,
		syscall.SIGABRT, syscall.SIGBUS, syscall.SIGFPE, syscall.SIGILL, syscall.SIGSEGV, syscall.SIGSYS, syscall.SIGTRAP,
	}
	if runtime.GOOS == "linux" {
		signals = append(signals, syscall.Signal(16)) // STKFLT
	}
	for _, sig := range signals {
		w, p := s.attach(80, 24, a.name())
		w.Await("Permission")
		p.Signal(sig)
		if code := p.End(); code != 128+int(sig) {
			t.Errorf("%v: exit code %d", sig, code)
		}
		clean(t, w)
		w.Until("say how to come back", func(sn *vt.Snapshot, _ []byte) bool {
			return regexp.MustCompile(`\[ended by SIG\w+; the agent works on; back with: rooda attach [0-9a-f-]+/code\]`).MatchString(strings.Join(strings.Fields(sn.Text()), " "))
		})
	}
}

// TestWindowGone: a window that is closed ends its client, whether it hears
// of SIGHUP or not, and neither the agent nor others notice.
func TestWindowGone(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "tui")
	for _, deaf := range []bool{false, true} {
		w := windowtest.New(t, 80, 24)
		cmd := s.command("attach", a.name())
		if deaf {
			cmd = s.command("-c", `trap '' HUP; exec "$0" attach "$1"`, rooda, a.name())
			cmd.Path, cmd.Args[0] = "/bin/sh", "sh"
		}
		p := w.Start(cmd)
		w.Await("Permission")
		w.Hangup()
		if code := p.Ends(); code != 128+int(syscall.SIGHUP) {
			t.Errorf("deaf %t: exit code %d", deaf, code)
		}
	}
	w, p := s.attach(80, 24, a.name())
	w.Await("Permission")
	w.Keys("x")
	w.Await(`key "x"`)
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}

// TestStopAndGoOn stops the client as a shell's kill -TSTP does. The signals that a terminal sends who is in the
// background, which come late where a shell has just fetched it, do not.
func TestStopAndGoOn(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w, p := s.attach(80, 24, a.name())
	w.Await(`(?m)^[0-9a-f-]+/code: Ctrl-\\ detaches *$`) // over the screen, not above it
	w.Await("Permission")
	for _, sig := range []syscall.Signal{syscall.SIGTTIN, syscall.SIGTTOU} {
		p.Signal(sig)
		w.Keys(sig.String()[:1])
		w.Await(`key "` + sig.String()[:1] + `"`)
	}
	for range 2 {
		p.Signal(syscall.SIGTSTP)
		stopped(t, p.Pid())
		w.Settle()
		clean(t, w)
		w.TTY.WriteString("\r\n$ fg\r\n")
		p.Signal(syscall.SIGCONT)
		w.Await("Permission")
	}
	w.Keys("z")
	w.Await(`key "z"`)
	w.Keys("\x1c")
	leaves(t, p, w)
}

// TestBackground: who attaches in the background, or is sent there, is stopped, and goes on in the foreground.
func TestBackground(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w := windowtest.New(t, 80, 24)
	cmd := s.command("attach", a.name())
	waits := `until grep -q "^State:.*T" /proc/$!/status; do sleep 0.02; done; `
	script := `set -m; "$@" & ` + waits + `echo first; fg; bg; ` + waits + `echo again; fg`
	cmd.Args = append([]string{"sh", "-c", script, "sh", cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	p := w.Start(cmd)
	shown := func(after string) {
		t.Helper()
		w.Until("show the agent after "+after, func(sn *vt.Snapshot, raw []byte) bool {
			_, rest, found := strings.Cut(string(raw), after+"\r\n")
			return found && strings.Contains(rest, "Permission")
		})
	}
	shown("first")
	for _, pid := range children(t, p.Pid()) {
		syscall.Kill(pid, syscall.SIGTSTP)
	}
	shown("again")
	w.Keys("z")
	w.Await(`key "z"`)
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}

func children(t testing.TB, pid int) (all []int) {
	t.Helper()
	list, err := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", pid))
	if err != nil {
		t.Skip("needs /proc")
	}
	for _, field := range strings.Fields(string(list)) {
		n, _ := strconv.Atoi(field)
		all = append(all, n)
	}
	return all
}

func stopped(t testing.TB, pid int) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < windowtest.Patience; time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			t.Skip("needs /proc")
		}
		if bytes.Contains(stat, []byte(") T ")) {
			return
		}
	}
	t.Fatalf("process %d does not stop", pid)
}

// TestStatusOfTheAgent: while attached, and late.
func TestStatusOfTheAgent(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w, p := s.attach(80, 24, a.name())
	w.Await("Permission")
	w.Keys("q")
	w.Keys("7")
	if code := p.End(); code != 7 {
		t.Errorf("exit code %d, want the agent's 7", code)
	}
	clean(t, w)
	w.Await(`ended with exit code 7`)
	a.end()
	for status, want := range map[string]int{"task": 7, "attach": 0} {
		w, p := s.attach(80, 24, a.name(), "--status", status)
		if code := p.End(); code != want {
			t.Errorf("--status %s: exit code %d, want %d", status, code, want)
		}
		clean(t, w)
		w.Await(`before the screen[^$]*ended with exit code 7`)
	}
}

func TestStatusOfASignal(t *testing.T) {
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", "echo up; read x; kill -SEGV $$")
	w, p := s.attach(80, 24, a.name())
	w.Await("up")
	w.Keys("\r")
	if code := p.End(); code != 139 {
		t.Errorf("exit code %d, want 139", code)
	}
	clean(t, w)
	w.Await("ended by SIGSEGV")
}

// TestShimKilled: the agent's terminal goes away without a word.
func TestShimKilled(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w, p := s.attach(80, 24, a.name())
	w.Await("Permission")
	pid := a.term.Pid()
	if err := syscall.Kill(a.shimPid(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := p.End(); code != 69 {
		t.Errorf("exit code %d, want 69", code)
	}
	clean(t, w)
	w.Await(`rooda session resume`)
	for begun := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > windowtest.Patience {
			t.Fatal("the agent lives on without its terminal")
		}
	}
	// And to come again says the same.
	if o := s.run("", "screen", a.name()); o.code != 69 || !strings.Contains(o.errors, "agent is lost") {
		t.Errorf("screen: %+v", o)
	}
}

// TestSizeFollowsTheTypist: 80x24, then a window of 120x40 types, then it leaves.
func TestSizeFollowsTheTypist(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "size")
	w1, p1 := s.attach(80, 24, a.name())
	w1.Await(`size 80x24\n(\n)*last row`)
	w2, p2 := s.attach(120, 40, a.name())
	w2.Await(`size 80x24`)
	w2.Keys("x")
	w2.Await(`size 120x40\n(\n)*last row`)
	w1.Until("show the part with the cursor", func(sn *vt.Snapshot, _ []byte) bool {
		return strings.Contains(sn.Text(), "last row") && !strings.Contains(sn.Text(), "size")
	})
	w2.Keys("\x1c")
	if code := p2.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	clean(t, w2)
	w1.Await(`size 80x24\n(\n)*last row`)
	w1.SetSize(100, 30)
	w1.Await(`size 100x30\n(\n)*last row`)
	w1.Keys("\x1c")
	p1.End()
	clean(t, w1)

	w3, p3 := s.attach(60, 15, a.name(), "--no-resize")
	w3.Await("last row$") // the part with the cursor
	w3.Keys("x\x1c")
	p3.End()
	clean(t, w3)
	if sn := a.screen(); sn.Cols != 100 || sn.Rows != 30 {
		t.Errorf("--no-resize made the size %dx%d", sn.Cols, sn.Rows)
	}
	w4, p4 := s.attach(60, 15, a.name(), "--size", "90x20")
	w4.Await("last row$")
	if sn := a.screen(); sn.Cols != 90 || sn.Rows != 20 {
		t.Errorf("--size made the size %dx%d", sn.Cols, sn.Rows)
	}
	w4.Keys("\x1c")
	p4.End()

	w5, p5 := s.attach(70, 30, a.name(), "--size-policy", "smallest")
	w5.Await(`size 70x30\n(\n)*last row`)
	w6, p6 := s.attach(100, 20, a.name())
	w6.Await(`size 70x20\n(\n)*last row`)
	w6.Keys("x\x1c")
	p6.End()
	w5.Await(`size 70x30\n(\n)*last row`)
	w8, p8 := s.attach(100, 30, a.name(), "--size", "90x20")
	w8.Await(`; its size is 70x20, as the windows`)
	w8.Keys("\x1c")
	p8.End()
	w5.Keys("\x1c")
	p5.End()
	w7, p7 := s.attach(100, 20, a.name(), "--size-policy", "fixed")
	w7.Await("last row")
	w7.Keys("x\x1c")
	p7.End()
	if sn := a.screen(); sn.Cols != 70 || sn.Rows != 30 {
		t.Errorf("--size-policy fixed made the size %dx%d", sn.Cols, sn.Rows)
	}
	s.run("", "attach", a.name(), "--size-policy", "largest").wants(t, 64, `"largest": not latest, smallest or fixed`)
	clean(t, w4)
}

// TestPasteIntoASlowReader: a megabyte into an agent that reads raw and begins
// two seconds late arrives whole.
func TestPasteIntoASlowReader(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	text := "\x1b[200~" + strings.Repeat("0123456789 abcdefghij\r", 50_000)[:1<<20] + "\x1b[201~"
	a := s.part("code", fmt.Sprintf("late %d", len(text)))
	w, p := s.attach(80, 24, a.name())
	w.Await("ready")
	w.Keys(text)
	w.Await(regexp.QuoteMeta(fmt.Sprintf("%d %x <nil>", len(text), sha256.Sum256([]byte(text)))[:70]))
	w.Keys("\x1c")
	leaves(t, p, w)
}

// TestStalledWindow: one that does not read slows nobody, and is up to date
// again when it reads.
func TestStalledWindow(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", `echo ready; read x; `+
		`i=0; while [ $i -lt 20 ]; do head -c 1000000 /dev/zero | tr '\0' 'x' | fold -w 79; i=$((i+1)); done; echo; echo flooded; sleep 60`)
	w, p := s.attach(80, 24, a.name())
	w.Await("ready")
	w.Stall(true)
	if o := s.run("", "send", a.name(), "--enter", "--force"); o.code != 0 {
		t.Fatalf("send: %+v", o)
	}
	begun := time.Now()
	if o := s.run("", "wait", a.name(), "--for", "text:flooded", "--timeout", "14s"); o.code != 0 {
		t.Fatalf("wait: %+v", o)
	}
	t.Logf("20 MB past a stalled window took %v", time.Since(begun))
	w.Stall(false)
	w.Await("flooded")
	w.Keys("\x1c")
	p.End()
	clean(t, w)
}

// TestReadOnly looks and does nothing else.
func TestReadOnly(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "keys")
	w, p := s.attach(60, 10, a.name(), "--read-only")
	w.Await("ready")
	w.Keys("abc")
	w.SetSize(50, 9)
	w.Keys("\x1c")
	leaves(t, p, w)
	if sn := a.screen(); sn.Cols != 80 || sn.Rows != 24 || sn.Lines[1].Text != "" {
		t.Errorf("screen %+v", sn)
	}
}

// TestTypedBeforeDetaching arrives although the client leaves at once.
func TestTypedBeforeDetaching(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.start("code", "sh", "-c", "stty raw -echo; echo ready; (while :; do printf .; sleep 0.001; done) & head -c 300 | od -An -c | tail -n 1; kill $!; echo all there; sleep 60")
	for i := range 100 {
		if i%25 != 0 {
			s.run("", "send", a.name(), "abc", "--force").wants(t, 0)
			continue
		}
		w, p := s.attach(80, 24, a.name())
		w.Await(`\.\.`)
		w.Keys("xyz\x1c")
		if code := p.End(); code != 0 {
			t.Fatalf("exit code %d", code)
		}
		clean(t, w)
	}
	if o := s.run("", "wait", a.name(), "--for", "text:all there", "--timeout", "5s"); o.code != 0 {
		t.Errorf("wait: %+v", o)
	}
}

func TestDetachFromOutside(t *testing.T) {
	s := newStage(t, "code")
	a := s.part("code", "tui")
	w1, p1 := s.attach(80, 24, a.name())
	w1.Await("Permission")
	w2, p2 := s.attach(80, 24, a.name())
	w2.Await("Permission")
	w2.Keys("x")
	w2.Await(`key "x"`)
	if o := s.run("", "detach", a.name()); o.code != 0 || !strings.Contains(o.errors, "detached 1 terminal") {
		t.Errorf("detach: %+v", o)
	}
	if code := p2.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	clean(t, w2)
	w1.Keys("y")
	w1.Await(`key "y"`)
	if o := s.run("", "detach", a.name(), "--all"); o.code != 0 {
		t.Errorf("detach: %+v", o)
	}
	if code := p1.End(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	clean(t, w1)
	if o := s.run("", "detach", a.name()); o.code != 0 || !strings.Contains(o.errors, "nobody is attached") {
		t.Errorf("detach: %+v", o)
	}
}

// TestOtherDetachKeys by flag, and by the environment.
func TestOtherDetachKeys(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a := s.part("code", "keys")
	for _, by := range []string{"flag", "environment"} {
		w := windowtest.New(t, 80, 24)
		cmd := s.command("attach", a.name())
		if by == "flag" {
			cmd.Args = append(cmd.Args, "--detach-keys", "ctrl-p,ctrl-q")
		} else {
			cmd.Env = append(cmd.Env, "ROODA_DETACH_KEYS=ctrl-p,ctrl-q")
		}
		p := w.Start(cmd)
		w.Await("ready")
		w.Keys("\x1c")
		w.Await(`x1c`)
		w.Keys("\x10") // held back, and let go when no other comes
		w.Await(`x10`)
		w.Keys("\x10\x11")
		if code := p.End(); code != 0 {
			t.Errorf("by %s: exit code %d", by, code)
		}
		clean(t, w)
		if text := a.text(); strings.Contains(text, "x11") {
			t.Errorf("by %s: the agent got the keys: %s", by, text)
		}
	}
}

func TestNested(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code", "other")
	a, b := s.part("code", "tui"), s.part("other", "tui")
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{a.name()}, 64, "in itself"},
		{[]string{a.name(), "--nested"}, 64, "in itself"},
		{[]string{b.name()}, 64, "--nested"},
	} {
		w := windowtest.New(t, 80, 24)
		cmd := s.command(append([]string{"attach"}, test.args...)...)
		cmd.Env = append(cmd.Env, "ROODA_SESSION="+s.id, "ROODA_TASK=code")
		p := w.Start(cmd)
		if code := p.End(); code != test.code || !strings.Contains(w.Text(), test.says) {
			t.Errorf("%v: exit code %d, %s", test.args, code, w.Text())
		}
	}
	w := windowtest.New(t, 80, 24)
	elsewhere := newStage(t, "code")
	cmd := elsewhere.command("attach", elsewhere.part("code", "tui").name(), "--nested", "--detach-keys", "ctrl-p,ctrl-q")
	cmd.Env = append(cmd.Env, "ROODA_SESSION="+s.id, "ROODA_TASK=code")
	p := w.Start(cmd)
	w.Await("Permission")
	w.Keys("\x10\x11")
	if code := p.End(); code != 0 || !strings.Contains(string(w.Raw()), "Ctrl-P Ctrl-Q detaches; keys of the terminal around") {
		t.Errorf("exit code %d, %q", code, w.Raw())
	}
}

func TestWithoutATerminal(t *testing.T) {
	s := newStage(t, "code", "idle")
	a := s.part("code", "tui")
	o := s.run("", "attach", a.name())
	for _, want := range []string{"rooda screen", "rooda send", "rooda logs"} {
		if o.code != 64 || !strings.Contains(o.errors, want) {
			t.Errorf("no %s in %+v", want, o)
		}
	}
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"attach", s.id + "/cdoe"}, 1, "did you mean code"},
		{[]string{"attach", a.name(), "--detach-keys", "alt-x"}, 64, "alt-x"},
		{[]string{"attach", a.name(), "--size", "big"}, 64, "120x40"},
		{[]string{"attach", a.name(), "--status", "x"}, 64, "neither"},
		{[]string{"screen", s.id + "/idle"}, 69, "has not been started"},
		{[]string{"attach"}, 69, "nobody waits"},
	} {
		if o := s.run("", test.args...); o.code != test.code || !strings.Contains(o.errors, test.says) {
			t.Errorf("%v: %+v, want %d and %q", test.args, o, test.code, test.says)
		}
	}
}

// TestWhoWaitsLongest goes to them in that order.
func TestWhoWaitsLongest(t *testing.T) {
	t.Parallel()
	s := newStage(t, "one", "two", "three")
	var asking string
	for _, name := range []string{"three", "two", "one"} {
		asking = s.start(name, "sh", "-c", "echo I am "+name+"; sleep 60").name()
	}
	now := time.Now()
	s.save(func(r *session.Record) {
		for name, ago := range map[string]time.Duration{"one": time.Minute, "two": time.Hour} {
			r.Tasks[name].Status = session.WaitingForUser
			r.Tasks[name].Interaction = &session.Interaction{Kind: "permission", Since: now.Add(-ago)}
		}
	})
	w, p := s.attach(80, 24)
	w.Await("I am two")
	w.Keys("\x1c")
	p.End()
	clean(t, w)

	w, p = s.attach(80, 24, "--next")
	w.Await("I am two")
	w.Keys("\x1c")
	w.Await(`/one has waited 1m`)
	w.Keys("\r")
	w.Await("I am one")
	w.Keys("\x1c")
	w.Await("nobody else waits")
	leaves(t, p, w)
	// One that somebody may have answered does not wait for certain.
	s.run("", "send", asking, "x").wants(t, 0)
	w, p = s.attach(80, 24, "--next")
	w.Await("I am two")
	w.Keys("\x1c")
	w.Await(`/one asked 1m`)
	w.Await("perhaps given, by human")
	w.Keys("q")
	leaves(t, p, w)
}

// TestKeyInPartsDetaches, and the agent gets nothing of it: its next key is a key.
func TestKeyInPartsDetaches(t *testing.T) {
	t.Parallel()
	s := newStage(t, "code")
	a, file, rest := s.keeper(1, "")
	rest()
	const key = "\x1b[92;5u"
	for i := 2; i < len(key); i++ {
		w, p := s.attach(80, 24, a.name())
		w.Await("ready")
		w.Keys(key[:i])
		time.Sleep(60 * time.Millisecond)
		w.Keys(key[i:])
		if code := p.End(); code != 0 {
			t.Errorf("cut at %d: exit code %d", i, code)
		}
	}
	s.run("", "send", a.name(), "b").wants(t, 0)
	typed(t, file, func(got string) bool { return got == "b" })
}

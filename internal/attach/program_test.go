package attach_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
	"rooda/pty/vt"
)

// TestPrograms runs real full-screen programs as agents: attached again, the
// window shows exactly what it showed before, and the program works on.
func TestPrograms(t *testing.T) {
	t.Parallel()
	text := make([]string, 300)
	for i := range text {
		text[i] = fmt.Sprintf("line %d of the file, 端末 ✳ é", i+1)
	}
	tests := []struct {
		name  string
		argv  []string
		shows string
		// keys and what they make it show, before and after attaching again.
		keys, then, more, last string
		quit                   string
	}{
		{
			"vim", []string{"vim", "-u", "NONE", "-i", "NONE", "-n", "-c", "syntax on | set nu hls ruler mouse=a incsearch laststatus=2", "FILE"}, `1 line 1 of the file`,
			"150Gzz/of the\r", `150 line 150`, "Gonew text\x1b", `new text`, ":q!\r",
		},
		{"less", []string{"less", "-R", "-N", "FILE"}, `1 line 1 of the file`, "50g/of the\r", `50 line 50`, "G", `300 line 300`, "q"},
		{"less +F of a screen", []string{"less", "FILE"}, `line 1 of the file`, "\x06\x06", `line 60`, "g", `line 1 of`, "q"},
		{"htop", []string{"htop", "--no-color", "-d", "100"}, `F10Quit`, "\x1bOP", `(?i)htop .* - `, "q", `F10Quit`, "q"},
		{"top", []string{"top", "-d", "100"}, `PID +USER`, "h", `Help for Interactive Commands`, "q", `PID +USER`, "q"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath(test.argv[0]); err != nil {
				t.Skipf("%s is not installed", test.argv[0])
			}
			s := newStage(t, "code")
			file := filepath.Join(s.home, "file.txt")
			if err := os.WriteFile(file, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			argv := append([]string{}, test.argv...)
			for i := range argv {
				argv[i] = strings.Replace(argv[i], "FILE", file, 1)
			}
			a := s.start("code", argv...)
			w, p := s.attach(80, 24, a.name())
			w.Await(test.shows)
			w.Keys(test.keys)
			w.Await(test.then)
			before := still(t, w)
			agent := agentScreen(t, a)
			if !bytes.Equal(before, agent) {
				t.Errorf("the window shows\n%q\nthe agent's terminal\n%q", before, agent)
			}
			w.Keys("\x1c")
			leaves(t, p, w)

			// In the same window, and in another.
			w2, p2 := s.attach(80, 24, a.name())
			w2.Until("show what it showed before", func(sn *vt.Snapshot, _ []byte) bool { return bytes.Equal(look(sn), before) })
			p = w.Start(s.command("attach", a.name()))
			w.Until("show what it showed before", func(sn *vt.Snapshot, _ []byte) bool { return bytes.Equal(look(sn), before) })
			w.Keys(test.more)
			w.Await(test.last)
			still(t, w)
			// A busy machine may draw what was still a moment ago further: both follow.
			w2.Until("show the same as the other", func(sn *vt.Snapshot, _ []byte) bool { return bytes.Equal(look(sn), look(w.Snapshot())) })

			// A smaller window; the program draws itself anew.
			w.SetSize(70, 20)
			w.Until("fill 70x20", func(sn *vt.Snapshot, _ []byte) bool { return sn.Cols == 70 && sn.Line(19).Text() != "" })
			if small := still(t, w); !bytes.Equal(small, agentScreen(t, a)) {
				t.Errorf("the small window shows\n%q\nthe agent's terminal\n%q", small, agentScreen(t, a))
			}
			w.Keys(test.quit)
			leaves(t, p, w)
			p2.End()
			clean(t, w2)
			a.end()
		})
	}
}

// look is all that can be seen: cells, colours, cursor, and the modes.
func look(sn *vt.Snapshot) []byte { return append(sn.Styled(), sn.ModeBytes()...) }

// still waits until a window has not changed for a while.
func still(t testing.TB, w *windowtest.Window) []byte {
	t.Helper()
	last, since := look(w.Snapshot()), time.Now()
	for begun := time.Now(); time.Since(since) < 200*time.Millisecond; time.Sleep(10 * time.Millisecond) {
		if now := look(w.Snapshot()); !bytes.Equal(now, last) {
			last, since = now, time.Now()
		}
		if time.Since(begun) > windowtest.Patience {
			t.Fatalf("the window does not come to rest:\n%s", w.Text())
		}
	}
	return last
}

func agentScreen(t testing.TB, a *agent) []byte {
	t.Helper()
	sn, err := a.term.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return look(sn)
}

// TestSecondOpinion lets tmux be the person's terminal: its own model of what
// was left on, and of what the screen shows.
func TestSecondOpinion(t *testing.T) {
	t.Parallel()
	tmux, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("tmux is not installed")
	}
	s := newStage(t, "code")
	a := s.part("code", "tui")
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command(tmux, append([]string{"-S", filepath.Join(s.home, "tmux"), "-f", "/dev/null"}, args...)...)
		cmd.Env = s.command().Env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v: %s", args, err, out)
		}
		return strings.TrimRight(string(out), "\n")
	}
	t.Cleanup(func() { run("kill-server") })
	run("new-session", "-d", "-s", "s", "-x", "80", "-y", "24", "sh")
	const flags = "#{alternate_on} #{cursor_flag} #{insert_flag} #{keypad_cursor_flag} #{keypad_flag} #{mouse_any_flag} #{mouse_button_flag} #{mouse_sgr_flag} #{mouse_standard_flag} #{origin_flag} #{wrap_flag} #{scroll_region_upper} #{scroll_region_lower}"
	until := func(what string, ok func() bool) {
		t.Helper()
		for begun := time.Now(); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Since(begun) > windowtest.Patience {
				t.Fatalf("waited in vain for %s; pane:\n%s", what, run("capture-pane", "-p", "-t", "s"))
			}
		}
	}
	shows := func(text string) func() bool {
		return func() bool { return strings.Contains(run("capture-pane", "-p", "-t", "s"), text) }
	}
	run("send-keys", "-t", "s", "PS1='$ '; clear; echo mine", "Enter")
	until("the shell", shows("mine\n$"))
	before := run("display", "-p", "-t", "s", flags)
	var first string
	for range 2 {
		run("send-keys", "-t", "s", rooda+" attach "+a.name(), "Enter")
		until("the agent", shows("Permission to run ls? 端末 ✳"))
		until("the greeting", shows(greeting))
		until("the modes", func() bool {
			return run("display", "-p", "-t", "s", flags) == "1 0 0 1 1 1 1 1 0 0 1 2 19"
		})
		pane := run("capture-pane", "-p", "-e", "-t", "s")
		if first == "" {
			first = pane
		}
		if pane != first {
			t.Errorf("attached again:\n%s\nbefore:\n%s", pane, first)
		}
		if title := run("display", "-p", "-t", "s", "#{pane_title}"); title != "an agent" {
			t.Errorf("title %q", title)
		}
		run("send-keys", "-t", "s", `C-\`)
		until("the shell", shows("detached; back with"))
		if after := run("display", "-p", "-t", "s", flags); after != before {
			t.Errorf("left behind: %q, was %q", after, before)
		}
	}
	run("send-keys", "-t", "s", "stty -a | grep -c -- -echo\\ ; echo over", "Enter")
	until("the shell", shows("over\n$"))
	if history := run("capture-pane", "-p", "-S", "-", "-t", "s"); !strings.Contains(history, "mine\n$ ") || strings.Count(history, "before the screen") < 2 {
		t.Errorf("history:\n%s", history)
	}
}

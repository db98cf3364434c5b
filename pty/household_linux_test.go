package pty

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell is a Spec whose agent is a script in a folder of its own.
func shell(t *testing.T, script string) (Spec, *tape) {
	t.Helper()
	out := newTape()
	return Spec{
		Path: "/bin/sh", Argv: []string{"sh", "-c", script}, Dir: t.TempDir(),
		Env: []string{"PATH=/usr/bin:/bin"}, Tap: out, Grace: time.Second,
	}, out
}

// unmarked starts a process that has left the agent's session and carries
// nothing of it, and says which.
const unmarked = `env -i /usr/bin/setsid /bin/sh -c 'echo "$$ is left"; exec sleep 60 >/dev/null 2>&1' </dev/null & sleep 0.3; `

// TestUnmarkedSurvivors: who throws the mark away and leaves the session is
// found by descent, whether its parent is still there or not.
func TestUnmarkedSurvivors(t *testing.T) {
	tests := []struct {
		name, script string
		stop         bool
	}{
		{"agent ends by itself", unmarked, false},
		{"agent is stopped", unmarked + "echo ready; sleep 60", true},
		{"a parent in between has ended", "sh -c '" + strings.ReplaceAll(unmarked, "'", `'\''`) + "'; echo ready; sleep 60", true},
		{"it has children of its own", strings.Replace(unmarked, "exec sleep 60", "sleep 61 & exec sleep 60", 1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			spec, out := shell(t, tt.script)
			l := open(t, keyed(spec, t.Name()))
			pid := left(t, out)
			if tt.stop {
				out.await(t, "ready")
				l.Stop(context.Background())
			}
			exit := wait(t, l)
			if alive(pid) {
				t.Errorf("process %d survived", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
			if syscall.Kill(pid, 0) == nil {
				t.Errorf("process %d was not reaped", pid)
			}
			if !tt.stop && exit.Swept == 0 {
				t.Error("nothing swept")
			}
		})
	}
}

// TestUnmarkedAmongSeveral: while agents run side by side, one takes only what
// is known to be its own; the last takes what is nobody's.
func TestUnmarkedAmongSeveral(t *testing.T) {
	spec, first := shell(t, unmarked)
	a := open(t, keyed(spec, "first"))
	spec, second := shell(t, unmarked+"echo ready; sleep 60")
	b := open(t, keyed(spec, "second"))
	orphan, own := left(t, first), left(t, second)
	wait(t, a)
	second.await(t, "ready")
	if !alive(orphan) || !alive(own) || b.gone.isSet() {
		t.Errorf("after the first: orphan %t, the other's %t, agent %t; want all alive", alive(orphan), alive(own), !b.gone.isSet())
	}
	b.Stop(context.Background())
	wait(t, b)
	for _, pid := range []int{orphan, own} {
		if alive(pid) {
			t.Errorf("process %d survived the last agent", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// TestOrphansAreReaped: an agent may abandon as many as it likes that end by
// themselves; none of them stays a zombie.
func TestOrphansAreReaped(t *testing.T) {
	for _, orphan := range []string{"true", "./" + filepath.Base(os.Args[0])} { // of whatever name
		reapOrphansOf(t, orphan)
	}
}

func reapOrphansOf(t *testing.T, orphan string) {
	t.Helper()
	spec, out := shell(t, "ln -s /bin/true "+filepath.Base(os.Args[0])+"; i=0; while [ $i -lt 30 ]; do (setsid "+orphan+" &); i=$((i+1)); done; sleep 0.3; echo ready; sleep 60")
	l := open(t, spec)
	out.await(t, "ready")
	limit := time.Now().Add(5 * time.Second)
	for zombies(l.Pid()) > 0 && time.Now().Before(limit) {
		time.Sleep(10 * time.Millisecond)
	}
	if n := zombies(l.Pid()); n > 0 {
		t.Errorf("%d zombies of %s", n, orphan)
	}
	l.Close()
}

// zombies counts this process's ended children but the agent.
func zombies(agent int) int {
	n := 0
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		var pid int
		fmt.Sscanf(file, "/proc/%d/stat", &pid)
		line, _ := os.ReadFile(file)
		if st, ok := parseStat(pid, line); ok && st.parent == os.Getpid() && st.state == 'Z' && pid != agent {
			n++
		}
	}
	return n
}

// TestOwnChildIsLeft: a child that somebody waits for is not reaped with the
// orphans, whatever group it is in.
func TestOwnChildIsLeft(t *testing.T) {
	spec, out := shell(t, "echo ready; while :; do (setsid true &); sleep 0.02; done")
	l := open(t, spec)
	out.await(t, "ready")
	for range 10 {
		cmd := exec.Command("/bin/sh", "-c", "exit 3")
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := StartChild(cmd); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Millisecond) // it is a zombie, and orphans come
		var exit *exec.ExitError
		if err := WaitChild(cmd); !errors.As(err, &exit) || exit.ExitCode() != 3 {
			t.Errorf("its end: %v, want exit code 3", err)
		}
	}
	l.Close()
}

// A child that was waited for is not waited for again: another process may have its number.
func TestChildIsWaitedForOnce(t *testing.T) {
	cmd := exec.Command("/bin/true")
	if err := StartChild(cmd); err != nil {
		t.Fatal(err)
	}
	if err := WaitChild(cmd); err != nil {
		t.Fatal(err)
	}
	stranger := exec.Command("/bin/sleep", "3")
	if err := stranger.Start(); err != nil {
		t.Fatal(err)
	}
	defer stranger.Wait()
	defer stranger.Process.Kill()
	cmd.Process = stranger.Process
	begun := time.Now()
	if err := WaitChild(cmd); err == nil || time.Since(begun) > 2*time.Second {
		t.Errorf("again: %v after %v", err, time.Since(begun))
	}
}

package pty

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// left returns the pid that the parent part printed.
func left(t *testing.T, out *tape) (pid int) {
	t.Helper()
	out.await(t, " is left")
	before, _, _ := strings.Cut(out.String(), " is left")
	if _, err := fmt.Sscan(before[strings.LastIndexByte(before, '\n')+1:], &pid); err != nil {
		t.Fatalf("no pid in %q", before)
	}
	return pid
}

func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	// An orphan stays a zombie until init gets round to it.
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	st, ok := parseStat(pid, line)
	return err == nil && ok && st.state != 'Z'
}

func TestLeftOverProcessesAreEnded(t *testing.T) {
	// The agent holds its terminal through what it left behind (plain,
	// group), so the drain takes its time first.
	tests := []struct {
		part string
		stop bool
		key  string
		min  time.Duration
	}{
		{"parent plain sleeper", false, "", quiet},
		{"parent plain immortal", false, "", quiet + sweepGrace},
		{"parent plain noisy", false, "", drainLimit + sweepGrace},
		{"parent group sleeper", false, "", quiet},
		{"parent session sleeper", false, "a", 0},
		{"parent session immortal", false, "b", sweepGrace},
		{"parent plain immortal stubborn", true, "", 100 * time.Millisecond},
		{"parent session immortal stubborn", true, "c", 100 * time.Millisecond},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			t.Parallel()
			spec, out := fake(t, tt.part)
			spec.Grace = 100 * time.Millisecond
			if tt.key != "" {
				spec = keyed(spec, tt.key)
			}
			l := open(t, spec)
			pid := left(t, out)
			begin := time.Now()
			if tt.stop {
				out.await(t, "ready")
				begin = time.Now()
				l.Stop(context.Background())
			}
			exit := wait(t, l)
			took := time.Since(begin)
			if alive(pid) {
				t.Errorf("process %d survived", pid)
				syscall.Kill(pid, syscall.SIGKILL)
			}
			if !tt.stop && exit.Swept != 1 {
				t.Errorf("swept %d processes", exit.Swept)
			}
			const slack = 50 * time.Millisecond // the clock starts after the agent spoke
			if limit := tt.min + sweepGrace - slack; took < tt.min-slack || took > limit {
				t.Errorf("took %v, want %v to %v", took, tt.min, limit)
			}
		})
	}
}

func TestLastWordsOfALeftOver(t *testing.T) {
	spec, out := fake(t, "parent plain wordy")
	exit := wait(t, open(t, spec))
	if !strings.HasSuffix(out.String(), "last words\r\n") || exit.Bytes != int64(len(out.String())) {
		t.Errorf("%d bytes: %q", exit.Bytes, out.String())
	}
}

// TestReapedElsewhere gives two agents one key, so that the end of the first
// takes the second along, often status and all: then the code is -1.
func TestReapedElsewhere(t *testing.T) {
	first, out := fake(t, "polite")
	l := open(t, keyed(first, "shared"))
	out.await(t, "ready")
	second, _ := fake(t, "deaf")
	other := open(t, keyed(second, "shared"))
	if err := l.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if exit := wait(t, other); exit.Code == 0 || exit.Killed {
		t.Errorf("exit %+v", exit)
	}
}

func TestStrangersAreSpared(t *testing.T) {
	// Carries another key: as an agent of a parallel iteration would.
	other, otherOut := fake(t, "deaf")
	other = keyed(other, "other")
	stranger := open(t, other)
	otherOut.await(t, "ready")

	// Older than the agent, with its key.
	older, olderOut := fake(t, "deaf")
	older = keyed(older, "mine")
	elder := open(t, older)
	olderOut.await(t, "ready")
	time.Sleep(30 * time.Millisecond) // the kernel counts starts in ticks

	spec, _ := fake(t, "exit 0")
	if exit := wait(t, open(t, keyed(spec, "mine"))); exit.Swept != 0 {
		t.Errorf("swept %d", exit.Swept)
	}
	for _, l := range []*Local{stranger, elder} {
		if l.gone.isSet() {
			t.Errorf("process %d was ended", l.Pid())
		}
	}
}

// TestSweepFindsWhatExecs: what is in the middle of an exec, where it has no environment for a moment, is
// found by its mark all the same; so are those that never had one not waited for.
func TestSweepFindsWhatExecs(t *testing.T) {
	key := "execs " + t.TempDir()
	for _, env := range [][]string{{}, {KeyVariable + "=" + key, "again=exec /bin/sh -c \"$again\""}} {
		cmd := exec.Command("/bin/sh", "-c", `test -z "$again" && exec sleep 60; exec /bin/sh -c "$again"`)
		cmd.Env, cmd.SysProcAttr = env, &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		defer cmd.Process.Kill()
	}
	const looks = 500
	missed := 0
	for range looks {
		found, err := (sweep{key: key}).find()
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != 1 {
			missed++
		}
		release(found)
	}
	if missed > 0 {
		t.Errorf("missed %d times of %d", missed, looks)
	}
	if n := Sweep(key); n != 1 {
		t.Errorf("ended %d", n)
	}
}

// BenchmarkSweep looks for left-overs among 300 processes of this user that
// are all younger than the agent, the most work there can be.
func BenchmarkSweep(b *testing.B) {
	agent := open(b, Spec{Path: "/bin/sleep", Argv: []string{"sleep", "60"}})
	for range 300 {
		cmd := exec.Command("/bin/sleep", "60")
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	}
	for b.Loop() {
		// Only look: the agent itself is still there.
		if left, err := (sweep{leader: agent.Pid(), key: "benchmark"}).find(); err != nil || len(left) != 0 {
			b.Fatal(left, err)
		}
	}
}

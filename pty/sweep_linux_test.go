package pty

import (
	"context"
	"fmt"
	"os"
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
	tests := []struct {
		part     string
		stop     bool
		min, max time.Duration
	}{
		{"parent plain sleeper", false, quiet, quiet + sweepGrace},
		{"parent plain immortal", false, quiet + sweepGrace, quiet + sweepGrace + killWait},
		{"parent plain noisy", false, drainLimit + sweepGrace, drainLimit + sweepGrace + killWait},
		{"parent session sleeper", false, 0, sweepGrace},
		{"parent session immortal", false, sweepGrace, sweepGrace + killWait},
		{"parent plain immortal stubborn", true, 100 * time.Millisecond, sweepGrace},
		{"parent session immortal stubborn", true, 100 * time.Millisecond, sweepGrace},
	}
	for _, tt := range tests {
		t.Run(tt.part, func(t *testing.T) {
			t.Parallel()
			spec, out := fake(t, tt.part)
			spec.Grace = 100 * time.Millisecond
			spec.Key = "key of " + t.Name()
			spec.Env = append(spec.Env, KeyVariable+"="+spec.Key)
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
			if slack := 30 * time.Millisecond; took < tt.min-slack || took > tt.max {
				t.Errorf("took %v, want %v to %v", took, tt.min, tt.max)
			}
		})
	}
}

func TestStrangersAreSpared(t *testing.T) {
	// Carries another key: as an agent of a parallel iteration would.
	other, otherOut := fake(t, "deaf")
	other.Key = "other"
	other.Env = append(other.Env, KeyVariable+"=other")
	stranger := open(t, other)
	otherOut.await(t, "ready")

	// Older than the agent, with its key.
	older, olderOut := fake(t, "deaf")
	older.Env = append(older.Env, KeyVariable+"=mine")
	elder := open(t, older)
	olderOut.await(t, "ready")
	time.Sleep(30 * time.Millisecond) // the kernel counts starts in ticks

	spec, _ := fake(t, "exit 0")
	spec.Key = "mine"
	spec.Env = append(spec.Env, KeyVariable+"=mine")
	if exit := wait(t, open(t, spec)); exit.Swept != 0 {
		t.Errorf("swept %d", exit.Swept)
	}
	for _, l := range []*Local{stranger, elder} {
		if l.gone.isSet() {
			t.Errorf("process %d was ended", l.Pid())
		}
	}
}

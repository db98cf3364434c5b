package shim

import (
	"os"
	"os/exec"
	"testing"
)

// TestCallerByMarks: an agent is marked with its session and its task. A shell
// in which somebody has set one of them is no agent.
func TestCallerByMarks(t *testing.T) {
	if _, err := os.Stat("/proc/self/environ"); err != nil {
		t.Skip("needs /proc")
	}
	for _, tt := range []struct {
		env  []string
		who  string
		ours bool
	}{
		{[]string{"ROODA_SESSION=x", "ROODA_TASK=t"}, "agent:x/t", false},
		{[]string{"ROODA_SESSION=s", "ROODA_TASK=t"}, "agent:t", true},
		{[]string{"ROODA_SESSION=x"}, Human, false},
		{[]string{"ROODA_SESSION=s"}, Human, false},
		{[]string{"ROODA_TASK=t"}, Human, false},
	} {
		sleeper := exec.Command("sleep", "60")
		sleeper.Env = tt.env
		if err := sleeper.Start(); err != nil {
			t.Fatal(err)
		}
		who, ours := Caller(sleeper.Process.Pid, "s", "/nowhere")
		_ = sleeper.Process.Kill()
		_ = sleeper.Wait() // it was killed
		if who != tt.who || ours != tt.ours {
			t.Errorf("%q: %q, ours: %t; want %q, %t", tt.env, who, ours, tt.who, tt.ours)
		}
	}
}

package localsock

import (
	"os/exec"
	"testing"
)

// TestKnownFromTheStart: a process that has only just been started has its environment and
// its command line already.
func TestKnownFromTheStart(t *testing.T) {
	for range 200 {
		child := exec.Command("sleep", "60")
		child.Env = []string{"PART=child"}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		part := Variable(child.Process.Pid, "PART")
		_ = child.Process.Kill()
		_ = child.Wait() // it was killed
		if part != "child" {
			t.Fatalf("PART=%q", part)
		}

		child = exec.Command("sleep", "60")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		argv := Argv(child.Process.Pid)
		_ = child.Process.Kill()
		_ = child.Wait()
		if len(argv) != 2 || argv[1] != "60" {
			t.Fatalf("command line %q", argv)
		}
	}
}

// TestEndedHasNothing: nobody waits for what one that only waits to be reaped will never have.
func TestEndedHasNothing(t *testing.T) {
	child := exec.Command("sleep", "60")
	child.Env = []string{"PART=child"}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	pid := child.Process.Pid
	_ = child.Process.Kill()
	for !ended(pid) {
	}
	if settled(pid) || Variable(pid, "PART") != "" || Argv(pid) != nil {
		t.Error("a zombie has a command line, or an environment")
	}
	_ = child.Wait()
	if settled(pid) || Variable(pid, "PART") != "" || Argv(pid) != nil {
		t.Error("a process that is gone has a command line, or an environment")
	}
}

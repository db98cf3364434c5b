package session

import (
	"os/exec"
	"testing"
)

// A process that has ended but is not reaped yet is not alive, although its
// pid and start time still stand in /proc.
func TestZombieIsNotAlive(t *testing.T) {
	child := exec.Command("sleep", "60")
	out, err := child.StdoutPipe() // ends with the process
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	start, err := startTime(child.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	host := Host{PID: child.Process.Pid, BootID: bootID(), StartTime: start}
	if !host.Alive() {
		t.Error("a running child is not alive")
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for n := 1; n > 0; {
		n, _ = out.Read(make([]byte, 1))
	}
	for range 1000 {
		if !host.Alive() {
			_ = child.Wait()
			return
		}
	}
	t.Error("a zombie is alive")
	_ = child.Wait()
}

// TestKilledIsDying: from the signal on, whatever the process is in the middle of.
func TestKilledIsDying(t *testing.T) {
	const n = 50
	dying := 0
	for range n {
		child := exec.Command("sleep", "60")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		start, err := startTime(child.Process.Pid)
		if err != nil {
			t.Fatal(err)
		}
		host := Host{PID: child.Process.Pid, BootID: bootID(), StartTime: start}
		if host.dying() {
			t.Error("a running child is dying")
		}
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if host.dying() {
			dying++
		}
		_ = child.Wait() // it was killed
		if host.dying() {
			t.Error("a process that is gone is dying")
		}
	}
	// Between taking the signal and beginning to end a process shows neither, for an instant.
	if dying < n/2 {
		t.Errorf("%d of %d that were killed are dying", dying, n)
	}
}

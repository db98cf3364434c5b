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

package attach_test

import (
	"bufio"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestStopIsOver when it returns: whoever goes on a little before the process stops decides, when it is
// woken, by what was so before.
func TestStopIsOver(t *testing.T) {
	t.Parallel()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), partVariable+"=stops")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(out)
	const pause = 20 * time.Millisecond
	for range 5 {
		stopped(t, cmd.Process.Pid)
		time.Sleep(pause)
		cmd.Process.Signal(syscall.SIGCONT)
		if !lines.Scan() {
			t.Fatal("it has ended")
		}
		if took, err := strconv.Atoi(lines.Text()); err != nil || took < int(pause.Milliseconds()) {
			t.Errorf("a stop took %q ms: it returned ahead of its time", lines.Text())
		}
	}
}

package localsock

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
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
		part := Variables(child.Process.Pid, "PART")[0]
		_ = child.Process.Kill()
		_ = child.Wait() // it was killed
		if part != "child" {
			t.Fatalf("PART=%q", part)
		}

		child = exec.Command("sleep", "60")
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		argv := Argv(child.Process.Pid, 9)
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
	if settled(pid) || Variables(pid, "PART")[0] != "" || Argv(pid, 9) != nil {
		t.Error("a zombie has a command line, or an environment")
	}
	_ = child.Wait()
	if settled(pid) || Variables(pid, "PART")[0] != "" || Argv(pid, 9) != nil {
		t.Error("a process that is gone has a command line, or an environment")
	}
}

// TestLongIsCut: what is longer than the buffer hides nothing that stands behind it.
func TestLongIsCut(t *testing.T) {
	long := strings.Repeat("x", 3*longest)
	child := exec.Command("/bin/sh", "-c", "sleep 60 & wait", long, "last")
	child.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	child.Env = []string{"PATH=" + os.Getenv("PATH"), "LONG=" + long, "PARTS=all", "PART", "PART=child", "OTHER=a=b", "LONGER=" + long[:longest-len("LONGER=")]}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait() // it is killed
	defer syscall.Kill(-child.Process.Pid, syscall.SIGKILL)
	pid := child.Process.Pid
	got := Variables(pid, "OTHER", "PART", "NONE", "LONG", "LONGER")
	if got[0] != "a=b" || got[1] != "child" || got[2] != "" || got[3] != long[:longest-len("LONG=")] || len(got[4]) != longest-len("LONGER=") {
		t.Errorf("environment %.60q", got)
	}
	if argv := Argv(pid, 9); len(argv) != 5 || argv[3] != long[:longest] || argv[4] != "last" {
		t.Errorf("command line %.60q", argv)
	}
	if argv := Argv(pid, 2); !slices.Equal(argv, []string{"/bin/sh", "-c"}) {
		t.Errorf("its beginning %.60q", argv)
	}
}

// TestTheFirstCounts: of a variable that a process was started with twice, as only who calls
// the kernel by himself can.
func TestTheFirstCounts(t *testing.T) {
	child, err := os.StartProcess("/bin/sh", []string{"sh", "-c", "sleep 60 & wait"}, &os.ProcAttr{
		Env: []string{"PATH=" + os.Getenv("PATH"), "PART", "PART=", "PART=other", "OTHER=a", "OTHER=b"},
		Sys: &syscall.SysProcAttr{Setpgid: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer child.Wait() // it is killed
	defer syscall.Kill(-child.Pid, syscall.SIGKILL)
	if got := Variables(child.Pid, "PART", "OTHER"); !slices.Equal(got, []string{"", "a"}) {
		t.Errorf("%q", got)
	}
}

// TestParent: it is known of a process whose name looks like the fields behind it.
func TestParent(t *testing.T) {
	program := filepath.Join(t.TempDir(), "a) Z 1 (")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nread line\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	child := exec.Command(program)
	stdin, err := child.StdinPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer stdin.Close() // it ends by that
	pid := child.Process.Pid
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err != nil || !bytes.Contains(stat, []byte("(a) Z 1 ()")) {
		t.Fatalf("it has another name: %s, %v", stat, err)
	}
	if got := parent(pid); got != os.Getpid() || ended(pid) {
		t.Errorf("parent %d, ended: %t; want %d", got, ended(pid), os.Getpid())
	}
	if got := parent(1 << 30); got != 0 || !ended(1<<30) {
		t.Errorf("parent of none: %d", got)
	}
}

// TestLooksAreCheap: an agent's environment may be long, and who keeps its terminal has little
// memory.
func TestLooksAreCheap(t *testing.T) {
	child := exec.Command("sleep", "60")
	child.Env = []string{"LONG=" + strings.Repeat("x", 100<<10)}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait() // it is killed
	defer child.Process.Kill()
	look := func() {
		Variables(child.Process.Pid, "A", "B")
		Argv(child.Process.Pid, 3)
		parent(child.Process.Pid)
	}
	const looks, most = 100, 8 << 10 // under the race detector the pool forgets now and then
	look()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range looks {
		look()
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / looks; each > most {
		t.Errorf("%d bytes for each look at a process, want %d at most", each, most)
	}
}

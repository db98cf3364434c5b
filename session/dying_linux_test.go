package session_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/session"
)

// These make a re-executed test binary a host that has ended but for one thread, which ends
// with its standard input.
const (
	dyingHome = "SESSION_DYING_HOME"
	dyingID   = "SESSION_DYING_ID"
)

// Only initialisation is sure to be the work of a process's first thread.
func init() {
	if id := os.Getenv(dyingID); id != "" {
		if err := die(os.Getenv(dyingHome), id); err != nil {
			exit(err)
		}
	}
}

func die(home, id string) error {
	handle, err := session.NewManager(home).Open(id)
	if err != nil {
		return err
	}
	record := handle.Record()
	if record.Host, err = session.ThisHost(); err != nil {
		return err
	}
	if err := handle.Save(record); err != nil {
		return err
	}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}()
	fmt.Println("open")
	syscall.Syscall(syscall.SYS_EXIT, 0, 0, 0)
	return nil
}

// TestDyingHost: one that was killed and of which a thread is left, which a busy machine has
// not let end yet, drives nothing any more, and is in nobody's way.
func TestDyingHost(t *testing.T) {
	home := t.TempDir()
	manager := session.NewManager(home)
	for name, check := range map[string]func(id string) error{
		"running": func(id string) error {
			if running, err := manager.Running(id); running || err != nil {
				return fmt.Errorf("running %t, %v", running, err)
			}
			return nil
		},
		"list": func(string) error {
			if list, err := manager.List(); err != nil || len(list) != 1 || list[0].Running {
				return fmt.Errorf("%+v, %v", list, err)
			}
			return nil
		},
		"remove": manager.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			id := closed(t, manager, fixture())
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), dyingHome+"="+home, dyingID+"="+id)
			in, err := child.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			out, err := child.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			defer child.Wait()
			defer in.Close()
			if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
				t.Fatalf("the host says %q, %v", line, err)
			}
			for state := ""; !strings.Contains(state, ") Z "); {
				stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child.Process.Pid))
				if err != nil {
					t.Fatal(err)
				}
				state = string(stat)
			}
			end := time.AfterFunc(100*time.Millisecond, func() { in.Close() })
			defer end.Stop()
			if err := check(id); err != nil {
				t.Error(err)
			}
			if name != "remove" {
				if err := manager.Remove(id); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

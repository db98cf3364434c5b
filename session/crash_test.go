package session_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/session"
)

// A re-executed test binary plays the host; these variables say which.
const (
	writerHome = "SESSION_WRITER_HOME"
	writerID   = "SESSION_WRITER_ID"
	fullHome   = "SESSION_FULL_HOME"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(writerID) != "":
		exit(keepSaving(os.Getenv(writerHome), os.Getenv(writerID)))
	case os.Getenv(fullHome) != "":
		exit(createOnFullDisk(os.Getenv(fullHome)))
	}
	os.Exit(m.Run())
}

func exit(err error) {
	fmt.Println(err)
	os.Exit(0)
}

// keepSaving checkpoints and journals until it is killed.
func keepSaving(home, id string) error {
	handle, err := session.NewManager(home).Open(id)
	if err != nil {
		return err
	}
	fmt.Println("open")
	record := handle.Record()
	for {
		next := record.LastSeq + 1
		record.LastSeq, record.Outbox = next+2, events(next, next+2)
		record.Tasks["code"].Iteration = int(next)
		if err := handle.Save(record); err != nil {
			return err
		}
		if err := handle.Append(record.Outbox); err != nil {
			return err
		}
	}
}

func TestKilledHost(t *testing.T) {
	home := t.TempDir()
	manager := session.NewManager(home)
	id := closed(t, manager, fixture())
	var last uint64
	for round := range 20 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), writerHome+"="+home, writerID+"="+id)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if line != "open\n" {
			t.Fatalf("round %d: the host says %q, %v", round, line, err)
		}
		if round == 0 {
			if list, err := manager.List(); err != nil || !list[0].Running {
				t.Errorf("a live host is not seen: %+v, %v", list, err)
			}
		}
		time.Sleep(time.Duration(round*700) * time.Microsecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait()

		handle := reopen(t, manager, id)
		record := handle.Record()
		got := journaled(t, handle.Dir(), 0)
		for i, event := range got {
			if event.Seq != uint64(i+1) {
				t.Fatalf("round %d: event %d of the journal is number %d", round, i+1, event.Seq)
			}
		}
		if uint64(len(got)) != record.LastSeq || record.LastSeq < last {
			t.Fatalf("round %d: %d events, last_seq %d, before %d", round, len(got), record.LastSeq, last)
		}
		last = record.LastSeq
		if err := handle.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if last == 0 {
		t.Error("no host got as far as a checkpoint")
	}
	names, err := filepath.Glob(filepath.Join(manager.Dir(id), ".session.json*"))
	if err != nil || len(names) != 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

// createOnFullDisk creates a session where no file can grow.
func createOnFullDisk(home string) error {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}); err != nil {
		return err
	}
	_, err := session.NewManager(home).Create(fixture())
	return err
}

func TestCreateOnAFullDiskLeavesNothing(t *testing.T) {
	home := t.TempDir()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fullHome+"="+home)
	// A file would be bound by the same limit.
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	said, _ := bufio.NewReader(out).ReadString('\n')
	if err := child.Wait(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said, home) {
		t.Errorf("the error %q does not name %s", said, home)
	}
	entries, err := os.ReadDir(filepath.Join(home, "sessions"))
	if err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestHostIdentity(t *testing.T) {
	self, err := session.ThisHost()
	if err != nil {
		t.Fatal(err)
	}
	if self.PID != os.Getpid() || !self.Alive() {
		t.Errorf("%+v does not live", self)
	}
	other := self
	other.StartTime++
	boot := self
	boot.BootID = "another"
	for name, host := range map[string]session.Host{"none": {}, "another process of that pid": other, "another boot": boot} {
		if host.Alive() {
			t.Errorf("%s lives", name)
		}
	}
}

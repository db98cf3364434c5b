package statefile_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"rooda/internal/statefile"
)

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	check := func(want bool) {
		t.Helper()
		if got, err := statefile.Held(path); err != nil || got != want {
			t.Errorf("held: %v, %v, want %v", got, err, want)
		}
	}
	check(false)
	if _, err := os.Stat(path); err == nil {
		t.Error("the probe made the file")
	}
	lock, err := statefile.Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	check(true)
	if _, err := statefile.Acquire(path); !errors.Is(err, statefile.ErrLocked) {
		t.Errorf("second holder: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	check(false)
	if _, err := os.Stat(path); err != nil {
		t.Errorf("the file went with the lock: %v", err)
	}
	again, err := statefile.Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

func TestChildDoesNotKeepTheLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	lock, err := statefile.Acquire(path)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command("sleep", "30")
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = child.Process.Kill(); _ = child.Wait() }()
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if held, err := statefile.Held(path); err != nil || held {
		t.Errorf("held %v, %v although only a child is left", held, err)
	}
}

// Probing must never make a real attempt fail.
func TestProbesDoNotDisturb(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			default:
				_, _ = statefile.Held(path)
			}
		}
	}()
	for range 200 {
		lock, err := statefile.Acquire(path)
		if err != nil {
			t.Error(err)
			break
		}
		if err := lock.Close(); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	<-done
}

package ptmx

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestOpenPairs: what is written into one end comes out of the other end of
// the same pair, while stacks grow and shrink and others open and close theirs.
// A pair whose number gets lost ends up with the first one's.
func TestOpenPairs(t *testing.T) {
	first, firstTTY, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	defer firstTTY.Close()
	stop := make(chan struct{})
	var work, collector sync.WaitGroup
	for range 2 {
		collector.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					runtime.GC() // shrinks stacks, which moves what is on them
				}
			}
		})
	}
	var mu sync.Mutex
	wrong := map[string]int{}
	until := time.Now().Add(2 * time.Second)
	for worker := range 16 {
		work.Go(func() {
			for i := 0; time.Now().Before(until); i++ {
				done := make(chan error)
				go func() { grow(300); done <- pair(fmt.Sprintf("%d/%d\n", worker, i)) }()
				if err := <-done; err != nil {
					mu.Lock()
					wrong[err.Error()]++
					mu.Unlock()
				}
			}
		})
	}
	work.Wait()
	close(stop)
	collector.Wait()
	if len(wrong) > 0 {
		t.Error(wrong)
	}
}

// pair opens a terminal, and tells when its ends do not belong together.
func pair(word string) error {
	master, tty, err := Open()
	if err != nil {
		return err
	}
	defer master.Close()
	defer tty.Close()
	if _, err := tty.WriteString(word); err != nil {
		return err
	}
	_ = master.SetReadDeadline(time.Now().Add(5 * time.Second))
	got := make([]byte, 64)
	n, err := master.Read(got)
	if err == nil && strings.TrimSpace(string(got[:n])) != strings.TrimSpace(word) {
		return errors.New("another one's words came out")
	}
	return err
}

// grow uses much stack for a moment.
func grow(depth int) byte {
	var room [64]byte
	if depth > 0 {
		room[depth%64] = grow(depth - 1)
	}
	return room[(depth+1)%64]
}

func TestStart(t *testing.T) {
	cmd := exec.Command("sh", "-c", "stty size; tty -s && echo terminal; kill -0 -$$ && echo leader; ls -l /proc/self/fd | grep -c ptmx")
	master, err := Start(cmd, 91, 17)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	var out bytes.Buffer
	_, _ = out.ReadFrom(master) // EIO at the end
	_ = cmd.Wait()              // by grep: 1, for it counts none
	if got := strings.ReplaceAll(out.String(), "\r", ""); runtime.GOOS == "linux" && got != "17 91\nterminal\nleader\n0\n" {
		t.Errorf("the program saw %q", got)
	}
	if _, err := Start(exec.Command("/no/such/program"), 0, 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no such program: %v", err)
	}
}

// TestMasterWakes: whoever reads hears of a deadline and of Close.
func TestMasterWakes(t *testing.T) {
	master, tty, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	_ = master.SetReadDeadline(time.Now())
	if _, err := master.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("past the deadline: %v", err)
	}
	_ = master.SetReadDeadline(time.Time{})
	ended := make(chan error)
	go func() { _, err := master.Read(make([]byte, 1)); ended <- err }()
	master.Close()
	if err := <-ended; !errors.Is(err, os.ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if err := SetSize(master, 1, 1); err == nil {
		t.Error("a closed one was resized")
	}
}

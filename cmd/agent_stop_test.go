package cmd

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"rooda/orchestrator"
	"rooda/pty/shim"
)

// Agents whose terminals do not answer hold a stop up no longer than one of them.
func TestUnendedAsksAtOnce(t *testing.T) {
	t.Parallel()
	var agents []orchestrator.Agent
	for i := range 5 {
		dir := t.TempDir()
		socket := filepath.Join(dir, "s")
		door, err := net.Listen("unix", socket) // who knocks there waits
		if err != nil {
			t.Fatal(err)
		}
		defer door.Close()
		record := fmt.Sprintf(`{"api":1,"process":{"pid":%d},"socket":%q}`, os.Getpid(), socket)
		if err := os.WriteFile(filepath.Join(dir, shim.ShimFile), []byte(record), 0o600); err != nil {
			t.Fatal(err)
		}
		agents = append(agents, orchestrator.Agent{Task: fmt.Sprint(i), Dir: dir, State: shim.Running})
	}
	begun := time.Now()
	left := unended(t.Context(), agents, func(a orchestrator.Agent, err error) { t.Errorf("%s has ended: %v", a.Task, err) })
	if took := time.Since(begun); len(left) != 5 || left[4].Task != "4" || took > 6*time.Second {
		t.Errorf("%d agents left after %s, want 5 after 2 s", len(left), took)
	}
}

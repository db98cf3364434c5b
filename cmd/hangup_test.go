package cmd

import (
	"os"
	"path/filepath"
	"testing"
)

// What is being painted when the terminal goes away is not for the file that takes its place.
func TestHangupWaitsForThePainter(t *testing.T) {
	for name, painting := range map[string]bool{"painted": true, "in lines": false} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			terminal, err := os.Create(filepath.Join(dir, "terminal"))
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			log := filepath.Join(dir, "host.log")
			h := &hangup{log: log, fds: []int{int(terminal.Fd())}, gone: make(chan struct{})}
			rest := func() {}
			if painting {
				rest = h.paint()
			}
			h.happen()
			h.happen()
			<-h.gone
			if painting {
				terminal.WriteString("picture\n")
			}
			rest()
			terminal.WriteString("line\n")
			if got, err := os.ReadFile(log); string(got) != "line\n" || err != nil {
				t.Errorf("the log has %q, %v", got, err)
			}
			h.paint()() // nothing is painted any more
		})
	}
}

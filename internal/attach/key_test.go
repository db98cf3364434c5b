package attach

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"rooda/internal/attach/windowtest"
)

// A terminal that does not take the question holds up no signal that ends.
func TestKeyOfAStalledTerminal(t *testing.T) {
	w := windowtest.New(t, 80, 24)
	terminal, err := OpenTerminal(w.TTY, w.TTY)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	w.Stall(true)
	defer w.Stall(false)
	signals, asked := places(), make(chan struct{})
	end := make(chan syscall.Signal, 1)
	go func() {
		_, s, _ := terminal.Key(t.Context(), signals, func() string {
			close(asked)
			return strings.Repeat("a long question ", 10_000)
		})
		end <- s
	}()
	<-asked
	signals.ends <- syscall.SIGTERM
	select {
	case s := <-end:
		if s != syscall.SIGTERM {
			t.Errorf("ended by %v", s)
		}
	case <-time.After(windowtest.Patience):
		t.Error("it goes on")
		w.Stall(false)
		<-end
	}
}

package attach

import (
	"os"
	"syscall"
	"testing"
	"time"
)

// TestSignalsPushOutNoOther, however many there are of one kind.
func TestSignalsPushOutNoOther(t *testing.T) {
	kinds := []syscall.Signal{syscall.SIGTTIN, syscall.SIGWINCH, syscall.SIGTSTP, syscall.SIGCONT, syscall.SIGTERM}
	for _, storm := range kinds {
		caught, stop := Signals()
		raise := func(s syscall.Signal) {
			syscall.Kill(os.Getpid(), s)
			time.Sleep(2 * time.Millisecond) // one that is still pending is the system's to keep
		}
		for range 20 {
			raise(storm)
		}
		places := []chan os.Signal{caught.denied, caught.sizes, caught.stops, caught.wakes, caught.ends}
		for i, s := range kinds {
			for range 100 {
				if raise(s); len(places[i]) > 0 {
					break
				}
			}
		}
		late := stop()
		for i, s := range kinds {
			if s == syscall.SIGTERM { // the one that ends this is told of
				if late != s {
					t.Errorf("%v pushed out %v: %v", storm, s, late)
				}
				continue
			}
			select {
			case got := <-places[i]:
				if got != s {
					t.Errorf("%v came as %v", s, got)
				}
			default:
				t.Errorf("%v pushed out %v", storm, s)
			}
		}
	}
}

// TestDeniedIsHeededLast: behind what ends a process or lets it go on, and by none that is to end.
func TestDeniedIsHeededLast(t *testing.T) {
	for _, place := range []func(Caught) chan os.Signal{
		func(c Caught) chan os.Signal { return c.ends },
		func(c Caught) chan os.Signal { return c.stops },
		func(c Caught) chan os.Signal { return c.wakes },
	} {
		caught := places()
		caught.denied <- syscall.SIGTTIN
		place(caught) <- syscall.SIGTERM
		if caught.refused() != nil {
			t.Error("the terminal's denial is heeded first")
		}
		<-place(caught)
		if caught.refused() == nil {
			t.Error("the terminal's denial is never heeded")
		}
	}
}

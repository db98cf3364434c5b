package attach

import (
	"os"
	"os/signal"
	"syscall"
)

// Caught are the signals of this process that an attached terminal has to do with; the zero value
// has none. Each kind has a place of its own, and one that waits there is as good as many. So none
// pushes out another: a read in the background has SIGTTIN sent again and again until the process
// has stopped, and what ends it, or lets it go on, comes in the midst of these.
type Caught struct {
	ends, stops, wakes, sizes, denied chan os.Signal
}

// Signals catches them, until stop is called. That returns the one that ends this process and that nobody has
// acted on, as it came in the last moment, 0 for none.
func Signals() (caught Caught, stop func() syscall.Signal) {
	caught = places()
	signal.Notify(caught.sizes, syscall.SIGWINCH)
	signal.Notify(caught.stops, syscall.SIGTSTP)
	signal.Notify(caught.wakes, syscall.SIGCONT)
	signal.Notify(caught.denied, syscall.SIGTTIN, syscall.SIGTTOU)
	for _, s := range deadly {
		signal.Notify(caught.ends, s)
	}
	return caught, func() syscall.Signal {
		for _, place := range []chan os.Signal{caught.ends, caught.stops, caught.wakes, caught.sizes, caught.denied} {
			signal.Stop(place)
		}
		select {
		case late := <-caught.ends:
			return late.(syscall.Signal)
		default:
			return 0
		}
	}
}

func places() Caught {
	place := func() chan os.Signal { return make(chan os.Signal, 1) }
	return Caught{ends: place(), stops: place(), wakes: place(), sizes: place(), denied: place()}
}

// refused is where it is said that the terminal was not to be had. Whatever else has come is heeded
// first: of a process that is to end, or has been fetched, that is no news any more.
func (c Caught) refused() <-chan os.Signal {
	if len(c.ends)+len(c.stops)+len(c.wakes) > 0 {
		return nil
	}
	return c.denied
}

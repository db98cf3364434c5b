package attach

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"rooda/pty"
	"rooda/pty/shim"
)

// ErrGone says that the agent's terminal went away without a word about the
// agent: its shim was killed, say.
var ErrGone = errors.New("connection to the agent's terminal is lost")

// hurry is how long a terminal that does not read may keep us from leaving it.
const hurry = 300 * time.Millisecond

// Link is a connection to an agent's terminal; shim.Viewer is one. Receive is
// called by one goroutine, Input and Resize by another; Close ends them all.
type Link interface {
	// Receive returns the next message; io.EOF after the last.
	Receive() (shim.Message, error)
	// Input sends what a person typed, as one piece.
	Input(p []byte) error
	// Resize tells the size of the person's window.
	Resize(size pty.Size) error
	Close() error
}

// Options says how to attach.
type Options struct {
	// Detach leaves the agent's terminal.
	Detach DetachKeys
	// ReadOnly sends nothing at all.
	ReadOnly bool
	// Fixed keeps the agent's terminal as it is when the window changes.
	Fixed bool
	// Greeting stands over the screen at first, until a key is pressed or for two seconds: in
	// ASCII, whose terminal this is. Empty for none.
	Greeting string
	// Budget is how many bytes the first picture of 80x24 may take, and as many more as a
	// window is larger: of the agent's history no more rows are shown than fit; 0 shows all.
	Budget int
	// Ask finds out whether the agent's side answers: empty when it does, else what to tell
	// the person, in ASCII. It is called now and then by one goroutine, and may take a few
	// seconds; nil for never. Until it answers again what is typed is kept back.
	Ask func(ctx context.Context) string
	// Signals are those that this process got; see the function.
	Signals Caught
}

// End says how it ended. At most one of Detached, Exit and Signal is set.
type End struct {
	// Detached: the person pressed the detach keys, or the agent's side asked
	// this viewer to go.
	Detached bool
	// Exit: the agent ended.
	Exit *shim.Exit
	// Signal ended this process, or is about to.
	Signal syscall.Signal
	// Unsent counts the bytes that were typed while the agent's side did not answer, and were
	// not sent; Doubtful, at most so many, those sent before of which nobody knows whether they
	// will be typed.
	Unsent, Doubtful int
	// Behind counts the bytes that were sent and waited for what others type: of a viewer that
	// leaves, the agent's side waits with them for a few seconds only.
	Behind int
}

// Run joins the terminal to the link until one of them, or ctx, ends it. The
// terminal is as before when it returns, whatever happens. It closes the link.
func Run(ctx context.Context, t *Terminal, link Link, o Options) (End, error) {
	window, err := t.Size()
	if err != nil {
		link.Close()
		return End{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	c := &client{
		terminal: t, link: link, options: o, display: newDisplay(window, o.Budget), keyboard: newKeyboard(o.Detach, o.ReadOnly),
		sizes: make(chan pty.Size, 1), sent: make(chan struct{}), signals: make(chan syscall.Signal),
		received: make(chan shim.Message), faults: make(chan any, 8),
		silences: make(chan string), holds: make(chan bool, 1), pressed: make(chan struct{}, 1),
	}
	c.keyboard.count = &c.tally.typed
	// Whoever waits for the terminal or the link stops when it is over.
	over := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(over)
		t.interrupt(hurry)
		link.Close()
	})
	defer func() {
		cancel()
		<-over
		c.work.Wait()
		t.patient()
	}()
	switch s, err := t.ahead(ctx, o.Signals); {
	case errors.Is(err, ErrBackground):
		return End{Signal: syscall.SIGHUP}, nil
	case s != 0 || err != nil:
		return End{Signal: s}, err
	}
	c.work.Go(c.guarded(func() { t.relay(ctx, o.Signals, c.signals) })) // ahead of what it is for
	if err := t.Raw(); err != nil {
		return End{}, err
	}
	c.start(ctx)
	return c.attended(ctx, cancel)
}

// client is one attachment. The goroutine of Run owns it.
type client struct {
	terminal *Terminal
	link     Link
	options  Options
	display  *display
	keyboard *keyboard
	painting *time.Timer // set while a clipped screen waits to be painted
	asleep   bool        // stopped by a signal: the shell has the terminal
	behind   behind
	silent   string      // why the agent's side does not answer, empty while it does
	hint     string      // for the person, for a while
	hinted   *time.Timer // takes that away
	belled   time.Time
	tally    tally

	sizes    chan pty.Size // the latest size of the window, for send
	sent     chan struct{} // closed by send when all that was typed has been sent
	signals  chan syscall.Signal
	received chan shim.Message // closed at the end of the link
	lost     error             // why, set before that
	faults   chan any          // panics of the goroutines
	heard    atomic.Bool       // a message came since ask looked last
	silences chan string       // from ask: what to tell, empty when the agent's side answers
	holds    chan bool         // the latest word for send, whether to keep keys back
	pressed  chan struct{}     // from send: a key
	work     sync.WaitGroup
}

// start starts what waits for the link and the terminal.
func (c *client) start(ctx context.Context) {
	c.work.Go(c.guarded(func() { c.receive(ctx) }))
	c.work.Go(c.guarded(func() { c.keyboard.recognize(ctx, func() { c.terminal.hurry(hurry) }) }))
	c.work.Go(c.guarded(func() { c.send(ctx) }))
	if c.options.Ask != nil {
		c.work.Go(c.guarded(func() { c.ask(ctx) }))
	}
	read := c.guarded(func() { c.keyboard.read(ctx, c.terminal.in) }) // an error is the terminal's end
	if c.terminal.wakeful {
		c.work.Go(read)
	} else {
		go read() // it ends with the process
	}
}

// guarded makes f hand a panic to the goroutine that can restore the terminal.
func (c *client) guarded(f func()) func() {
	return func() {
		defer func() {
			if fault := recover(); fault != nil {
				c.faults <- fault
			}
		}()
		f()
	}
}

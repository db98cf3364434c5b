package shim

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"rooda/pty"
	"rooda/pty/vt"
)

const (
	// healing is how long a shim that lives may take to open its socket again.
	healing  = 2 * time.Second
	healStep = 50 * time.Millisecond
	// thawStep is the pause between two tries to reach one that lives and has not
	// answered for longer than that.
	thawStep = 250 * time.Millisecond
)

// place is where an iteration's traces are.
type place struct{ dir, socket, log, key string }

// Terminal is a pty.Terminal whose process belongs to a shim. Wait fails with
// ErrLost when the shim was killed, by a Stop or Close that it did not heed too, and with it the agent; with *EpochError when
// another host has taken over; with ErrUnreachable when nothing answers and it cannot be
// told whether the shim lives; with ErrReleased after Release. A shim that lives and does not
// answer is waited for as long as that takes.
type Terminal struct {
	place  place
	client *Client
	pid    atomic.Int64 // 0 while it is not known
	shim   int
	tap    io.Writer
	taken  atomic.Int64 // how far the tap has got in the output
	hands  func(pty.Hands)
	heard  atomic.Pointer[time.Time] // when the shim last gave a sign of life; nil before

	released *event
	over     *event          // nothing is followed any more
	killed   context.Context // ends when the shim had to be killed
	cut      context.CancelFunc
	done     chan struct{} // closed by follow; exit, err and unwritten are set
	exit     pty.Exit
	err      error
	// unwritten says that the shim lives on, because no disk takes its last record.
	unwritten bool
	work      sync.WaitGroup
	reaped    <-chan struct{} // closed when the shim has gone, if this process started it; nil otherwise
}

var _ pty.Terminal = (*Terminal)(nil)

func newTerminal(p place, epoch int, tap io.Writer, hands func(pty.Hands)) *Terminal {
	if tap == nil {
		tap = io.Discard
	}
	client := Dial(p.socket)
	client.dir, client.epoch = p.dir, epoch
	killed, cut := context.WithCancel(context.Background())
	return &Terminal{
		killed: killed, cut: cut, over: newEvent(),
		place: p, client: client, tap: tap, hands: hands,
		released: newEvent(), done: make(chan struct{}),
	}
}

func (t *Terminal) begin() {
	t.work.Go(t.follow)
	if t.hands != nil {
		t.work.Go(t.watch)
	}
}

// Pid is the agent's process id; it is 0 for an agent that has ended before
// it was adopted, and for one whose shim has not answered since.
func (t *Terminal) Pid() int { return int(t.pid.Load()) }

// Shim is the shim's process id, 0 when it had ended before it was adopted.
func (t *Terminal) Shim() int { return t.shim }

// Input writes p to the terminal; see pty.Terminal and, for ErrTurn, ErrUnread and ErrBegun, Client.Input.
func (t *Terminal) Input(ctx context.Context, p []byte) error {
	return t.explain(ctx, t.client.Input(ctx, p, InputOptions{Who: "host"}))
}

// Lead is Input of the beginning of a piece: what others type waits for a second at most until its end;
// see InputOptions.More.
func (t *Terminal) Lead(ctx context.Context, p []byte) error {
	return t.explain(ctx, t.client.Input(ctx, p, InputOptions{Who: "host", More: true}))
}

// Pursue types what follows a Lead, of which more may follow, or with nothing in p ends the piece. It
// fails with ErrTurn, and types nothing, when others have had the turn since.
func (t *Terminal) Pursue(ctx context.Context, p []byte, more bool) error {
	return t.explain(ctx, t.client.Input(ctx, p, InputOptions{Who: "host", More: more, Follows: true}))
}

// Extend is Pursue of a part of a paste that goes on, after which nothing follows at once. It fails with
// ErrPaste, and types nothing, when that paste has been ended meanwhile.
func (t *Terminal) Extend(ctx context.Context, p []byte) error {
	return t.explain(ctx, t.client.Input(ctx, p, InputOptions{Who: "host", Follows: true, Pasting: true}))
}

// Resize changes the terminal's size; see pty.Terminal.
func (t *Terminal) Resize(ctx context.Context, size pty.Size) error {
	return t.explain(ctx, t.client.Resize(ctx, size))
}

// explain says of a shim that does not answer what has become of its agent.
func (t *Terminal) explain(ctx context.Context, err error) error {
	if errors.Is(err, ErrUnreachable) {
		switch state, _ := Probe(ctx, t.place.dir); state {
		case Finished, Lost, Never:
			return pty.ErrExited
		}
	}
	return err
}

// Snapshot returns the screen; see pty.Terminal.
func (t *Terminal) Snapshot(ctx context.Context) (*vt.Snapshot, error) {
	return t.client.Snapshot(ctx)
}

// Follow writes the raw output to w; see pty.Terminal.
func (t *Terminal) Follow(ctx context.Context, from int64, w io.Writer) (int64, error) {
	out := &counter{w: w, next: from}
	err := t.copy(ctx, out)
	if errors.Is(err, ErrLost) {
		err = nil // the agent's end all the same
	}
	return out.next, err
}

// Wait blocks until the agent has ended; see pty.Terminal.
func (t *Terminal) Wait(ctx context.Context) (pty.Exit, error) {
	select {
	case <-t.done:
		return t.exit, t.err
	default:
	}
	select {
	case <-t.done:
		return t.exit, t.err
	case <-ctx.Done():
		return pty.Exit{}, ctx.Err()
	}
}

// Close ends the agent without a grace; see pty.Terminal and, for a shim that
// does not answer, Stop. To leave it running, call Release first.
func (t *Terminal) Close() error {
	var err error
	if !t.released.isSet() {
		err = t.finish()
	}
	if err != nil {
		t.released.set()
	}
	t.work.Wait()
	t.client.Close()
	if t.reaped != nil && (t.err == nil && !t.unwritten || errors.Is(t.err, ErrLost)) {
		<-t.reaped
	}
	return err
}

// Release lets go of the agent, which works on: Wait returns ErrReleased and
// the Tap gets no more.
func (t *Terminal) Release() error {
	t.released.set()
	<-t.done
	return nil
}

// Signal sends sig to the agent's process group.
func (t *Terminal) Signal(ctx context.Context, sig syscall.Signal) error {
	return t.explain(ctx, t.client.Signal(ctx, sig))
}

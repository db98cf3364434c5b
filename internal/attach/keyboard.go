package attach

import (
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// maxTyped bounds what has been typed and not been taken yet; then the
// terminal has to wait. The detach key must be seen behind a paste that the
// agent does not read.
const maxTyped = 8 << 20

// lastKeys is how long what was typed before the detach keys may need to get
// away.
const lastKeys = 300 * time.Millisecond

// A paste is sent whole, so that nothing can come between its parts, unless
// it has more bytes than this or pauses for longer.
const (
	maxPaste  = 4 << 20
	pasteWait = 500 * time.Millisecond
)

// keyboard reads what a person types.
type keyboard struct {
	recognizer recognizer
	out        wayOut
	count      *atomic.Int64 // of bytes that were typed for the agent
	reads      chan []byte   // closed by read at the end of input
	typed      chan []byte   // to the sender, closed by recognize
	detached   chan struct{} // closed by recognize
	ended      chan struct{} // closed by recognize: the terminal is gone
	cuts       chan struct{} // to recognize: the paste was ended by the agent's side
}

// newKeyboard is one whose pastes go nowhere with readOnly.
func newKeyboard(keys DetachKeys, readOnly bool) *keyboard {
	return &keyboard{
		count:      new(atomic.Int64),
		recognizer: recognizer{keys: keys, noPastes: readOnly},
		reads:      make(chan []byte), typed: make(chan []byte),
		detached: make(chan struct{}), ended: make(chan struct{}), cuts: make(chan struct{}, 1),
	}
}

// cut has what comes taken for keys again, although the end of a paste has not come.
func (k *keyboard) cut() {
	select {
	case k.cuts <- struct{}{}:
	default: // it is known
	}
}

// read reads the terminal until its end, or until interrupt.
func (k *keyboard) read(ctx context.Context, in *os.File) error {
	defer close(k.reads)
	buf := make([]byte, 64<<10)
	for {
		n, err := in.Read(buf)
		if n > 0 {
			select {
			case k.reads <- append([]byte{}, buf[:n]...):
			case <-ctx.Done():
				return nil
			}
		}
		switch {
		case err == nil:
		case ctx.Err() != nil || errors.Is(err, io.EOF):
			return nil
		default:
			return err
		}
	}
}

// recognize looks for the detach keys and passes the rest on, in order, as
// fast as it is taken. It calls hurry when the person wants to leave.
func (k *keyboard) recognize(ctx context.Context, hurry func()) {
	defer close(k.typed)
	var waiting []byte
	late, pause := stopped(), stopped()
	defer late.Stop()
	defer pause.Stop()
	paused := false // in the middle of a paste
	for {
		to, from := k.typed, k.reads
		if len(waiting) == 0 || k.recognizer.pasting && len(waiting) < maxPaste && !paused {
			to = nil
		}
		if len(waiting) > maxTyped {
			from = nil
		}
		var send []byte
		var detached bool
		select {
		case to <- waiting:
			waiting = nil
			continue
		case <-pause.C:
			paused = true
			continue
		case p, more := <-from:
			if !more {
				close(k.ended)
				return
			}
			if detached = k.recognizer.pasting && k.out.read(p, k.recognizer.keys, paused); !detached {
				send, detached = k.recognizer.feed(p)
			}
			if paused = false; !k.recognizer.pasting {
				k.out = wayOut{}
			}
		case <-k.cuts:
			k.recognizer.pasting = false
			continue
		case <-late.C:
			send, detached = k.recognizer.flush()
		case <-ctx.Done():
			return
		}
		waiting = append(waiting, send...)
		k.count.Add(int64(len(send)))
		if detached {
			hurry()
			k.last(ctx, waiting)
			close(k.detached)
			return
		}
		reset(late, k.recognizer.wait())
		if k.recognizer.pasting {
			reset(pause, pasteWait)
		}
	}
}

// last passes on what was typed before the detach keys, if it is taken soon.
func (k *keyboard) last(ctx context.Context, p []byte) {
	if len(p) == 0 {
		return
	}
	soon := time.NewTimer(lastKeys)
	defer soon.Stop()
	select {
	case k.typed <- p:
	case <-soon.C:
	case <-ctx.Done():
	}
}

func stopped() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// reset starts a timer, or stops it for no time at all.
func reset(t *time.Timer, d time.Duration) {
	if d > 0 {
		t.Reset(d)
	} else {
		t.Stop()
	}
}

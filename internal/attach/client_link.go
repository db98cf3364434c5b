package attach

import (
	"context"
	"errors"
	"io"

	"rooda/pty/vt"
)

func (c *client) receive(ctx context.Context) {
	defer close(c.received)
	for {
		m, err := c.link.Receive()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				c.lost = err
			}
			return
		}
		c.heard.Store(true)
		select {
		case c.received <- m:
		case <-ctx.Done():
			return
		}
	}
}

// send passes on what is typed, in order, and the window's size. After a
// failure the rest is dropped: the link's reader says what happened.
func (c *client) send(ctx context.Context) {
	defer close(c.sent)
	failed := c.options.ReadOnly
	typed := (<-chan []byte)(c.keyboard.typed)
	for {
		select {
		case p, more := <-typed:
			if !more {
				return
			}
			if vt.Pressed(p) { // ahead of what comes of it
				select {
				case c.pressed <- struct{}{}:
				default:
				}
			}
			if failed = failed || c.link.Input(p) != nil; !failed {
				c.tally.sent.Add(int64(len(p)))
			}
		case hold := <-c.holds:
			if typed = c.keyboard.typed; hold && !c.options.ReadOnly {
				typed = nil
			}
		case size := <-c.sizes:
			failed = failed || c.link.Resize(size) != nil
		case <-ctx.Done():
			return
		}
	}
}
